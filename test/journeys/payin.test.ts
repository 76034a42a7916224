import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changedCatalogue } from '../setup/catalogue.js';
import { advance, openOtherAccount } from '../setup/hand.js';
import { queryRows, waitingForLock } from '../setup/rows.js';
import { freshKey, openService, type Answer, type RunningService } from '../setup/running.js';
import { balanceOf, deposit, eventsOf, openFunding, refusal, walk } from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.stop());

const pen = { method: 'bank_transfer', currency: 'PEN' };
const pay = (body: object) => service.post('/v1/sandbox/deposits', body);
const accountAt = (id: string) => service.get(`/v1/funding-accounts/${id}`);
const available = async (currency: string) => (await balanceOf(service, currency))['available'] ?? '0';

/** The pay-in as in lists and events: without its refundable amounts. */
function listed(payin: Answer): Record<string, unknown> {
  const { refunded: _refunded, refundable: _refundable, ...rest } = payin.body;
  return rest;
}

describe('a deposit', () => {
  test('is seen, confirmed, credited in USDT and published', async () => {
    const account = await openFunding(service, pen);
    const before = await available('USDT');
    const made = await pay({ funding_account_id: account.get('id'), amount: '150' });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^pin_[0-9a-z]{26}$/),
      status: 'processing',
      funding_account_id: account.get('id'),
      amount: '44.250000',
      currency: 'USDT',
      paid: { amount: '150.00', currency: 'PEN' },
      bank_reference: { kind: 'operation_number', value: expect.stringMatching(/^\d{10}$/) },
      created_at: expect.any(String),
    });
    const done = await service.until(
      `/v1/payins/${made.get('id')}`,
      (each) => each.at('status') === 'completed',
    );
    expect(done.body).toEqual({
      ...made.body,
      status: 'completed',
      completed_at: expect.stringMatching(/Z$/),
      refunded: { amount: '0.000000', currency: 'USDT' },
      refundable: { amount: '44.250000', currency: 'USDT' },
    });
    expect(await eventsOf(service, made.get('id'))).toEqual([['payin.completed', listed(done)]]);
    const inList = await service.get(`/v1/payins?funding_account_id=${account.get('id')}`);
    expect(inList.at('data')).toEqual([listed(done)]);
    const [entry, ...others] = (
      await walk<{ origin: object }>(service, '/v1/balances/USDT/entries', 'after')
    ).filter(({ origin }) => JSON.stringify(origin).includes(made.get('id')));
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      purpose: 'funding_deposit',
      account: 'available',
      direction: 'credit',
      amount: '44.250000',
      origin: { type: 'payin', id: made.get('id') },
    });
    expect(Number(await available('USDT')) - Number(before)).toBeCloseTo(44.25, 6);
    expect((await accountAt(account.get('id'))).at('status')).toBe('active');
  });

  test('is credited in full if it settles in its own currency', async () => {
    const account = await openFunding(service, { ...pen, settlement_currency: 'PEN' });
    const done = await deposit(service, { funding_account_id: account.get('id'), amount: '0.01' });
    expect([done.at('amount'), done.at('currency')]).toEqual(['0.01', 'PEN']);
    expect(done.at('paid')).toEqual({ amount: '0.01', currency: 'PEN' });
  });

  test('with one bank reference is one pay-in, however often it is reported', async () => {
    const account = await openFunding(service, pen);
    const body = { funding_account_id: account.get('id'), amount: '10.00', reference: 'bank-77' };
    const first = await deposit(service, body);
    const again = await pay(body);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect(again.body).toEqual(listed(first));
    const elsewhere = await openFunding(service, pen);
    const other = await pay({ ...body, funding_account_id: elsewhere.get('id') });
    expect([other.status, other.get('id') === first.get('id')]).toEqual([201, false]);
  });

  test('with one Idempotency-Key is one pay-in', async () => {
    const account = await openFunding(service, pen);
    const idempotencyKey = freshKey();
    const body = { funding_account_id: account.get('id'), amount: '10.00' };
    const first = await service.post('/v1/sandbox/deposits', body, { idempotencyKey });
    const again = await service.post('/v1/sandbox/deposits', body, { idempotencyKey });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.get('id')).toBe(first.get('id'));
    const other = await service.post('/v1/sandbox/deposits', { ...body, amount: '11' }, { idempotencyKey });
    expect(other.status).toBe(409);
    expect(await walk(service, `/v1/payins?funding_account_id=${account.get('id')}`)).toHaveLength(1);
  });

  test('that the bank does not confirm fails and moves nothing', async () => {
    const account = await openFunding(service, { ...pen, settlement_currency: 'PEN' });
    const before = await balanceOf(service, 'PEN');
    const done = await deposit(service, {
      funding_account_id: account.get('id'),
      amount: '9.00',
      outcome: 'failed',
    });
    expect(done.body).toMatchObject({
      status: 'failed',
      failure_code: 'not_confirmed',
      refundable: { amount: '0.00', currency: 'PEN' },
    });
    expect(done.body).not.toHaveProperty('completed_at');
    expect(await eventsOf(service, done.get('id'))).toEqual([['payin.failed', listed(done)]]);
    expect(await balanceOf(service, 'PEN')).toEqual(before);
    expect((await accountAt(account.get('id'))).at('status')).toBe('active');
  });

  test('confirmed with another amount fails, moves nothing and raises an exception', async () => {
    const account = await openFunding(service, { ...pen, settlement_currency: 'PEN' });
    const before = await balanceOf(service, 'PEN');
    const body = { funding_account_id: account.get('id'), amount: '9.00', delay_ms: 3_000 };
    const made = await pay(body);
    const other = `update simulator.payment set amount = 8 where reference =
      (select payment_reference from payin where id = $1)`;
    await queryRows(service.databaseUrl, other, [made.get('id')]);
    const path = `/v1/payins/${made.get('id')}`;
    const done = await service.until(path, (payin) => payin.at('status') !== 'processing');
    expect(done.body).toMatchObject({ status: 'failed', failure_code: 'not_confirmed' });
    expect(await balanceOf(service, 'PEN')).toEqual(before);
    const exceptions = await walk<object>(service, '/v1/reconciliation-exceptions');
    const raised = {
      type: 'provider_mismatch',
      resource: { type: 'payin', id: made.get('id') },
      expected: { amount: '9.00', currency: 'PEN' },
      actual: { amount: '8.00', currency: 'PEN' },
    };
    expect(exceptions.filter((each) => 'actual' in each)).toMatchObject([raised]);
  });

  test('that the bank reverses later stays credited and raises an exception', async () => {
    const account = await openFunding(service, { ...pen, settlement_currency: 'PEN' });
    const done = await deposit(service, {
      funding_account_id: account.get('id'),
      amount: '7.00',
      outcome: 'reversed',
    });
    expect(done.at('status')).toBe('completed');
    const balance = await balanceOf(service, 'PEN');
    const response = await service.until(
      '/v1/events?type=reconciliation.exception_created&limit=100',
      (events) => events.text.includes(done.get('id')),
    );
    const raised = (response.at('data') as { data: Record<string, unknown> }[]).find(
      ({ data }) => data['type'] === 'payin_reversed',
    );
    expect(raised?.data).toEqual({
      id: expect.stringMatching(/^rex_/),
      type: 'payin_reversed',
      status: 'open',
      resource: { type: 'payin', id: done.get('id') },
      expected: { amount: '7.00', currency: 'PEN' },
      created_at: expect.any(String),
    });
    expect(await balanceOf(service, 'PEN')).toEqual(balance);
    expect((await service.get(`/v1/payins/${done.get('id')}`)).at('status')).toBe('completed');
  });

  test('stays processing for as long as the bank takes', async () => {
    const account = await openFunding(service, pen);
    const made = await pay({ funding_account_id: account.get('id'), amount: '5.00', delay_ms: 1500 });
    const path = `/v1/payins/${made.get('id')}`;
    expect((await service.get(path)).at('status')).toBe('processing');
    expect(await eventsOf(service, made.get('id'))).toEqual([]);
    const done = await service.until(path, (each) => each.at('status') === 'completed');
    expect(Date.parse(done.get('completed_at')) - Date.parse(done.get('created_at'))).toBeGreaterThanOrEqual(
      1000,
    );
  });

  test('is credited while the next one into the same account is taken in', async () => {
    const account = await openFunding(service, pen);
    const made = await pay({ funding_account_id: account.get('id'), amount: '5.00', delay_ms: 500 });
    const next = new pg.Client({ connectionString: service.databaseUrl });
    await next.connect();
    try {
      await next.query('begin');
      await next.query('select from funding_account where id = $1 for no key update', [account.get('id')]);
      const path = `/v1/payins/${made.get('id')}`;
      const done = await service.until(path, (each) => each.at('status') !== 'processing');
      expect(done.at('status')).toBe('completed');
    } finally {
      await next.end();
    }
  });
});

