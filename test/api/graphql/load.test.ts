import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConsole, type Console } from '../../setup/console.js';
import { deposit, openAccount, openBeneficiary, pay } from '../../setup/fixture.js';
import { withoutErrors } from '../../setup/graphql.js';

let console: Console;

beforeAll(async () => {
  console = await openConsole();
  const { store } = console.fixture;
  for (let account = 0; account < 2; account += 1) {
    const accountId = await openAccount(store);
    await deposit(store, { accountId, currency: 'PEN', amount: '10000' });
    const beneficiaries = [await openBeneficiary(store, accountId), await openBeneficiary(store, accountId)];
    for (let nth = 0; nth < 30; nth += 1) {
      await pay(store, {
        accountId,
        beneficiaryId: beneficiaries[nth % 2] ?? '',
        reviewReasons: ['velocity'],
      });
    }
  }
});
afterAll(() => console.close());

const everything = `query ($first: Int) { payouts(first: $first) { nodes {
  id account { name balances { currency entries(first: 3) { nodes { id } } } apiKeys { id } terms { platformFeeBps } }
  beneficiary { displayName customer { externalId beneficiaries { id } } payouts(first: 2) { id } }
  riskDecision { reasons payout { id } } quote { rate } dispatch { intents { state } }
  events { type data } journals { id entries { ledger money { amount } } } entries { id }
} } }`;

it('fifty payouts with all their relations take as many statements as two', async () => {
  const ask = withoutErrors(console.as('admin'));
  const counts = new Map<number, number>();
  for (const first of [2, 50]) {
    let nodes: unknown[] = [];
    const sent = await console.statements(async () => {
      nodes = (await ask(everything, { first })).at('payouts.nodes') as unknown[];
    });
    expect(nodes).toHaveLength(first);
    expect(nodes.at(-1)).toMatchObject({
      account: { name: 'Acme', balances: [{ currency: 'PEN', entries: { nodes: [{}, {}, {}] } }] },
      beneficiary: { displayName: 'Ana Torres', customer: { beneficiaries: [{}] }, payouts: [{}, {}] },
      riskDecision: { reasons: ['velocity'] },
      events: [{ type: 'payout.created' }, { type: 'risk.review_required' }].slice(0, 1),
      journals: [{ entries: [{ ledger: 'available' }, { ledger: 'reserved' }] }],
    });
    counts.set(first, sent.length);
  }
  expect(counts.get(50)).toBe(counts.get(2));
  // Payouts, accounts, beneficiaries, reviews, intents, events, journals and their entries, and what hangs on those.
  expect(counts.get(50)).toBeLessThanOrEqual(16);
});

it('one payout with its beneficiary, events and entries takes four statements', async () => {
  const ask = withoutErrors(console.as('viewer'));
  const id = (await ask('{ payouts(first: 1) { nodes { id } } }')).at('payouts.nodes.0.id');
  const query =
    'query ($id: ID!) { payout(id: $id) { status beneficiary { displayName } events { type } entries { id } } }';
  const sent = await console.statements(() => ask(query, { id }));
  expect(sent).toHaveLength(4);
});

it('a failed read is logged once, even if many rows needed it', async () => {
  await console.fixture.orm.em.getConnection().execute('drop table risk_decision cascade');
  const response = await console.as('admin')('{ payouts(first: 20) { nodes { riskDecision { reasons } } } }');
  expect(response.codes()).toEqual(Array(20).fill('internal_error'));
  expect(console.faults).toHaveLength(1);
});
