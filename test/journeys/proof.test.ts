import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buckets } from '../../src/domain/ledger.js';
import { openOtherAccount } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import {
  deposit,
  fund,
  mxnPayout,
  openFundingAccount,
  refusal,
  speiBeneficiary,
  walk,
} from '../setup/verbs.js';

let service: RunningService;

interface Entry {
  readonly account: string;
  readonly currency: string;
  readonly direction: string;
  readonly amount: string;
  readonly occurred_at: string;
  readonly resulting_balance: string;
}

/** Oldest first, in both currencies. */
const entries = new Map<string, Entry[]>();

beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '5000');
  const beneficiary = await speiBeneficiary(service);
  const pen = await openFundingAccount(service, 'PEN', 'USDT');
  await deposit(service, { funding_account_id: pen, amount: '900.00' });
  for (const tag of ['sim:paid', 'sim:fail', 'sim:return', 'sim:paid', 'sim:hold']) {
    const made = await service.post('/v1/payouts', mxnPayout(beneficiary, '100.03', tag));
    await service.until(`/v1/payouts/${made.get('id')}`, (each) =>
      tag === 'sim:return'
        ? each.at('refund.status') === 'settled'
        : tag === 'sim:hold' || each.at('status') !== 'processing',
    );
  }
  for (const currency of ['MXN', 'USDT']) {
    const found = await walk<Entry>(service, `/v1/balances/${currency}/entries?limit=3`, 'after');
    entries.set(currency, found.reverse());
  }
});
afterAll(() => service.stop());

const units = (amount: string) => BigInt(amount.replace('.', ''));
const signed = ({ direction, amount }: Entry) => (direction === 'credit' ? units(amount) : -units(amount));

/** The sums of the entries up to and including a time. */
function sums(currency: string, at: string): Record<string, bigint> {
  const until = (entries.get(currency) ?? []).filter((each) => each.occurred_at <= at);
  return Object.fromEntries(
    buckets.map((bucket) => [
      bucket,
      until.filter(({ account }) => account === bucket).reduce((sum, each) => sum + signed(each), 0n),
    ]),
  );
}

test('each entry has the resulting amount of its bucket, for any page size', async () => {
  for (const [currency, found] of entries) {
    const after = new Map<string, bigint>();
    for (const each of found) {
      const sum = (after.get(each.account) ?? 0n) + signed(each);
      after.set(each.account, sum);
      expect(units(each.resulting_balance)).toBe(sum);
    }
    const whole = await walk<Entry>(service, `/v1/balances/${currency}/entries?limit=100`, 'after');
    expect(whole.reverse()).toEqual(found);
  }
});

async function expectExact(): Promise<void> {
  const times = [...entries.values()].flat().map(({ occurred_at: at }) => at);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...times), fc.integer({ min: -1, max: 1 }), async (time, shift) => {
      const at = new Date(Date.parse(time) + shift).toISOString();
      const answer = await service.get(`/v1/balances?at=${at}`);
      const rows = answer.at('data') as Record<string, string>[];
      const held = ['MXN', 'USDT'].filter((currency) =>
        entries.get(currency)?.some((each) => each.occurred_at <= at),
      );
      expect(rows.map(({ currency }) => currency)).toEqual(held);
      for (const balance of rows) {
        const { currency = '', as_of: asOf } = balance;
        const balances = Object.fromEntries(buckets.map((bucket) => [bucket, units(balance[bucket] ?? '')]));
        expect(balances).toEqual(sums(currency, at));
        expect(asOf).toBe(entries.get(currency)?.findLast((each) => each.occurred_at <= at)?.occurred_at);
        expect(units(balance['total'] ?? '')).toBe(
          Object.entries(balances).reduce(
            (sum, [bucket, amount]) => (bucket === 'earnings' ? sum : sum + amount),
            0n,
          ),
        );
      }
    }),
    { numRuns: 40 },
  );
}

test('the balances of any time are the sums of the entries up to it', expectExact);

test('balances are the same with and without marks', async () => {
  await queryRows(
    service.databaseUrl,
    'select add_mark(b.account_id, b.currency, n) from balance b, generate_series(1, b.seq) n where n % 4 = 1',
  );
  await expectExact();
  for (const [currency, found] of entries)
    expect(
      (await walk<Entry>(service, `/v1/balances/${currency}/entries?limit=2`, 'after')).reverse(),
    ).toEqual(found);
  await service.check();
});

test('balances of a future time are those of now; before the first entry there are none', async () => {
  const now = (await service.get('/v1/balances')).body;
  expect((await service.get('/v1/balances?at=2100-01-01T00:00:00Z')).body).toEqual(now);
  expect((await service.get('/v1/balances?at=2020-01-01T00:00:00%2B02:00')).body).toEqual({ data: [] });
  const { key } = await openOtherAccount(service);
  expect((await service.get('/v1/balances?at=2100-01-01T00:00:00Z', { key })).body).toEqual({ data: [] });
  for (const at of ['2026-01-01', 'now', '', '2026-02-30T00:00:00Z'])
    expect(refusal(await service.get(`/v1/balances?at=${at}`))).toEqual([400, 'invalid_parameter', 'at']);
});

test('the checker finds a mark with wrong sums, and marks cannot be changed', async () => {
  await expect(queryRows(service.databaseUrl, 'delete from balance_mark')).rejects.toThrow(/never changed/);
  await queryRows(
    service.databaseUrl,
    `set session_replication_role = replica; update balance_mark set credits[1] = credits[1] + 1 where seq = 1`,
  );
  await expect(service.check()).rejects.toThrow(/marks/);
});
