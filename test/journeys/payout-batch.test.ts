import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stopPayouts } from '../../src/usecases/kill-switch.js';
import { decideRisk } from '../../src/usecases/risk.js';
import { batchPath, counted, createBatch, ended, itemsOf, summaryOf } from '../setup/batch-journey.js';
import { operator, withHand } from '../setup/hand.js';
import { instant, repeatedCalls, typesOf } from '../setup/payout-journey.js';
import { queryRows } from '../setup/rows.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { scrape } from '../setup/scrape.js';
import {
  allAtOnce,
  balanceOf,
  countByStatus,
  eventsOf,
  fund,
  mxnPayout,
  refusal,
  speiBeneficiary,
  walk,
} from '../setup/verbs.js';

let service: RunningService;
let beneficiaryId: string;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '100000.00');
  beneficiaryId = await speiBeneficiary(service);
});
afterAll(async () => {
  await service.check();
  expect(await repeatedCalls(service)).toEqual([]);
  await service.stop();
});

const item = (description?: string, amount?: string) => mxnPayout(beneficiaryId, amount, description);
const absentId = 'ben_01k9zq3v5e8x7m2n4p6r8t0w1z';
const createRaw = (body: unknown) => service.post('/v1/payout-batches', body);
const cancel = (id: string, idempotencyKey = freshKey()) =>
  service.post(`${batchPath(id)}/cancel`, undefined, { idempotencyKey });

async function quote(): Promise<string> {
  const body = {
    method: 'spei',
    currency: 'MXN',
    source_currency: 'USDT',
    amount: '1',
    amount_side: 'source',
  };
  const made = await service.post('/v1/quotes', body);
  expect(made.status, made.text).toBe(201);
  return made.get('id');
}