test("deposits that wait for one account's lock delay no other account", async () => {
  const account = (await openFunding(service, { ...pen, settlement_currency: 'PEN' })).get('id');
  const other = await openOtherAccount(service);
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from funding_account where id = $1 for update', [account]);
  let answered = 0;
  const statusesOf = async (answers: Promise<Answer>[]) =>
    new Set((await Promise.all(answers)).map(({ status }) => status));
  const waiting = Array.from({ length: 20 }, async () => {
    const body = { funding_account_id: account, amount: '5.00' };
    const answer = await service.post('/v1/sandbox/deposits', body, { idempotencyKey: freshKey() });
    answered += 1;
    return answer;
  });
  try {
    await expect.poll(() => queryRows(service.databaseUrl, waitingForLock)).not.toEqual([]);
    const reads = Array.from({ length: 10 }, () => service.get('/v1/payins', { key: other.key }));
    expect(await statusesOf(reads)).toEqual(new Set([200]));
    expect(answered).toBe(0);
  } finally {
    await holder.end();
  }
  expect(await statusesOf(waiting)).toEqual(new Set([201]));
});

test('an invalid deposit field is refused by name', async () => {
  const open = (await openFunding(service, pen)).get('id');
  const absent = 'fa_01k9zq3v5e8x7m2n4p6r8t0w1y';
  for (const [body, ...expected] of [
    [{ funding_account_id: absent, amount: '1' }, 404, 'not_found', 'funding_account_id'],
    [{ funding_account_id: 'pin_1', amount: '1' }, 400, 'invalid_parameter', 'funding_account_id'],
    [{ amount: '1' }, 400, 'invalid_parameter', 'funding_account_id'],
    [{ funding_account_id: open }, 400, 'invalid_parameter', 'amount'],
    [{ funding_account_id: open, amount: '1.001' }, 400, 'invalid_parameter', 'amount'],
    [{ funding_account_id: open, amount: '0' }, 400, 'invalid_parameter', 'amount'],
    [{ funding_account_id: open, amount: 1 }, 400, 'invalid_body', 'amount'],
    [{ funding_account_id: open, amount: '1', outcome: 'lost' }, 400, 'invalid_parameter', 'outcome'],
    [{ funding_account_id: open, amount: '1', reference: ' \t' }, 400, 'invalid_parameter', 'reference'],
    [{ funding_account_id: open, amount: '1', delay_ms: 60_001 }, 400, 'invalid_parameter', 'delay_ms'],
    [{ funding_account_id: open, amount: '1', delay_ms: -1 }, 400, 'invalid_parameter', 'delay_ms'],
    [{ funding_account_id: open, amount: '1', delay_ms: '5' }, 400, 'invalid_body', 'delay_ms'],
    [{ funding_account_id: open, amount: '1', when: 'now' }, 400, 'invalid_body', 'when'],
  ] as const) {
    const refused = await pay(body);
    expect(refusal(refused), JSON.stringify(body)).toEqual(expected);
  }
  for (const [query, param] of [
    ['status=open', 'status'],
    ['funding_account_id=nonsense', 'funding_account_id'],
    ['created_after=yesterday', 'created_after'],
  ]) {
    expect(refusal(await service.get(`/v1/payins?${query}`))).toEqual([400, 'invalid_parameter', param]);
  }
  expect((await service.get(`/v1/payins?funding_account_id=${absent}`)).body).toEqual({
    data: [],
    has_more: false,
  });
  await deposit(service, { funding_account_id: open, amount: '1', outcome: 'failed' });
  const failed = await walk<{ status: string }>(service, '/v1/payins?status=failed&limit=1');
  expect(failed.length).toBeGreaterThan(1);
  expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['failed']));
  await service.check();
});

test('a credit is rounded down, and a credit of zero is refused before anyone pays', async () => {
  const catalogue = await changedCatalogue(({ rates }) => {
    const rate = rates.find(({ from, to }) => from === 'PEN' && to === 'USDT');
    Object.assign(rate ?? {}, { rate: '0.0000129999' });
  });
  const cheap = await openService({ PSP_CONFIG: catalogue.file });
  const account = await openFunding(cheap, pen);
  const done = await deposit(cheap, { funding_account_id: account.get('id'), amount: '1.00' });
  expect(done.at('amount')).toBe('0.000012');
  const refused = await cheap.post('/v1/funding-accounts', { ...pen, amount: '0.07' });
  expect(refusal(refused)).toEqual([422, 'amount_too_small', 'amount']);
  const least = await openFunding(cheap, { ...pen, amount: '0.08' });
  await advance(cheap, 31 * 60);
  expect((await cheap.get(`/v1/payins?funding_account_id=${least.get('id')}`)).at('data.0.amount')).toBe(
    '0.000001',
  );
  await cheap.check();
  await cheap.stop();
  await catalogue.remove();
});
