import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as builtParts from '../../bench/built.ts';
import { openCopy } from '../../bench/growth/copy.ts';
import { faultsOf, type PlanNode } from '../../bench/growth/explain.ts';
import type { ReadPlan } from '../../bench/growth/plan.ts';
import type { Requests } from '../../bench/growth/request.ts';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { buildCommandLine } from '../setup/cli.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { queryRows } from '../setup/rows.js';
import { environmentOf, freshKey, openBeside } from '../setup/running.js';

const payouts = 3_000;

let database: TestDatabase;
let dataDir: string;
let env: Readonly<Record<string, string>>;
let plans: readonly ReadPlan[];
let requests: Requests;

beforeAll(async () => {
  // The bench runs the built files.
  await buildCommandLine();
  database = await createDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'psp-seed-'));
  env = environmentOf(dataDir, database.url);
  await seedAndRead(await import('../../bench/built.ts'));
});

afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function seedAndRead({ createLog, keysOf, readConfig, wire }: typeof builtParts): Promise<void> {
  const { seed } = await import('../../bench/growth/seed.ts');
  const { readPlans } = await import('../../bench/growth/plan.ts');
  const { requestsOf } = await import('../../bench/growth/request.ts');
  const { url: databaseUrl } = database;
  const config = readConfig(env);
  const log = createLog('error');
  const wired = await wire({ config, databaseUrl, keys: keysOf(config), log, onRetry: () => undefined });
  try {
    const { vault, catalogue } = wired.ports;
    const means = { vault, catalogue, newId: wired.newId, progress: () => undefined };
    const holders = await seed({ ...means, url: databaseUrl, payouts });
    await queryRows(databaseUrl, 'analyze');
    plans = await readPlans(wired, holders[0]?.id ?? '');
    const rows = async <T>(text: string, values?: readonly unknown[]) =>
      (await queryRows(databaseUrl, text, values)) as T[];
    requests = await requestsOf({ rows }, holders, { vault, creations: 5 });
  } finally {
    await wired.stop();
  }
}

describe('a seeded history', () => {
  it('holds every invariant', async () => {
    const report = await checkInvariants(database.url);
    expect(report.violations, formatReport(report)).toEqual([]);
  });

  it('has that many payouts, in every state, most of them of few accounts', async () => {
    const [totals] = await queryRows(
      database.url,
      'select count(*) as payouts, count(distinct account_id) as accounts from payout',
    );
    expect(totals).toEqual({ payouts: String(payouts), accounts: '311' });
    const states = await queryRows(database.url, 'select distinct status from payout order by 1');
    expect(states.map(({ status }) => status)).toEqual([
      'cancelled',
      'completed',
      'failed',
      'processing',
      'returned',
      'verification_pending',
    ]);
    const [largest] = await queryRows(
      database.url,
      'select count(*) as n from payout group by account_id order by 1 desc limit 1',
    );
    expect(largest).toEqual({ n: String(payouts * 0.4) });
  });

  it('has all rows that belong to payouts, and nothing due soon', async () => {
    const tables =
      `customer beneficiary quote funding_account payin intent risk_decision idempotency_key journal
      entry balance event event_counter limit_usage limit_minute`.split(/\s+/);
    const counts = tables.map((table) => `select '${table}' as name where not exists (select from ${table})`);
    expect(await queryRows(database.url, counts.join(' union all '))).toEqual([]);
    const due = `select id from payout where next_step_at < now() + interval '12 hours'`;
    expect(await queryRows(database.url, due)).toEqual([]);
  });

  it('is read by plans without sort or scan', () => {
    const faults = plans.flatMap(({ read, plans: explained }) =>
      explained.flatMap((each) => each.faults.map((fault) => `${read} ${fault}: ${each.statement}`)),
    );
    expect(faults).toEqual([]);
    const operations = new Set(plans.map(({ read }) => read.split('?')[0]));
    expect([...operations]).toEqual(
      expect.arrayContaining(['listPayouts', 'listEvents', 'listBalanceEntries', 'getPayin']),
    );
    expect(plans.every((each) => each.plans.length > 0)).toBe(true);
  });

  it('is read by requests with the expected responses', async () => {
    const service = await openBeside({ env });
    for (const [name, sent] of Object.entries(requests)) {
      expect(sent.length, name).toBeGreaterThanOrEqual(5);
      for (const { method, path, apiKey = '', body } of sent.slice(0, 5)) {
        const answer = await service.call(method, path, { key: apiKey, body, idempotencyKey: freshKey() });
        expect(answer.status, `${name}: ${answer.text}`).toBe(name === 'create' ? 201 : 200);
      }
    }
    await service.stop();
  });
});

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

it('copies every text unchanged', async () => {
  const texts = ['a\tb', 'a\nb', 'a\r\nb', '\\N', 'a\\', '\\.', "it's", '"é"', ''];
  await queryRows(database.url, 'create table copied (n int, text text, at timestamptz)');
  const copy = await openCopy(database.url, { copied: ['n', 'text', 'at'] });
  texts.forEach((text, n) => copy.add('copied', [n, text, null]));
  await copy.drained();
  await copy.end();
  await copy.close();
  const rows = await queryRows(database.url, 'select text, at from copied order by n');
  expect(rows).toEqual(texts.map((text) => ({ text, at: null })));
});

it('reports what a table refuses', async () => {
  const copy = await openCopy(database.url, { platform: ['id'] });
  copy.add('platform', [1]);
  await expect(copy.end()).rejects.toThrow(/duplicate key/);
  await copy.close();
});