describe('a batch', () => {
  test('is accepted whole, and each item becomes a payout in its order', async () => {
    const items = [
      { ...item('Invoice 1', '10.00'), reference: 'a' },
      { ...item('sim:fail', '20.00'), reference: 'A' },
      { ...item('sim:return', '30.00'), reference: 'á' },
    ];
    const made = await createBatch(service, items, 'November');
    const id = made.get('id');
    expect(made.body).toMatchObject({
      description: 'November',
      totals: [{ currency: 'MXN', requested: '60.00', completed: '0.00' }],
      created_at: instant,
    });
    const batch = await service.until(batchPath(id), (each) => each.at('summary.returned') === 1);
    const done = await ended(service, id);
    expect(batch.at('summary')).toMatchObject({ total: 3 });
    expect(done.at('status')).toBe('completed_with_failures');
    expect(done.at('finished_at')).toEqual(instant);
    expect(done.body).not.toHaveProperty('cancellation');
    expect(summaryOf(done)).toEqual({ total: 3, completed: 1, failed: 1, returned: 1 });
    expect(done.at('totals')).toEqual([{ currency: 'MXN', requested: '60.00', completed: '10.00' }]);

    const list = await itemsOf(service, id);
    expect(list.map(({ index, reference, status }) => [index, reference, status])).toEqual([
      [0, 'a', 'completed'],
      [1, 'A', 'failed'],
      [2, 'á', 'returned'],
    ]);
    for (const [index, { payout_id: payoutId = '', failure_code: failureCode }] of list.entries()) {
      const payout = await service.get(`/v1/payouts/${payoutId}`);
      expect(failureCode).toBe(payout.at('failure_code'));
      expect(payout.at('batch_id')).toBe(id);
      expect(payout.at('description')).toBe(items[index]?.description);
      const refused = await service.post(`/v1/payouts/${payoutId}/cancel`);
      expect(refused.status).toBe(409);
    }
    // One of its payouts is returned, after the last item ended or before.
    const [first, second, ...others] = await typesOf(service, id);
    expect([first, second]).toEqual(['payout_batch.created', 'payout_batch.completed']);
    expect(others.filter((type) => type !== 'payout_batch.updated')).toEqual([]);
    const [[, created] = [], [, completed] = []] = await eventsOf(service, id);
    expect(created).toMatchObject({ id, status: 'processing', summary: { pending: 3 } });
    expect(created).not.toHaveProperty('description');
    expect(completed).toMatchObject({ status: 'completed_with_failures', finished_at: instant });
    expect(await itemPages(id)).toEqual(list.map((each) => each.id));
    const listed = await service.get('/v1/payout-batches?limit=1&status=completed_with_failures');
    expect(listed.at('data.0')).toEqual((await service.get(batchPath(id))).body);
  });

  test('refuses each item that cannot be paid, and the others go on', async () => {
    const spare = await speiBeneficiary(service, '032180000118359722');
    await service.post(`/v1/beneficiaries/${spare}/archive`);
    const quoteId = await quote();
    await fundUsdt();
    const made = await createBatch(service, [
      { ...item(), beneficiary_id: absentId },
      { ...item(), beneficiary_id: spare },
      { beneficiary_id: beneficiaryId, quote_id: quoteId },
      { beneficiary_id: beneficiaryId, quote_id: quoteId },
      item('sim:block'),
      { ...item(), source_currency: 'EUR' },
      item('x', '999999.00'),
      item('x', '90000.00'),
      item(),
    ]);
    const batch = await ended(service, made.get('id'));
    const list = await itemsOf(service, made.get('id'));
    expect(list.map((each) => [each.status, each.error_code, each.error_param])).toEqual([
      ['refused', 'not_found', 'beneficiary_id'],
      ['refused', 'beneficiary_archived', undefined],
      ['completed', undefined, undefined],
      ['refused', 'quote_already_used', undefined],
      ['refused', 'risk_blocked', undefined],
      ['refused', 'pricing_unavailable', 'source_currency'],
      ['failed', undefined, undefined],
      ['completed', undefined, undefined],
      ['completed', undefined, undefined],
    ]);
    const { payout_id: failed = '' } = list[6] ?? {};
    expect((await service.get(`/v1/payouts/${failed}`)).at('failure_code')).toBe('insufficient_funds');
    expect(summaryOf(batch)).toEqual({ total: 9, completed: 3, failed: 1, refused: 5 });
    expect(batch.at('totals')).toEqual([
      { currency: 'EUR', requested: '10.00', completed: '0.00' },
      { currency: 'MXN', requested: '1090039.00', completed: '90010.00' },
      { currency: 'USDT', requested: '2.000000', completed: '1.000000' },
    ]);
  });

  test('with every item paid is completed; its key always replays it', async () => {
    const idempotencyKey = freshKey();
    const body = { items: [item()] };
    const answers = await allAtOnce(3, () => service.post('/v1/payout-batches', body, { idempotencyKey }));
    expect(countByStatus(answers)).toEqual({ 200: 2, 201: 1 });
    const id = answers[0]?.get('id') ?? '';
    const done = await ended(service, id);
    expect(done.at('status')).toBe('completed');
    const again = await service.post('/v1/payout-batches', body, { idempotencyKey });
    expect([again.status, again.body]).toEqual([200, done.body]);
    const other = await service.post('/v1/payout-batches', { items: [item('x')] }, { idempotencyKey });
    expect(refusal(other)).toEqual([409, 'idempotency_key_reused', 'Idempotency-Key']);
  });

  test('with an uncertain payout stays processing', async () => {
    const { body } = await createBatch(service, [item(), item('sim:uncertain')]);
    const id = String(body['id']);
    const unsure = await service.until(
      batchPath(id),
      (each) => each.at('summary.verification_pending') === 1,
    );
    expect(unsure.at('status')).toBe('processing');
    const [, second] = await itemsOf(service, id);
    await service.post(`/v1/sandbox/operations/${second?.payout_id}/evidence`, { outcome: 'paid' });
    expect((await ended(service, id)).at('status')).toBe('completed');
  });

  async function itemPages(id: string): Promise<string[]> {
    const first = await service.get(`${batchPath(id)}/items?limit=2`);
    const cursor = first.get('next_cursor');
    const second = await service.get(`${batchPath(id)}/items?limit=2&starting_after=${cursor}`);
    expect(second.at('has_more')).toBe(false);
    const foreign = await service.get(`/v1/payout-batches?starting_after=${cursor}`);
    expect(refusal(foreign)).toEqual([400, 'invalid_parameter', 'starting_after']);
    return [first, second].flatMap((page) => (page.at('data') as { id: string }[]).map((each) => each.id));
  }
});

