import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explained } from '../../bench/growth/explain.ts';
import { postgresReader } from '../../src/adapters/postgres/reader.js';
import type { ListedNoun, Listing, Reader, Relation } from '../../src/ports/reader.js';
import { exact } from '../../src/domain/money.js';
import type { Payout } from '../../src/domain/payout.js';
import type { Store, Where } from '../../src/ports/store.js';
import { isSeconded } from '../../src/usecases/second-operator.js';
import { queryRows } from '../setup/rows.js';
import { openFixture, type Fixture } from '../setup/fixture.js';

let fixture: Fixture;
let reader: Reader;
const large = 'acct_2000';

/**
 * One account with two thirds of the rows among many small accounts, so that the planner takes accounts to be
 * small.
 */
const skewed = `
  set session_replication_role = replica;
  create temp table owned as select n, 'acct_' || case when n % 3 = 0 then n % 2000 else 2000 end as account_id,
    lpad(n::text, 26, '0') as tail from generate_series(1, 30000) n;
  insert into account (id, name, status, created_at, version)
    select 'acct_' || n, 'Account', 'active', now(), 1 from generate_series(0, 2000) n;
  insert into beneficiary (id, account_id, customer_id, method, currency, details, account_hint, identity_hash, metadata,
      status, verification_status, created_at, updated_at, version)
    select 'ben_' || tail, account_id, 'cus_' || tail, 'spei', 'MXN', 'sealed', '0017', n, '{}',
      'active', 'unverified', now(), now(), 1 from owned;
  insert into payin (id, account_id, funding_account_id, status, amount, currency, paid_amount, paid_currency,
      bank_reference, payment_reference, attempts, created_at, completed_at, version)
    select 'pin_' || tail, account_id, 'fa_' || tail, 'completed', 1, 'MXN', 1, 'MXN', n, n, 0, now(), now(), 1 from owned;
  insert into payout (id, account_id, status, method, beneficiary_id, source_currency, principal, platform_fee,
      tenant_markup, total, destination_amount, destination_currency, rate, risk_status, reference, sending, attempts,
      look_ups, next_step_at, created_at, updated_at, version, client_reference, metadata, trace_kind, trace_reference)
    select 'pout_' || tail, account_id, case when n % 1000 = 1 then 'processing' else 'completed' end, 'spei',
      'ben_' || tail, 'USD', 1, 0, 0, 1, 1 + n % 2000, 'MXN', 1, case when n % 1000 = 1 then 'in_review' else 'allowed' end,
      n, 'accepted', 1, 0, case when n % 1000 = 1 then now() + interval '1 day' end, now(), now(), 1,
      'order ' || n % 10000, jsonb_build_object('order', n::text, 'tier', 'gold', 'run', (n % 5000)::text),
      'clave_rastreo', 'bank ' || n from owned;
  insert into metadata_pair (pair, id) select pair, id from payout cross join metadata_pairs(account_id, metadata) pair;
  insert into ledger_seal (id, account_id, day, number, journals, root, previous, balances, key_id, signature, hash, created_at, version)
    select 'seal_' || tail, account_id, to_char(date '2000-01-01' + n, 'YYYY-MM-DD'), n, 1, repeat('a', 64), repeat('a', 64), '[]',
      's1', '', repeat('a', 64), now(), 1 from owned;
  insert into audit_entry (id, operator, action, reason, after, created_at, version)
    select 'aud_' || tail, 'Ana', case when n = 100 then 'restored.begin' when n > 29990 then 'restored.propose' else 'act.' || n % 200 end,
      'because', case when n > 29990 then '{"wanted": {"restored": false}}' else '{}' end::jsonb, now(), 1 from owned;
  insert into event (account_id, position, id, type, resource_id, occurred_at, body)
    select account_id, row_number() over (partition by account_id order by n), 'evt_' || tail,
      case when n % 100 = 1 then 'payout.failed' else 'payout.completed' end, 'pout_' || tail, now(), '{"data":{}}' from owned;
  update platform set restored_at = now();
  analyze beneficiary, payin, payout, metadata_pair, ledger_seal, audit_entry, event`;

