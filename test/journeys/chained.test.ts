import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ports } from '../../src/ports/ports.js';
import type { OperationNotice } from '../../src/ports/provider.js';
import { takeOperationNotices } from '../../src/usecases/operation-notice.js';
import { endBatch } from '../../src/usecases/payout-batch-turn.js';
import { Random } from '../fuzz/random.js';
import { batchPath, createBatch, ended, itemsOf, summaryOf } from '../setup/batch-journey.js';
import { withHand } from '../setup/hand.js';
import { repeatedCalls, typesOf } from '../setup/payout-journey.js';
import { mobilePayee, remit, remittanceIs, remittanceQuote } from '../setup/remit.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { seedOf, sized } from '../setup/size.js';
import {
  balanceOf,
  deposit,
  fund,
  mxnPayout,
  openFundingAccount,
  refusal,
  speiBeneficiary,
} from '../setup/verbs.js';

let service: RunningService;
let beneficiaryId: string;
let usdt: string;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '100000.00');
  beneficiaryId = await speiBeneficiary(service);
  usdt = await openFundingAccount(service, 'MXN', 'USDT');
});
afterAll(async () => {
  await service.check();
  expect(await repeatedCalls(service)).toEqual([]);
  await service.stop();
});

const item = (description?: string, amount?: string) => mxnPayout(beneficiaryId, amount, description);

/** References of operations of a kind, once each was sent and has the given sending state. */
async function referencesOf(kind: 'payout' | 'refund', ids: readonly string[], sending: string) {
  const rows = () =>
    queryRows(
      service.databaseUrl,
      `select reference from ${kind} where id = any($1) and sending = '${sending}' order by id`,
      [`{${ids.join()}}`],
    );
  await expect.poll(async () => (await rows()).length, { timeout: 60_000 }).toBe(ids.length);
  return (await rows()).map(({ reference }) => `${reference}`);
}

const noticeOf = (reference: string, outcome: OperationNotice['outcome'], nth: number): OperationNotice => ({
  id: `${reference}:${outcome}:${nth}`,
  type: 'operation',
  reference,
  outcome,
});
const notify = (notices: readonly OperationNotice[]) =>
  withHand(service, (ports) => takeOperationNotices(ports, 'sandbox', notices));

async function refundOf(reason: string) {
  const payin = await deposit(service, { funding_account_id: usdt, amount: '150.00' });
  const made = await service.post('/v1/refunds', { payin_id: payin.get('id'), amount: '1', reason });
  expect(made.status, made.text).toBe(201);
  return { payin: payin.get('id'), id: made.get('id') };
}

test('R6: a notice finds a refund whose answer was lost by our reference alone', async () => {
  const { payin, id } = await refundOf('sim:uncertain');
  const [reference = ''] = await referencesOf('refund', [id], 'uncertain');
  expect((await service.get(`/v1/refunds/${id}`)).at('status')).toBe('processing');
  await notify([noticeOf(reference, 'paid', 0)]);
  await service.until(`/v1/refunds/${id}`, (each) => each.at('status') === 'completed');
  expect((await service.get(`/v1/payins/${payin}`)).at('refunded.amount')).toBe('1.000000');
});

test.each(['paid', 'not_executed'] as const)(
  'R9: %s, reported three times under the same and three times under other ids, counts once',
  async (outcome) => {
    const before = await balanceOf(service, 'USDT');
    const { payin, id } = await refundOf('sim:hold');
    const credited = (await service.get(`/v1/payins/${payin}`)).get('amount');
    const [reference = ''] = await referencesOf('refund', [id], 'accepted');
    const again = [0, 0, 0, 1, 2, 3].map((nth) => noticeOf(reference, outcome, nth));
    for (const notice of again) await notify([notice]);
    await notify(again);
    const back = outcome === 'paid' ? 1 : 0;
    const after = await balanceOf(service, 'USDT');
    expect((await service.get(`/v1/payins/${payin}`)).at('refunded.amount')).toBe(`${back}.000000`);
    expect(after['reserved']).toBe(before['reserved']);
    const expected = Number(before['available'] ?? 0) + Number(credited) - back;
    expect(Number(after['available'])).toBeCloseTo(expected, 6);
    const end = outcome === 'paid' ? 'refund.completed' : 'refund.failed';
    expect(await typesOf(service, id)).toEqual(['refund.created', 'refund.processing', end]);
  },
);