async function fundUsdt(): Promise<void> {
  const made = await service.post('/v1/funding-accounts', { method: 'spei', currency: 'MXN' });
  const path = `/v1/funding-accounts/${made.get('id')}`;
  await service.until(path, (each) => each.at('status') === 'active');
  const deposit = { funding_account_id: made.get('id'), amount: '1000.00' };
  const payin = await service.post('/v1/sandbox/deposits', deposit);
  await service.until(`/v1/payins/${payin.get('id')}`, (each) => each.at('status') === 'completed');
}

describe('a malformed batch', () => {
  test.each([
    ['no items', { items: [] }, 'invalid_parameter', 'items'],
    ['items that are no list', { items: {} }, 'invalid_body', 'items'],
    ['too many', { items: Array.from({ length: 1001 }, () => item()) }, 'invalid_parameter', 'items'],
    ['an unknown field', { items: [{}], note: 1 }, 'invalid_body', 'note'],
  ])('%s', async (_what, body, code, param) => {
    expect(refusal(await createRaw(body))).toEqual([400, code, param]);
  });

  test.each([
    ['a value', { amount: '-1' }, 'invalid_parameter', 'amount'],
    ['a price that is missing', { amount_side: undefined }, 'invalid_parameter', 'amount_side'],
    ['decimals that the currency has not', { amount: '1.001' }, 'invalid_parameter', 'amount'],
    ['an id of another kind', { beneficiary_id: 'pout_x' }, 'invalid_parameter', 'beneficiary_id'],
    ['a currency that is none', { source_currency: 'XXX' }, 'invalid_parameter', 'source_currency'],
    ['a currency in small letters', { source_currency: 'usdt' }, 'invalid_parameter', 'source_currency'],
    ['a field that is not known', { nope: 1 }, 'invalid_body', 'nope'],
    ['a type', { amount: 1 }, 'invalid_body', 'amount'],
  ])('lists every item with %s, up to ten, and creates nothing', async (_what, fault, code, field) => {
    const bad = new Set(Array.from({ length: 37 }, (_, n) => 11 + n * 27));
    const items = Array.from({ length: 1000 }, (_, n) => (bad.has(n) ? { ...item(), ...fault } : item()));
    const before = (await service.get('/v1/payout-batches?limit=1')).at('data.0.id');
    const answer = await createRaw({ items });
    expect(refusal(answer)).toEqual([400, code, `items[11].${field}`]);
    const named = [...bad].slice(1, 10).map((n) => `items[${n}]`);
    for (const each of named) expect(answer.get('error.message')).toContain(each);
    expect(answer.get('error.message')).toContain('and 27 more');
    expect((await service.get('/v1/payout-batches?limit=1')).at('data.0.id')).toBe(before);
  });

  test('with an amount that has too many decimals for its currency is refused by name', async () => {
    const fine = { ...item(), amount_side: 'destination' };
    const items = [{ ...fine, beneficiary_id: absentId }, fine, { ...fine, amount: '1.001' }];
    expect(refusal(await createRaw({ items }))).toEqual([400, 'invalid_parameter', 'items[2].amount']);
    const said = await service.post('/v1/payout-batches/preview', { items });
    expect(said.at('refusal')).toMatchObject({ code: 'invalid_parameter', param: 'items[2].amount' });
  });

  test('accepts equal references, which its payouts get too', async () => {
    const items = ['x', 'X', 'x'].map((reference) => ({ ...item(), reference, metadata: { run: 'x' } }));
    const made = await createBatch(service, items);
    expect((await ended(service, made.get('id'))).at('status')).toBe('completed');
    const found = await service.get('/v1/payouts?reference=x&metadata[run]=x');
    const batches = (found.at('data') as { batch_id: string }[]).map((each) => each.batch_id);
    expect(batches).toEqual([made.get('id'), made.get('id')]);
  });

  test('may have 1 MiB, to the byte, on this path only', async () => {
    const body = (size: number) => {
      const text = JSON.stringify({ items: [item()] });
      return text + ' '.repeat(size - text.length);
    };
    const send = async (path: string, size: number) => (await service.post(path, body(size))).status;
    expect(await send('/v1/payout-batches', 1024 * 1024)).toBe(201);
    expect(refusal(await createRaw(body(1024 * 1024 + 1)))).toEqual([413, 'body_too_large']);
    expect(await send('/v1/payouts', 64 * 1024 + 1)).toBe(413);
  });
});

