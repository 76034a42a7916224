import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PixBank } from '../../connectors/pix/bank.ts';
import { refundIdOf } from '../../connectors/pix/record.ts';
import type { PixSettings } from '../../connectors/pix/settings.ts';
import { openPixParts, refundOrder, type PixParts } from './pix-parts.js';

let parts: PixParts;
beforeAll(async () => {
  parts = await openPixParts();
});
afterAll(() => parts.close());
beforeEach(() => {
  parts.institution.fault = () => undefined;
  parts.institution.retryAfter = '1';
});

let count = 0;
function aRefund() {
  const pix = parts.institution.rules.pay(undefined, '10.00');
  return { pix, reference: `refund-${(count += 1)}`, order: refundOrder(pix.endToEndId, '4.00') };
}

const findingOf = async (bank: PixBank, reference: string): Promise<string> =>
  (await bank.find([reference])).get(reference)?.outcome ?? '';

const isPut = (method: string, path: string): boolean => method === 'PUT' && path.includes('/devolucao/');

/** One request is sent at once; the next one only when an order is already too late. */
const slow: Partial<PixSettings> = { requests_per_second: 0.1 };

describe('a refund is refused only if the institution will never make it', () => {
  test('a refusal that cannot be looked up is unclear, and its refund is found paid later', async () => {
    const { pix, reference, order } = aRefund();
    parts.institution.retryAfter = '60';
    parts.institution.fault = (method, path) => (isPut(method, path) ? '400 after' : '429');
    await expect(parts.start().bank.submit(reference, order, false)).rejects.toThrow('the rate limit lasts');
    expect(pix.devolucoes).toHaveLength(1);
    parts.institution.fault = () => undefined;
    expect(await findingOf(parts.start().bank, reference)).toBe('paid');
  });

  test('a refund that got 429 until its deadline is unclear', async () => {
    const { reference, order } = aRefund();
    parts.institution.retryAfter = '60';
    parts.institution.fault = (method, path) => (isPut(method, path) ? '429' : undefined);
    await expect(parts.start().bank.submit(reference, order, false)).rejects.toThrow('the rate limit lasts');
    expect(await findingOf(parts.start().bank, reference)).toBe('not_found');
  });

  test('an unsent refund is refused, but not if an earlier attempt may have been sent', async () => {
    const [first, second] = [aRefund(), aRefund()];
    const { bank } = parts.start(slow);
    // Uses up the one request of the rate limit.
    await bank.confirm([first.pix.endToEndId]);
    expect(await bank.submit(first.reference, first.order, false)).toEqual({
      outcome: 'refused',
      code: 'rate_limited',
    });
    parts.institution.fault = (method, path) => (isPut(method, path) ? 'cut before' : undefined);
    await expect(parts.start().bank.submit(second.reference, second.order, false)).rejects.toThrow(
      'PUT /api/v2/pix',
    );
    await expect(parts.start(slow).bank.submit(second.reference, second.order, true)).rejects.toThrow(
      'a repeat was refused: rate_limited',
    );
    expect(await findingOf(parts.start().bank, second.reference)).toBe('not_found');
  });

  test('a refused repeat is unclear, because the first attempt may still be executed', async () => {
    const { reference, order } = aRefund();
    parts.institution.fault = (method, path) => (isPut(method, path) ? 'cut before' : undefined);
    await expect(parts.start().bank.submit(reference, order, false)).rejects.toThrow('PUT /api/v2/pix');
    parts.institution.fault = (method, path) => (isPut(method, path) ? '400 before' : undefined);
    await expect(parts.start().bank.submit(reference, order, true)).rejects.toThrow(
      'a repeat was refused: erro_da_instituicao',
    );
    expect(await findingOf(parts.start().bank, reference)).toBe('not_found');
  });

  test('an HTML page of a proxy proves neither a refusal nor that the refund is missing', async () => {
    const { reference, order } = aRefund();
    const { bank } = parts.start();
    parts.institution.fault = () => '404 page';
    await expect(bank.submit(reference, order, false)).rejects.toThrow('the answer was 404');
    expect(await findingOf(bank, reference)).toBe('unknown');
  });
});

describe('a refund reported as not executed, and executed later', () => {
  const table = [['ended as NAO_REALIZADO'], ['was refused']];
  test.each(table)('%s: it is found paid, with a notice and a statement line', async (how) => {
    const { institution, journal } = parts;
    const { pix, reference, order } = aRefund();
    const { bank, poller } = parts.start();
    if (how === 'was refused')
      institution.fault = (method, path) => (isPut(method, path) ? '400 before' : undefined);
    institution.rules.refunds = 'EM_PROCESSAMENTO';
    await bank.submit(reference, order, false);
    institution.fault = () => undefined;
    institution.rules.end(pix.endToEndId, 'NAO_REALIZADO');
    institution.rules.refunds = 'DEVOLVIDO';
    expect(await findingOf(bank, reference)).toBe('not_executed');

    institution.rules.makeRefund(pix.endToEndId, refundIdOf(reference), '4.00');
    await poller.scanNow();
    expect((await bank.find([reference])).get(reference)).toMatchObject({ outcome: 'paid', amount: '4.00' });
    const about = (rows: readonly object[]) =>
      rows.filter((row) => 'reference' in row && row.reference === reference);
    expect(about(journal.notices('0', 100).rows).at(-1)).toMatchObject({ outcome: 'paid' });
    expect(about(journal.lines('0', 500).rows)).toMatchObject([{ kind: 'operation', amount: '4.00' }]);
  });
});
