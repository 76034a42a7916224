import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, type PlanNode } from '../../bench/growth/explain.ts';
import type { Side, SideAsk } from '../../bench/growth/side.ts';
import type { Load, LoadResult } from '../../bench/load.ts';
import { buildCommandLine } from '../setup/cli.js';
import { clientOf, freshKey } from '../setup/running.js';

const payouts = 1_500;

let dir: string;
let side: Side;
let ask: SideAsk;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  // The bench runs the built files.
  await buildCommandLine();
  const { openSide } = await import('../../bench/growth/side.ts');
  const { startChild } = await import('../../bench/child.ts');
  dir = await mkdtemp(join(tmpdir(), 'psp-seed-'));
  // Root's server runs as another user, who must be able to pass through.
  await chmod(dir, 0o711);
  const load = startChild<Load, LoadResult>('load');
  stops.push(() => load.stop());
  ask = { dir, load, payouts, creations: 5, progress: () => undefined, stops };
  side = await openSide(ask);
});

afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
  await rm(dir, { recursive: true, force: true });
});

describe('a seeded history', () => {
  it('has that many payouts in every final state over several days, most of them of few accounts', async () => {
    const [totals] = await side.subject.rows(
      `select count(*) as payouts, count(distinct account_id) as accounts, count(distinct created_at::date) as days
        from payout`,
    );
    expect(totals).toEqual({ payouts: String(payouts), accounts: '61', days: '5' });
    const states = await side.subject.rows<{ status: string }>(
      'select distinct status from payout order by 1',
    );
    expect(states.map(({ status }) => status)).toEqual([
      'cancelled',
      'completed',
      'failed',
      'processing',
      'returned',
    ]);
    const [largest] = await side.subject.rows(
      'select count(*) as n from payout group by account_id order by 1 desc limit 1',
    );
    expect(largest).toEqual({ n: String(payouts * 0.4) });
  });

  it('has all rows that belong to payouts, and nothing due soon', async () => {
    const tables = `customer beneficiary funding_account payin intent risk_decision idempotency_key journal
      entry balance event event_counter limit_usage limit_minute metadata_pair`.split(/\s+/);
    const counts = tables.map((table) => `select '${table}' as name where not exists (select from ${table})`);
    expect(await side.subject.rows(counts.join(' union all '))).toEqual([]);
    const due = `select id from payout where next_step_at < business_now() + interval '12 hours'`;
    expect(await side.subject.rows(due)).toEqual([]);
  });

  it('is read by plans without sort or scan', () => {
    expect(planFaults(side)).toEqual([]);
    const operations = new Set(side.plans.map(({ read }) => read.split('?')[0]));
    expect([...operations]).toEqual(
      expect.arrayContaining(['listPayouts', 'listEvents', 'listBalanceEntries', 'getPayin']),
    );
    expect(side.plans.every((each) => each.plans.length > 0)).toBe(true);
  });

  it('is read by requests with the expected responses', async () => {
    expect(await unexpected(side)).toEqual([]);
  });
});

describe('the same history, three quarters archived', () => {
  let archived: Side;
  beforeAll(async () => {
    const { archiveSide } = await import('../../bench/growth/side.ts');
    archived = await archiveSide(ask, side);
  });

  it('has lost the entries and events of its first days', async () => {
    const [days] = await side.subject.rows(
      `select (select min(occurred_at)::date from event) - first as events,
        (select min(occurred_at)::date from entry) - first as entries
        from (select min(created_at)::date as first from payout) payouts`,
    );
    expect(days).toEqual({ events: 3, entries: 3 });
    expect(archived.archived).toBe(payouts * 0.6);
  });

  it('is read by plans without sort or scan', () => expect(planFaults(archived)).toEqual([]));

  it('is read by requests with the expected responses', async () => {
    expect(await unexpected(archived)).toEqual([]);
  });
});

const planFaults = ({ plans }: Side): readonly string[] =>
  plans.flatMap(({ read, plans: explained }) =>
    explained.flatMap(({ faults, statement }) => faults.map((fault) => `${read} ${fault}: ${statement}`)),
  );

/** Five requests of each path that are not answered as expected, and the paths with fewer requests. */
async function unexpected({ subject, requests }: Side): Promise<readonly string[]> {
  const client = clientOf(subject.baseUrl, '');
  const found: string[] = [];
  for (const [name, sent] of Object.entries(requests)) {
    if (sent.length < 5) found.push(`${name}: ${sent.length} requests`);
    for (const { method, path, apiKey = '', body } of sent.slice(0, 5)) {
      const answer = await client.call(method, path, { key: apiKey, body, idempotencyKey: freshKey() });
      if (answer.status !== (name === 'create' ? 201 : 200)) found.push(`${name}: ${answer.text}`);
    }
  }
  return found;
}

it('reads only the entries since a mark besides the page', () => {
  const node = (blocks: number, rows: number, table?: string): PlanNode => ({
    'Node Type': 'Index Scan',
    'Plan Rows': 1,
    'Actual Rows': rows,
    'Actual Loops': 1,
    'Shared Hit Blocks': blocks,
    'Shared Read Blocks': 0,
    ...(table !== undefined && { 'Relation Name': table }),
  });
  const page = (blocks: number, table: string) =>
    faultsOf({ ...node(blocks, 50), Plans: [node(0, 50, table), node(0, 1_000, table)] });
  expect(page(704, 'entry')).toEqual([]);
  expect(page(705, 'entry')).toEqual(['reads 705 blocks for 50 rows']);
  expect(page(449, 'payout')).toEqual(['reads 449 blocks for 50 rows']);
});