describe('a cancellation', () => {
  test('is recorded at once and carried out item by item', async () => {
    const { body } = await createBatch(service, [
      item(),
      item('sim:queue:600000', '50.00'),
      item('sim:hold', '60.00'),
      item('sim:review', '70.00'),
      { ...item(), beneficiary_id: absentId },
      item('sim:uncertain'),
    ]);
    const id = String(body['id']);
    await service.until(batchPath(id), (each) => each.at('summary.verification_pending') === 1);
    const before = await balanceOf(service, 'MXN');
    const list = await itemsOf(service, id);
    const own = await service.post(`/v1/payouts/${list[1]?.payout_id}/cancel`);
    expect(own.at('error.reasons')).toEqual(['managed_by_batch']);

    const response = await cancel(id);
    expect(response.status, response.text).toBe(202);
    expect(response.at('cancellation')).toEqual({
      requested_at: instant,
      requested_via: 'api',
      status: 'in_progress',
    });
    const repeat = await cancel(id);
    expect([repeat.status, repeat.at('cancellation.requested_at')]).toEqual([
      200,
      response.at('cancellation.requested_at'),
    ]);
    const after = await service.until(batchPath(id), (each) => each.at('summary.cancelled') === 1);
    expect(after.at('status')).toBe('processing');
    expect((await itemsOf(service, id)).map((each) => [each.status, each.not_cancelled_reason])).toEqual([
      ['completed', 'already_completed'],
      ['cancelled', undefined],
      ['processing', 'submitted'],
      ['processing', 'in_review'],
      ['refused', 'already_refused'],
      ['verification_pending', 'outcome_uncertain'],
    ]);
    const [, held] = await itemsOf(service, id);
    const payout = await service.get(`/v1/payouts/${held?.payout_id}`);
    expect(payout.at('cancellation')).toMatchObject({ decided_at: instant });
    const balance = await balanceOf(service, 'MXN');
    expect(Number(balance['available']) - Number(before['available'])).toBeCloseTo(50.75, 5);

    for (const index of [2, 3, 5]) await settle(list[index]?.payout_id ?? '');
    const done = await ended(service, id);
    expect(done.at('status')).toBe('partially_cancelled');
    expect(done.at('cancellation.status')).toBe('finished');
    expect(await typesOf(service, id)).toEqual([
      'payout_batch.created',
      'payout_batch.cancellation_requested',
      'payout_batch.cancellation_finished',
    ]);
  });

  test('of a finished batch gives a reason for each item, and changes nothing', async () => {
    const { body } = await createBatch(service, [
      item(),
      item('sim:fail'),
      { ...item(), beneficiary_id: absentId },
    ]);
    const id = String(body['id']);
    const done = await ended(service, id);
    expect((await cancel(id)).status).toBe(202);
    const after = await service.until(batchPath(id), (each) => each.at('cancellation.status') === 'finished');
    expect([after.at('status'), after.at('finished_at')]).toEqual([
      done.at('status'),
      done.at('finished_at'),
    ]);
    expect((await itemsOf(service, id)).map((each) => each.not_cancelled_reason)).toEqual([
      'already_completed',
      'already_failed',
      'already_refused',
    ]);
  });

  // Supplement §11.1: an item refused for another reason was not cancelled.
  test.each([
    ['cancelled', {}],
    ['partially_cancelled', { beneficiary_id: absentId }],
    ['partially_cancelled', { description: 'sim:block' }],
  ])('of a batch whose payouts all wait pays nothing: %s with %j', async (status, last) => {
    const waits = item('sim:queue:600000');
    const { body } = await createBatch(service, [waits, waits, { ...waits, ...last }]);
    const id = String(body['id']);
    await service.until(batchPath(id), (each) => each.at('summary.pending') === 0);
    expect((await cancel(id)).status).toBe(202);
    const done = await ended(service, id);
    expect([done.at('status'), done.at('summary.completed')]).toEqual([status, 0]);
  });

  test.each([0, 30, 60, 120, 240])(
    'requested %i ms after the batch: no cancelled payout was sent',
    async (ms) => {
      const items = Array.from({ length: 120 }, () => item('sim:slow:5', '1.00'));
      const { body } = await createBatch(service, items);
      const id = String(body['id']);
      await sleep(ms);
      const answers = await allAtOnce(3, () => cancel(id));
      expect(countByStatus(answers)).toEqual({ 200: 2, 202: 1 });
      // A batch that had ended before stays as it was during its cancellation.
      await service.until(batchPath(id), (each) => each.at('cancellation.status') === 'finished');
      const list = await itemsOf(service, id);
      const stopped = list.filter(({ status }) => status === 'cancelled');
      const paid = list.filter(({ status }) => status === 'completed');
      expect(stopped.length + paid.length).toBe(120);
      expect(
        paid.every((each) => ['submitted', 'already_completed'].includes(each.not_cancelled_reason ?? '')),
      ).toBe(true);
      const calls = await queryRows(
        service.databaseUrl,
        `select p.id from payout p join simulator.call c using (reference) where p.batch_id = $1 and p.status = 'cancelled'`,
        [id],
      );
      expect(calls).toEqual([]);
    },
  );

  /** Ends a payout that waits for a decision. */
  async function settle(payoutId: string): Promise<void> {
    const payout = await service.get(`/v1/payouts/${payoutId}`);
    if (payout.at('risk_status') === 'in_review') {
      const id = payout.get('risk_decision_id');
      await withHand(service, (ports) => decideRisk(ports, operator, { id, approve: false }));
    } else {
      await service.post(`/v1/sandbox/operations/${payoutId}/evidence`, { outcome: 'paid' });
    }
  }
});