beforeAll(async () => {
  fixture = await openFixture();
  await queryRows(fixture.url, skewed);
  reader = postgresReader(fixture.orm);
});

afterAll(() => fixture.close());

const payouts = (where: Where<Payout>, after?: string): Promise<unknown> =>
  reader.page('payout', { sight: [large], where, limit: 25, ...(after !== undefined && { after }) });
const amounts = (ask: Partial<Listing<'payout'>>): Promise<unknown> =>
  reader.page('payout', { sight: [large], where: { destinationCurrency: 'MXN' }, limit: 25, ...ask });
const ids = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, nth) => `${prefix}_${String(15_001 + 150 * nth).padStart(26, '0')}`);
const bea = { name: 'Bea', reason: 'because' };
const ending = {
  action: 'restored.propose',
  accountId: null,
  subjectId: null,
  wanted: { restored: false },
} as const;
const underLocks = (work: Parameters<Store['transaction']>[0]) => (): Promise<unknown> =>
  fixture.store.transaction(work);

describe('reads of the largest of many accounts', () => {
  const [payin = ''] = ids('pin', 1);
  const where = { accountId: large, identityHash: '15346', status: 'active' } as const;
  it.each<[string, () => Promise<unknown>]>([
    ['rows by their ids', () => reader.rows('beneficiary', [large], ids('ben', 25))],
    ['a row by its id', () => reader.get('payin', [large], payin)],
    [
      'payouts by a rare risk status',
      () => reader.page('payout', { sight: [large], where: { riskStatus: 'in_review' }, limit: 5 }),
    ],
    [
      'payouts by the usual risk status',
      () => reader.page('payout', { sight: [large], where: { riskStatus: 'allowed' }, limit: 25 }),
    ],
    ['payouts by their reference', () => payouts({ clientReference: 'order 7' })],
    ['payouts by a rare pair of metadata', () => payouts({ metadata: { order: '15001' } })],
    ['payouts by a pair that all have', () => payouts({ metadata: { tier: 'gold' } })],
    [
      'payouts by a common pair and a rare one',
      () => payouts({ metadata: { tier: 'gold', order: '15001' } }),
    ],
    ['payouts by a pair and their status', () => payouts({ metadata: { run: '1' }, status: 'processing' })],
    [
      'a later page of payouts by a pair',
      () => payouts({ metadata: { tier: 'gold' } }, ids('pout', 3).at(-1)),
    ],
    ['seals', () => reader.page('ledgerSeal', { sight: [large], where: {}, limit: 25 })],
    [
      'the seal of a day',
      () => reader.page('ledgerSeal', { sight: [large], where: { day: '2041-01-26' }, limit: 25 }),
    ],
    ['the last seal, to be continued', underLocks((tx) => tx.seals.last(large))],
    ['payouts by their bank reference', () => payouts({ traceReference: 'bank 7' })],
    ['payouts of a rare amount', () => amounts({ amountMin: exact('7'), amountMax: exact('7') })],
    ['payouts of a few amounts', () => amounts({ amountMin: exact('7'), amountMax: exact('9.5') })],
    [
      'a later page of payouts of a few amounts',
      () => amounts({ amountMin: exact('7'), amountMax: exact('9'), after: ids('pout', 3).at(-1) }),
    ],
    [
      'payouts of a few amounts, as a person lists them',
      () =>
        reader.list('payout', {
          sight: [large],
          where: { destinationCurrency: 'MXN' },
          amountMin: exact('7'),
          amountMax: exact('9'),
          limit: 25,
        }),
    ],
    ['a page of the event log', () => reader.log({ accountId: large, after: '10000', limit: 50 })],
    [
      'a page of events of two types',
      () =>
        reader.log({
          accountId: large,
          after: '10000',
          limit: 50,
          types: ['payout.failed', 'payout.completed'],
        }),
    ],
    [
      'events of a resource',
      () => reader.log({ accountId: large, after: '0', limit: 50, resourceId: ids('pout', 2).at(-1) }),
    ],
    ['rows to be locked', underLocks((tx) => tx.lock('beneficiary', ids('ben', 25), large))],
    ['a beneficiary by its account', underLocks((tx) => tx.find('beneficiary', where))],
  ])('%s takes a few blocks', async (_what, work) => {
    const found = await explained(fixture.orm, work);
    expect(found.filter(({ plan }) => plan['Actual Rows'] > 0)).not.toEqual([]);
    expect(found.flatMap(({ faults, statement }) => faults.map((fault) => `${fault}: ${statement}`))).toEqual(
      [],
    );
  });
});

