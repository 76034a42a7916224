import { afterAll, beforeAll, expect, it } from 'vitest';
import { explained, type PlanNode } from '../../bench/growth/explain.ts';
import { exact } from '../../src/domain/money.js';
import type { StatementLine } from '../../src/ports/statement.js';
import type { Tx } from '../../src/ports/store.js';
import { openFixture, type Fixture } from '../setup/fixture.js';
import { queryRows } from '../setup/rows.js';

const payments = 40_000;
/** References compared in one step. */
const namesAtOnce = 200;

let fixture: Fixture;

/**
 * A payment a minute, in the books and on the statement; for every fifth one the bank reports another amount.
 */
const seeded = `
  set session_replication_role = replica;
  create temp table paid as select n, lpad(n::text, 26, '0') as tail, 'ref-' || lpad(n::text, 8, '0') as reference,
      case when n % 2 = 0 then 'MXN' else 'PEN' end as currency, timestamptz '2026-01-01Z' + n * interval '1 minute' as at
    from generate_series(0, ${payments - 1}) n;
  insert into account (id, name, status, created_at, version) values ('acct_1', 'Account', 'active', now(), 1);
  insert into payin (id, account_id, funding_account_id, status, amount, currency, paid_amount, paid_currency,
      bank_reference, payment_reference, attempts, created_at, completed_at, version)
    select 'pin_' || tail, 'acct_1', 'fa_1', 'completed', 10, currency, 10, currency, n, reference, 0, at, at, 1 from paid;
  insert into journal (id, account_id, purpose, origin_type, origin_id, occurred_at)
    select 'jrn_' || tail, 'acct_1', 'funding_deposit', 'payin', 'pin_' || tail, at from paid;
  insert into entry (id, account_id, journal_id, ledger, currency, direction, amount, seq, occurred_at)
    select 'ent_a' || tail, 'acct_1', 'jrn_' || tail, 'clearing:sandbox', currency, 'debit', 10, null, at from paid
    union all select 'ent_b' || tail, 'acct_1', 'jrn_' || tail, 'available', currency, 'credit', 10, n + 1, at from paid;
  insert into statement_line (provider, sequence, kind, reference, amount, currency, booked_at)
    select 'sandbox', n, 'payment', reference, case when n % 5 = 0 then 9 else 10 end, currency, at from paid;
  analyze payin, journal, entry, statement_line`;

beforeAll(async () => {
  fixture = await openFixture();
  await queryRows(fixture.url, seeded);
});
afterAll(() => fixture.close());

type Node = PlanNode & { readonly 'Rows Removed by Filter'?: number };
const nodesOf = (plan: PlanNode): Node[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Rows read from each table in a step. */
async function readBy(work: (tx: Tx) => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const found = await explained(fixture.orm, () => fixture.store.transaction(work));
  const read: Record<string, number> = {};
  for (const node of found.flatMap(({ plan }) => nodesOf(plan))) {
    const { 'Relation Name': table, 'Actual Rows': rows, 'Actual Loops': loops } = node;
    const all = (rows + (node['Rows Removed by Filter'] ?? 0)) * loops;
    if (table !== undefined && node['Node Type'] !== 'ModifyTable' && all > 0)
      read[table] = (read[table] ?? 0) + Math.round(all);
  }
  return read;
}

const names = Array.from({ length: namesAtOnce }, (_, n) => `ref-${String(20_000 + n).padStart(8, '0')}`);
const hour = { after: new Date('2026-01-15T00:00:00Z'), until: new Date('2026-01-16T00:00:00Z') };
const line = (reference: string): StatementLine => ({
  sequence: BigInt(reference.slice(4)),
  kind: 'payment',
  reference,
  amount: exact('11'),
  currency: 'MXN',
  bookedAt: hour.after,
});

it.each<[string, (tx: Tx) => Promise<unknown>, object]>([
  [
    'changed lines are found by their numbers',
    (tx) => tx.statements.keep('sandbox', names.map(line)),
    { statement_line: 200 },
  ],
  [
    'the next open names are the next lines',
    (tx) => tx.statements.openNames('sandbox', 'ref-00020000'),
    { statement_line: 200 },
  ],
  [
    'the names of an hour are those of its own entries, found by currency',
    (tx) => tx.statements.postedNames('sandbox', hour),
    { entry: 65, journal: 61, payin: 61 },
  ],
  [
    'names are weighed by their own lines, journals and entries; a line is shown of each that differs',
    (tx) => tx.statements.compare('sandbox', names),
    { statement_line: 280, payin: 200, journal: 200, entry: 400 },
  ],
])('%s', async (_name, work, rows) => {
  expect(await readBy(work)).toEqual(rows);
});
