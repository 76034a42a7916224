import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReceivedPix } from './pix-rules.js';
import { eventually } from '../setup/patience.js';
import { openPixParts, type PixParts } from './pix-parts.js';

let parts: PixParts;
beforeEach(async () => {
  parts = await openPixParts();
});
afterEach(() => parts.close());

const hourMs = 3_600_000;
const ago = (hours: number): string => new Date(Date.now() - hours * hourMs).toISOString();

/** A Pix that the connector cannot read, because its amount has no decimals. */
function unreadable(hours: number, over: Partial<ReceivedPix> = { valor: '5' }): ReceivedPix {
  const { received } = parts.institution.rules;
  const pix = parts.institution.rules.pay(undefined, '5.00', ago(hours));
  received.set(pix.endToEndId, { ...pix, ...over });
  return pix;
}

test('an unreadable Pix is set aside and reported, later ones are read, and it is stored once readable', async () => {
  const { rules } = parts.institution;
  const wrong = unreadable(60);
  const [dayAfter, today] = [rules.pay(undefined, '1.00', ago(30)), rules.pay(undefined, '2.00', ago(0))];
  const { poller } = parts.start({ since: ago(72) });
  await poller.scanNow();
  expect([dayAfter, today].map(({ endToEndId }) => parts.record.payment(endToEndId)?.amount)).toEqual([
    '1.00',
    '2.00',
  ]);
  expect(Number(parts.record.scannedUntil('received'))).toBeGreaterThan(Date.now() - hourMs);
  expect(parts.reports).toEqual([expect.stringContaining(`${wrong.endToEndId} cannot be read: valor`)]);
  expect(parts.record.payment(wrong.endToEndId)).toBeUndefined();

  rules.received.set(wrong.endToEndId, wrong);
  poller.start();
  await eventually(() => expect(parts.record.payment(wrong.endToEndId)?.amount).toBe('5.00'));
  await eventually(() => expect(parts.record.aside()).toEqual([]));
});

test('an unreadable Pix is reported at each re-reading, not at each poll', async () => {
  unreadable(0, { endToEndId: 'short' });
  const { poller } = parts.start({ returns_seconds: 3_600 });
  poller.start();
  const polls = (): number => parts.institution.calls.filter((call) => call === 'GET /pix').length;
  await eventually(() => expect(polls()).toBeGreaterThan(4));
  expect(parts.reports).toEqual([expect.stringContaining('cannot be read: endToEndId')]);
});

test("a Pix stays set aside while the institution's response lacks it", async () => {
  const { rules } = parts.institution;
  const wrong = unreadable(2);
  const { poller } = parts.start({ since: ago(3) });
  await poller.scanNow();
  rules.received.delete(wrong.endToEndId);
  poller.start();
  await eventually(() =>
    expect(parts.reports).toContainEqual(expect.stringContaining("is not in the institution's answer")),
  );
  expect(parts.record.aside()).toMatchObject([{ name: wrong.endToEndId }]);
  rules.received.set(wrong.endToEndId, wrong);
  await eventually(() => expect(parts.record.aside()).toEqual([]));
});

test('a period with several unreadable Pix is read once, after the scan', async () => {
  for (let each = 0; each < 20; each += 1) unreadable(30);
  const { poller } = parts.start({ since: ago(48), returns_seconds: 3_600 });
  await poller.scanNow();
  expect(parts.record.aside()).toHaveLength(20);
  const reads = (): number => parts.institution.calls.filter((call) => call === 'GET /pix').length;
  const before = reads();
  poller.start();
  await eventually(() =>
    expect(parts.reports.filter((each) => each.includes('still set aside'))).toHaveLength(20),
  );
  expect(reads() - before).toBeLessThan(10);
});

test('a hint about an unreadable Pix is dropped, and polling sets the Pix aside', async () => {
  const { endToEndId } = unreadable(0);
  parts.record.addHints([endToEndId]);
  const { poller } = parts.start({ returns_seconds: 3_600 });
  poller.start();
  await eventually(() => expect(parts.record.aside()).toHaveLength(1));
  await eventually(() => expect(parts.record.hints(10)).toEqual([]));
});

test('fifty unreadable refunds do not block the next one', async () => {
  const { record, institution } = parts;
  const pix = institution.rules.pay(undefined, '100.00', ago(2));
  const addRefund = (reference: string) =>
    record.addRefund({
      reference,
      e2eid: pix.endToEndId,
      amount: '1.00',
      account_id: 'acct_1',
      send_by: ago(reference === 'next' ? 0 : 1),
    });
  for (let each = 0; each < 60; each += 1) addRefund(`stuck-${each}`);
  const { id } = addRefund('next');
  institution.fault = (_method, path) =>
    path.includes('/devolucao/') && !path.includes(id) ? '500 before' : undefined;
  institution.rules.makeRefund(pix.endToEndId, id, '1.00');
  parts.start().poller.start();
  await eventually(() => expect(record.refund('next')?.status).toBe('paid'));
});