it('for an amount that most payouts have, counting stops and the list is scanned', async () => {
  const found = await explained(fixture.orm, () => amounts({ amountMin: exact('2') }));
  expect(found).toHaveLength(1);
  const [{ plan, faults } = {}] = found;
  expect(plan?.['Actual Rows']).toBe(26);
  expect(faults?.filter((fault) => !fault.startsWith('reads'))).toEqual([]);
  // One block for each of 5,001 rows counted, because no vacuum has run, plus a page.
  expect(plan?.['Shared Hit Blocks']).toBeLessThan(5_300);
});

describe('reads of operators over all accounts', () => {
  const list =
    <N extends ListedNoun>(noun: N, ask: Partial<Listing<N>>) =>
    (): Promise<unknown> =>
      reader.list(noun, { sight: null, where: {}, limit: 25, ...ask });
  const childrenOf = (relation: Relation, prefix: string): Promise<unknown> =>
    Promise.all(ids(prefix, 25).map((id) => reader.children(relation, { accountId: large, id }, 2)));
  const [, , middle = ''] = ids('pout', 3);
  it.each<[string, () => Promise<unknown>]>([
    ['the newest payouts', list('payout', {})],
    ['a page from the midst of them', list('payout', { after: middle })],
    ['payouts held or let go', list('payout', { where: { riskStatus: ['in_review', 'approved'] } })],
    ['payouts of the usual status', list('payout', { where: { status: 'completed' } })],
    ['payouts of two accounts', list('payout', { sight: [large, 'acct_3'] })],
    [
      'payouts of an account with one of two statuses',
      list('payout', { sight: [large], where: { status: ['processing', 'completed'] } }),
    ],
    ['the newest pay-ins', list('payin', {})],
    ['beneficiaries by their ids', () => reader.rows('beneficiary', null, ids('ben', 25))],
    ['of those only what is in sight', () => reader.rows('beneficiary', [large], ids('ben', 25))],
    ['acts that wait for another operator', () => reader.proposedActs(25)],
    [
      'the beginnings of restored mode',
      underLocks((tx) => tx.find('auditEntry', { action: 'restored.begin' })),
    ],
    ['who requested the end of restored mode', underLocks((tx) => isSeconded(tx, bea, ending))],
    ['payouts of beneficiaries', () => childrenOf(['payout', 'beneficiaryId'], 'ben')],
    ['pay-ins of funding accounts', () => childrenOf(['payin', 'fundingAccountId'], 'fa')],
  ])('%s takes a few blocks', async (_what, work) => {
    const found = await explained(fixture.orm, work);
    expect(found.filter(({ plan }) => plan['Actual Rows'] > 0)).not.toEqual([]);
    expect(found.flatMap(({ faults, statement }) => faults.map((fault) => `${fault}: ${statement}`))).toEqual(
      [],
    );
  });

  it('a rare filter reads a bounded number of rows and then returns a cursor', async () => {
    const seen: string[] = [];
    let after: string | undefined;
    let asks = 0;
    for (;;) {
      const { rows, next } = await reader.list('payout', {
        sight: null,
        where: {},
        idContains: '0000000000000000015001',
        limit: 25,
        ...(after !== undefined && { after }),
      });
      seen.push(...rows.map(({ id }) => id));
      asks += 1;
      if (next === null) break;
      after = next;
    }
    expect(seen).toEqual(ids('pout', 1));
    expect(asks).toBeGreaterThan(2);
    const [walk] = await explained(fixture.orm, list('payout', { idContains: '0000000000000000015001' }));
    expect(walk?.faults.filter((fault) => !fault.startsWith('reads'))).toEqual([]);
  });
});
