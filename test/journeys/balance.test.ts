import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccount } from '../../src/usecases/account.js';
import { operator, withHand } from '../setup/hand.js';
import { openService, type RunningService } from '../setup/running.js';
import {
  allAtOnce,
  balanceOf,
  deposit,
  fund,
  mxnPayout,
  openFunding,
  refusal,
  speiBeneficiary,
  walk,
} from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.stop());

interface Entry {
  readonly id: string;
  readonly journal_id: string;
  readonly purpose: string;
  readonly account: string;
  readonly direction: 'credit' | 'debit';
  readonly amount: string;
  readonly currency: string;
  readonly origin: { readonly type: string; readonly id: string };
  readonly occurred_at: string;
}

const statement = (currency: string, limit = 100) =>
  walk<Entry>(service, `/v1/balances/${currency}/entries?limit=${limit}`, 'after');
const buckets = ['available', 'pending', 'reserved', 'in_settlement', 'earnings'] as const;

/** In smallest units, so that sums use whole numbers. */
const units = (amount: string | undefined) => BigInt((amount ?? 'none').replace('.', ''));

/** The sums of the statement in each bucket. */
function added(entries: readonly Entry[]): Record<string, bigint> {
  const sums: Record<string, bigint> = Object.fromEntries(buckets.map((bucket) => [bucket, 0n]));
  for (const { account, direction, amount } of entries) {
    sums[account] = (sums[account] ?? 0n) + (direction === 'credit' ? units(amount) : -units(amount));
  }
  return sums;
}

async function expectStatementAddsUp(currency: string, limit: number): Promise<void> {
  const [entries, balance] = [await statement(currency, limit), await balanceOf(service, currency)];
  expect(added(entries)).toEqual(
    Object.fromEntries(buckets.map((bucket) => [bucket, units(balance[bucket])])),
  );
  expect(units(balance['total'])).toBe(
    units(balance['available']) +
      units(balance['pending']) +
      units(balance['reserved']) +
      units(balance['in_settlement']),
  );
  expect(balance['as_of']).toBe(entries[0]?.occurred_at);
}

test('an account that never held anything has no balance and empty statements', async () => {
  expect((await service.get('/v1/balances')).body).toEqual({ data: [] });
  const entries = await service.get('/v1/balances/PEN/entries');
  expect([entries.status, entries.body]).toEqual([200, { data: [], has_more: false }]);
});

test('a currency appears with its first entry; only the treasury asset is primary', async () => {
  await fund(service, 'MXN', '10000');
  expect((await service.get('/v1/balances')).body).toEqual({
    data: [
      {
        currency: 'MXN',
        primary: false,
        available: '10000.00',
        pending: '0.00',
        reserved: '0.00',
        in_settlement: '0.00',
        earnings: '0.00',
        total: '10000.00',
        as_of: expect.stringMatching(/\.\d{3}Z$/),
      },
    ],
  });
  const account = await openFunding(service, { method: 'ach', currency: 'USD' });
  await deposit(service, { funding_account_id: account.get('id'), amount: '1.01' });
  expect(await balanceOf(service, 'USDT')).toMatchObject({ primary: true, available: '1.008485' });
  expect(await balanceOf(service, 'MXN')).toMatchObject({ primary: false });
});

test('all pages of the statement add up to the balances, after every kind of movement', async () => {
  const beneficiary = await speiBeneficiary(service);
  const ends: Record<string, string> = {
    'sim:paid': 'completed',
    'sim:fail': 'failed',
    'sim:uncertain:paid': 'completed',
    'sim:uncertain:fail': 'failed',
    'sim:return': 'returned',
    'sim:queue:60000': 'processing',
    'sim:hold': 'processing',
  };
  for (const [tag, end] of Object.entries(ends)) {
    const made = await service.post('/v1/payouts', mxnPayout(beneficiary, '10.01', tag));
    const path = `/v1/payouts/${made.get('id')}`;
    const settled = (status: unknown, refund: unknown) =>
      status === end && (end !== 'returned' || refund === 'settled');
    await service.until(path, (each) => settled(each.at('status'), each.at('refund.status')));
    if (tag.startsWith('sim:queue')) {
      await service.post(`${path}/cancel`);
      await service.until(path, (each) => each.at('status') === 'cancelled');
    }
  }
  for (const limit of [1, 3, 100]) await expectStatementAddsUp('MXN', limit);
  await expectStatementAddsUp('USDT', 1);
  const entries = await statement('MXN');
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  const times = entries.map(({ occurred_at }) => occurred_at);
  expect(times).toEqual(times.toSorted().reverse());
  expect(entries.every(({ amount, currency }) => units(amount) > 0n && currency === 'MXN')).toBe(true);
  expect(new Set(entries.map(({ purpose }) => purpose))).toEqual(
    new Set([
      'funding_deposit',
      'payout_reserve',
      'payout_capture',
      'reversal',
      'payout_return',
      'payout_return_settled',
    ]),
  );
  // Reserved at the bank: 10.01 principal, 0.11 fee and 0.06 markup; earned: three markups.
  expect(await balanceOf(service, 'MXN')).toMatchObject({ reserved: '10.18', earnings: '0.18' });
});