test('the kill switch refuses a new batch, holds back the items of an accepted one, and loses none', async () => {
  const stop = (stopped: boolean) => withHand(service, (ports) => stopPayouts(ports, operator, stopped));
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  // Nothing is decided while this transaction locks the balance.
  await client.query(`begin; select from balance where currency = 'MXN' for update`);
  const items = Array.from({ length: 150 }, () => item('x', '1.00'));
  const id = (await createBatch(service, items)).get('id');
  await stop(true);
  await client.query('commit');
  await client.end();
  expect(refusal(await createRaw({ items: [item()] }))).toEqual([503, 'operation_suspended']);
  const held = await service.get(batchPath(id));
  expect([held.at('status'), Number(held.at('summary.pending')) >= 50]).toEqual(['processing', true]);
  await stop(false);
  expect((await ended(service, id)).at('status')).toBe('completed');
});

describe('a returned payout', () => {
  const evidence = (payoutId: string, outcome: string) =>
    service.post(`/v1/sandbox/operations/${payoutId}/evidence`, { outcome });
  const payoutsOf = async (id: string) => (await itemsOf(service, id)).map((each) => each.payout_id ?? '');
  const refundIs = (payoutId: string) =>
    service.until(`/v1/payouts/${payoutId}`, (each) => each.at('refund.status') === 'settled');

  test.each(['before', 'after'])(
    '%s the last item ended counts as paid: the batch is completed',
    async (when) => {
      const { body } = await createBatch(service, [item('sim:paid', '5.00'), item('sim:hold', '7.00')]);
      const id = String(body['id']);
      const [first = '', last = ''] = await payoutsUntil(id, 2);
      await service.until(`/v1/payouts/${first}`, (each) => each.at('status') === 'completed');
      if (when === 'before') {
        await evidence(first, 'returned');
        await refundIs(first);
      }
      await evidence(last, 'paid');
      const done = await ended(service, id);
      expect(done.at('status')).toBe('completed');
      if (when === 'after') {
        await evidence(first, 'returned');
        await refundIs(first);
      }
      const after = await service.get(batchPath(id));
      expect([after.at('status'), after.at('finished_at')]).toEqual(['completed', done.at('finished_at')]);
      expect(summaryOf(after)).toEqual({ total: 2, completed: 1, returned: 1 });
      expect(after.at('totals')).toEqual([{ currency: 'MXN', requested: '12.00', completed: '7.00' }]);
      const changed = Date.parse(after.get('updated_at'));
      for (const { updated_at: at } of await walk<{ updated_at: string }>(service, `${batchPath(id)}/items`))
        expect(changed).toBeGreaterThanOrEqual(Date.parse(at));
      const updates = when === 'after' ? ['payout_batch.updated', 'payout_batch.updated'] : [];
      expect(await typesOf(service, id)).toEqual([
        'payout_batch.created',
        'payout_batch.completed',
        ...updates,
      ]);
      const [, data] = (await eventsOf(service, id)).at(-1) ?? [];
      expect(data).toEqual(after.body);
      await service.check();
    },
  );

  test('together with others of its batch during a cancellation loses no change', async () => {
    const { body } = await createBatch(
      service,
      Array.from({ length: 12 }, () => item('sim:paid', '1.00')),
    );
    const id = String(body['id']);
    const done = await ended(service, id);
    expect(done.at('status')).toBe('completed');
    const payouts = await payoutsOf(id);
    const retries = async () => (await scrape(service)).value('psp_transaction_retries_total');
    const before = await retries();
    const returns = payouts.slice(0, 10).map((payoutId) => evidence(payoutId, 'returned'));
    const [cancelled, ...answers] = await Promise.all([cancel(id), ...returns]);
    expect(cancelled.status).toBe(202);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const payoutId of payouts.slice(0, 10)) await refundIs(payoutId);
    const after = await service.until(batchPath(id), (each) => each.at('cancellation.status') === 'finished');
    expect(after.at('status')).toBe('completed');
    expect(summaryOf(after)).toEqual({ total: 12, completed: 2, returned: 10 });
    // Cancellations and returns take their locks in one order, so no transaction is retried.
    expect(await retries()).toEqual(before);
    expect(
      (await typesOf(service, id)).filter((type) => type === 'payout_batch.updated').length,
    ).toBeGreaterThan(1);
    await service.check();
  });

  test('while the last item ends is counted in its batch, whichever comes first', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { body } = await createBatch(service, [item('sim:paid', '1.00'), item('sim:hold', '1.00')]);
      const id = String(body['id']);
      const [first = '', last = ''] = await payoutsUntil(id, 2);
      await service.until(`/v1/payouts/${first}`, (each) => each.at('status') === 'completed');
      await Promise.all([evidence(first, 'returned'), evidence(last, 'paid')]);
      expect((await ended(service, id)).at('status')).toBe('completed');
      await refundIs(first);
    }
    await service.check();
  });

  async function payoutsUntil(id: string, count: number): Promise<string[]> {
    await service.until(batchPath(id), (each) => each.at('summary.pending') === 0);
    const ids = await payoutsOf(id);
    expect(ids).toHaveLength(count);
    for (const each of ids.slice(1))
      await service.until(`/v1/payouts/${each}`, (payout) => payout.at('status') === 'processing');
    return ids;
  }
});

test('the counts add up at every moment', async () => {
  const { body } = await createBatch(
    service,
    Array.from({ length: 250 }, () => item('x', '1.00')),
  );
  const id = String(body['id']);
  let sampled = 0;
  for (;;) {
    const batch = await service.get(batchPath(id));
    expect(counted(batch)).toBe(250);
    sampled += 1;
    if (batch.at('status') !== 'processing') break;
  }
  expect(sampled).toBeGreaterThan(3);
});