test('a pay-in used by a remittance is not refundable until the remittance gives it back', async () => {
  const pen = await openFundingAccount(service, 'PEN', 'USDT');
  const payee = await mobilePayee(service);
  const payin = (await deposit(service, { funding_account_id: pen, amount: '101.50' })).get('id');
  const quote = (await remittanceQuote(service)).get('id');
  const source = { payin_id: payin };
  const body = { quote_id: quote, beneficiary_id: payee, source, description: 'sim:hold' };
  const { id = '' } = (await remit(service, body)).body as { id?: string };
  const remittance = await service.until(
    `/v1/remittances/${id}`,
    (each) => each.at('payout_id') !== undefined,
  );
  const left = { amount: '0.000000', currency: 'USDT' };
  expect((await service.get(`/v1/payins/${payin}`)).at('refundable')).toEqual(left);
  const response = await service.post('/v1/refunds', { payin_id: payin, amount: '1' });
  expect(refusal(response)).toEqual([422, 'refund_not_supported']);
  const evidence = `/v1/sandbox/operations/${remittance.get('payout_id')}/evidence`;
  await service.post(evidence, { outcome: 'not_executed' });
  await remittanceIs(service, id, 'failed');
  const { status, text } = await service.post('/v1/refunds', { payin_id: payin });
  expect(status, text).toBe(201);
});

const rounds = sized(3, 1_000);

test(
  `B3: notices and the sweeper at once, ${rounds} times: each item is booked once, and each batch ends once`,
  { timeout: sized(600_000, 3_600_000) },
  async () => {
    await withHand(service, async (ports) => {
      for (let round = 0; round < rounds; round += 1) {
        const id = await endAtOnce(ports);
        expect(await typesOf(service, id)).toEqual(['payout_batch.created', 'payout_batch.completed']);
      }
    });
  },
);

/** Returns the id of the batch. */
async function endAtOnce(ports: Ports): Promise<string> {
  const size = 10;
  await fund(service, 'MXN', '200.00');
  const before = await balanceOf(service, 'MXN');
  const items = Array.from({ length: size }, () => item('sim:hold', '10.00'));
  const id = (await createBatch(service, items)).get('id');
  await service.until(batchPath(id), (each) => each.at('summary.processing') === size);
  const payouts = (await itemsOf(service, id)).map((each) => each.payout_id ?? '');
  const references = await referencesOf('payout', payouts, 'accepted');
  const notices = references.flatMap((each) => [0, 0, 1].map((nth) => noticeOf(each, 'paid', nth)));
  const pending = notices.map((notice) => takeOperationNotices(ports, 'sandbox', [notice]));
  const swept = Array.from({ length: 20 }, () => endBatch(ports, id));
  await Promise.all([...pending, takeOperationNotices(ports, 'sandbox', notices), ...swept]);
  const done = await ended(service, id);
  expect([done.at('status'), summaryOf(done)]).toEqual(['completed', { total: size, completed: size }]);
  const after = await balanceOf(service, 'MXN');
  expect(after['reserved']).toBe(before['reserved']);
  expect(Number(before['available']) - Number(after['available'])).toBeCloseTo(101.5, 6);
  return id;
}

test('B7: an item not sent in five attempts is still one item and one payout', async () => {
  const made = await createBatch(service, [item('sim:unsent', '10.00')]);
  const id = made.get('id');
  const attempts = async () => {
    const statement = 'select attempts from payout where batch_id = $1';
    return (await queryRows(service.databaseUrl, statement, [id])).map((row) => Number(row['attempts']));
  };
  await expect
    .poll(async () => Math.max(0, ...(await attempts())), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(5);
  expect(await attempts()).toHaveLength(1);
  const items = await itemsOf(service, id);
  expect(items.map(({ index }) => index)).toEqual([0]);
  expect((await service.get(batchPath(id))).at('summary.total')).toBe(1);
});

test('B11: if the money runs out, items are decided in index order', async () => {
  const random = new Random(seedOf('batch'));
  const { available = '' } = await balanceOf(service, 'MXN');
  let left = BigInt(available.replace('.', ''));
  const amounts = Array.from({ length: 230 }, () => random.whole(1, Math.floor(Number(available) / 40)));
  const made = await createBatch(
    service,
    amounts.map((amount) => item('sim:hold', `${amount}.00`)),
  );
  const id = made.get('id');
  await service.until(batchPath(id), (each) => each.at('summary.pending') === 0);
  let failed = 0;
  for (const { payout_id, status } of await itemsOf(service, id)) {
    const total = (await service.get(`/v1/payouts/${payout_id ?? ''}`)).get('source.total');
    const units = BigInt(total.replace('.', ''));
    const fits = units <= left;
    expect([status, total]).toEqual([fits ? 'processing' : 'failed', total]);
    if (fits) left -= units;
    else failed += 1;
  }
  expect(failed).toBeGreaterThan(20);
  expect((await balanceOf(service, 'MXN'))['available']?.replace('.', '')).toBe(`${left}`.padStart(3, '0'));
});