test('a reserve is one amount in one journal, with the payout as origin', async () => {
  const payout = await service.post(
    '/v1/payouts',
    mxnPayout(await speiBeneficiary(service), '100', 'sim:hold'),
  );
  const sides = (await statement('MXN')).filter(({ origin }) => origin.id === payout.get('id'));
  expect(sides).toHaveLength(2);
  expect(new Set(sides.map(({ journal_id }) => journal_id)).size).toBe(1);
  expect(sides[0]?.journal_id).toMatch(/^jrn_[0-9a-z]{26}$/);
  for (const side of sides) {
    expect(side).toEqual({
      id: expect.stringMatching(/^ent_[0-9a-z]{26}$/),
      journal_id: sides[0]?.journal_id,
      purpose: 'payout_reserve',
      account: side.direction === 'debit' ? 'available' : 'reserved',
      direction: expect.stringMatching(/^(debit|credit)$/),
      amount: '101.50',
      currency: 'MXN',
      origin: { type: 'payout', id: payout.get('id') },
      occurred_at: expect.stringMatching(/\.\d{3}Z$/),
      resulting_balance: expect.stringMatching(/^\d+\.\d{2}$/),
    });
  }
});

test('reading continues from an entry id as from a cursor', async () => {
  const all = await statement('MXN');
  const first = await service.get('/v1/balances/MXN/entries?limit=4');
  const byCursor = await service.get(`/v1/balances/MXN/entries?limit=4&after=${first.get('next_cursor')}`);
  const byId = await service.get(`/v1/balances/MXN/entries?limit=4&after=${first.get('data.3.id')}`);
  expect(byId.body).toEqual(byCursor.body);
  expect(byId.at('data')).toEqual(all.slice(4, 8));
  const last = await service.get(`/v1/balances/MXN/entries?after=${all.at(-1)?.id}`);
  expect(last.body).toEqual({ data: [], has_more: false });
  expect(((await service.get('/v1/balances/MXN/entries')).at('data') as Entry[]).length).toBe(
    Math.min(50, all.length),
  );
});

test('paging returns each initial entry once while money keeps moving', async () => {
  const start = await statement('MXN');
  const account = await openFunding(service, { method: 'spei', currency: 'MXN', settlement_currency: 'MXN' });
  const deposits = allAtOnce(40, () =>
    deposit(service, { funding_account_id: account.get('id'), amount: '0.05' }),
  );
  const met = await statement('MXN', 2);
  await deposits;
  const counts = Map.groupBy(met, ({ id }) => id);
  expect(start.map(({ id }) => counts.get(id)?.length)).toEqual(start.map(() => 1));
  expect(met.length).toBe(counts.size);
  await expectStatementAddsUp('MXN', 7);
});

test('a cursor or entry of another statement is refused', async () => {
  const { secret } = await withHand(service, (ports) =>
    openAccount(ports, operator, { name: 'Other', ownerEmail: null }),
  );
  const [mine] = await statement('MXN', 1);
  const cursor = (await service.get('/v1/balances/MXN/entries?limit=1')).get('next_cursor');
  const events = (await service.get('/v1/events')).get('next_cursor');
  const wrong = [
    ['MXN', 'nonsense'],
    ['MXN', 'ent_01k9zq3v5e8x7m2n4p6r8t0w1y'],
    ['MXN', events],
    ['MXN', `${cursor.slice(0, -2)}xx`],
    ['MXN', ''],
    ['USDT', cursor],
    ['USDT', mine?.id ?? ''],
  ];
  for (const [currency, after] of wrong) {
    const refused = await service.get(`/v1/balances/${currency}/entries?after=${after}`);
    expect(refusal(refused), after).toEqual([400, 'invalid_parameter', 'after']);
  }
  for (const after of [cursor, mine?.id]) {
    const foreign = await service.get(`/v1/balances/MXN/entries?after=${after}`, { key: secret });
    expect(refusal(foreign)).toEqual([400, 'invalid_parameter', 'after']);
  }
  for (const [query, param] of [
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=01', 'limit'],
    ['limit=5&limit=5', 'limit'],
    ['starting_after=x', 'starting_after'],
  ]) {
    expect(refusal(await service.get(`/v1/balances/MXN/entries?${query}`))).toEqual([
      400,
      'invalid_parameter',
      param,
    ]);
  }
  expect((await service.get('/v1/balances', { key: secret })).body).toEqual({ data: [] });
  await service.check();
});
