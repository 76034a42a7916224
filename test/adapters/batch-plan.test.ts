import { afterAll, beforeAll, expect, it } from 'vitest';
import { explained, type PlanNode } from '../../bench/growth/explain.ts';
import { postgresReader } from '../../src/adapters/postgres/reader.js';
import { exact } from '../../src/domain/money.js';
import type { Reader } from '../../src/ports/reader.js';
import { openFixture, type Fixture } from '../setup/fixture.js';
import { queryRows } from '../setup/rows.js';

const listed = 100;
const batches = 120;

let fixture: Fixture;
let reader: Reader;

/**
 * Full batches, created in pairs like two workers in turn, so that their items and payouts alternate in the
 * tables.
 */
const seeded = `
  set session_replication_role = replica;
  create temp table made as select n, n / 2000 * 2 + n % 2 as batch, n % 2000 / 2 as place, lpad(n::text, 26, '0') as tail
    from generate_series(0, ${batches * 1000 - 1}) n;
  insert into account (id, name, status, created_at, version) values ('acct_1', 'Account', 'active', now(), 1);
  insert into payout_batch (id, account_id, status, idempotency_key, size, completed_at, created_at, updated_at, version)
    select 'pba_' || lpad(n::text, 26, '0'), 'acct_1', 'completed', 'key-' || n, 1000, now(), now(), now(), 1
      from generate_series(0, ${batches - 1}) n;
  insert into payout (id, account_id, status, method, beneficiary_id, source_currency, principal, platform_fee,
      tenant_markup, total, destination_amount, destination_currency, rate, risk_status, reference, sending, attempts,
      look_ups, created_at, updated_at, version, batch_id, batch_index)
    select 'pout_' || tail, 'acct_1', 'completed', 'spei', 'ben_1', 'MXN', 1, 0, 0, 1, 1, 'MXN', 1, 'allowed', n, 'accepted', 1,
      0, now(), now(), 1, 'pba_' || lpad(batch::text, 26, '0'), place from made;
  insert into payout_batch_item (id, account_id, batch_id, index, payout_id, ask, asked_amount, asked_currency, stage,
      created_at, updated_at, version)
    select 'pbi_' || tail, 'acct_1', 'pba_' || lpad(batch::text, 26, '0'), place, 'pout_' || tail, '{}', 1, 'MXN', 'made',
      now(), now(), 1 from made;
  analyze payout_batch, payout_batch_item, payout`;

beforeAll(async () => {
  fixture = await openFixture(1);
  await queryRows(fixture.url, seeded);
  reader = postgresReader(fixture.orm);
});
afterAll(() => fixture.close());

type Node = PlanNode &
  Partial<
    Record<'Actual Loops' | 'Rows Removed by Filter' | 'Peak Memory Usage' | 'Temp Written Blocks', number>
  >;
const nodesOf = (plan: PlanNode): Node[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The plan nodes of a page of `count` rows after an offset. */
async function pageOf(count: number): Promise<Node[]> {
  const page = Array.from({ length: count }, (_, n) => `pba_${String(n + 11).padStart(26, '0')}`);
  const counts = await reader.batchCounts(page);
  expect([...counts.keys()].toSorted()).toEqual(page);
  const sum = exact('1000');
  for (const each of counts.values())
    expect(each).toMatchObject({
      items: { completed: 1000 },
      totals: [{ currency: 'MXN', requested: sum, completed: sum }],
    });
  const [found, ...others] = await explained(fixture.orm, () => reader.batchCounts(page));
  expect(others).toEqual([]);
  return found === undefined ? [] : nodesOf(found.plan);
}

const most = (nodes: readonly Node[], name: 'Peak Memory Usage' | 'Temp Written Blocks'): number =>
  Math.max(...nodes.map((node) => node[name] ?? 0));

it('a page of batches reads only the items of its batches, and a page of one reads no more at a time', async () => {
  const nodes = await pageOf(listed);
  const read = nodes.filter((node) => node['Relation Name'] !== undefined);
  expect(read.map((node) => [node['Relation Name'], node['Actual Rows'], node['Actual Loops']])).toEqual([
    ['payout_batch_item', 1000, listed],
    ['payout', 1, listed * 1000],
  ]);
  expect(read.map((node) => node['Rows Removed by Filter'] ?? 0)).toEqual([0, 0]);
  expect(most(nodes, 'Temp Written Blocks')).toBe(0);
  expect(most(nodes, 'Peak Memory Usage')).toBe(most(await pageOf(1), 'Peak Memory Usage'));
});
