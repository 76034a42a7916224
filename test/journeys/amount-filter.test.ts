import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorOf } from '../setup/graphql.js';
import { openOtherAccount } from '../setup/hand.js';
import { clientOf, openService, type RunningService } from '../setup/running.js';
import {
  deposit,
  fund,
  mxnPayout,
  openFunding,
  refusal,
  speiBeneficiary,
  speiDestination,
  walk,
} from '../setup/verbs.js';

const amounts = ['5.00', '7.00', '7.01', '12.00', '7.00'];

let service: RunningService;
/** The ids under each path, in the order of `amounts`. */
const made = new Map<string, string[]>();
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '10000.00');
  const beneficiaryId = await speiBeneficiary(service);
  const destination = await speiDestination(service);
  const account = { method: 'spei', currency: 'MXN', settlement_currency: 'MXN' };
  const into = (await openFunding(service, account)).get('id');
  const make: Readonly<Record<string, (amount: string) => Promise<{ get: (path: string) => string }>>> = {
    payouts: (amount) => service.post('/v1/payouts', mxnPayout(beneficiaryId, amount)),
    payins: (amount) => deposit(service, { funding_account_id: into, amount }),
    withdrawals: (amount) => service.post('/v1/withdrawals', { destination_id: destination, amount }),
    refunds: async (amount) => {
      const payin = await deposit(service, { funding_account_id: into, amount: '90.00' });
      return service.post('/v1/refunds', { payin_id: payin.get('id'), amount });
    },
  };
  for (const [path, one] of Object.entries(make)) {
    const ids: string[] = [];
    for (const amount of amounts) ids.push((await one(amount)).get('id'));
    made.set(path, ids);
  }
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const paths = ['payouts', 'payins', 'withdrawals', 'refunds'];
const found = async (path: string, query: string): Promise<string[]> =>
  (await walk<{ id: string }>(service, `/v1/${path}?${query}`)).map(({ id }) => id);
const those = (path: string, ...indexes: number[]): string[] =>
  indexes.map((index) => made.get(path)?.[index] ?? '');

describe.each(paths)('%s', (path) => {
  test.each<[string, readonly number[]]>([
    ['amount_gte=7&amount_lte=7', [4, 1]],
    ['amount_gte=7.00&amount_lte=7.01', [4, 2, 1]],
    ['amount_gte=7&amount_lte=7.01&limit=1', [4, 2, 1]],
    ['amount_gte=7.005&amount_lte=11.999', [2]],
    ['amount_lte=4.99&amount_gte=0', []],
    ['amount_gte=8&amount_lte=7', []],
  ])('%s returns the matching rows, newest first', async (query, indexes) => {
    expect(await found(path, `currency=MXN&${query}`)).toEqual(those(path, ...indexes));
    expect(await found(path, `currency=USDT&${query}`)).toEqual([]);
  });

  test("never returns another account's rows", async () => {
    const other = clientOf(service.baseUrl, (await openOtherAccount(service)).key);
    const answer = await other.get(`/v1/${path}?currency=MXN&amount_gte=0`);
    expect(answer.at('data')).toEqual([]);
  });

  test.each([
    ['amount_gte=7', 'currency'],
    ['amount_lte=7', 'currency'],
    ['currency=MXN', 'currency'],
    ['currency=mxn&amount_lte=7', 'currency'],
    ['currency=MXN&amount_lte=-7', 'amount_lte'],
    ['currency=MXN&amount_gte=1e3', 'amount_gte'],
    ['currency=MXN&amount_gte=', 'amount_gte'],
    [`currency=MXN&amount_gte=${'9'.repeat(19)}`, 'amount_gte'],
    ['currency=MXN&amount_gte=7&amount_gte=8', 'amount_gte'],
  ])('%s is refused', async (query, param) => {
    expect(refusal(await service.get(`/v1/${path}?${query}`))).toEqual([400, 'invalid_parameter', param]);
  });
});

test('a range combines with the other filters', async () => {
  const of = async (query: string) => found('payouts', `currency=MXN&amount_gte=7&amount_lte=7&${query}`);
  expect(await of('status=cancelled')).toEqual([]);
  expect(await of('created_before=2020-01-01T00:00:00Z')).toEqual([]);
  await service.call('PATCH', `/v1/payouts/${made.get('payouts')?.[1]}`, {
    body: { metadata: { seven: 'x' } },
  });
  expect(await of('metadata[seven]=x')).toEqual(those('payouts', 1));
});

test.each(['settlements', 'remittances'])('%s accept a range and return nothing here', async (path) => {
  expect(await found(path, 'currency=MXN&amount_gte=1&amount_lte=5')).toEqual([]);
  expect(refusal(await service.get(`/v1/${path}?amount_gte=7`))).toEqual([
    400,
    'invalid_parameter',
    'currency',
  ]);
});

test('operators get the same over GraphQL', async () => {
  const { get } = await operatorOf(service, 'viewer');
  const filter = { destinationCurrency: 'MXN', amountMin: '7', amountMax: '7.00' };
  const document =
    'query ($accountId: ID, $filter: PayoutFilter) { payouts(accountId: $accountId, filter: $filter) { nodes { id } } }';
  for (const accountId of [service.accountId, null]) {
    const { data } = await get(document, { accountId, filter });
    expect(data).toEqual({ payouts: { nodes: those('payouts', 4, 1).map((id) => ({ id })) } });
  }
});
