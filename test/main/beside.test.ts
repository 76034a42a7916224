import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { buildCommandLine, startBuilt, type Outcome } from '../setup/cli.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { startProcess, type ServiceProcess } from '../setup/process.js';
import { buildRelease, newestTag, nextRelease } from '../setup/release.js';
import { queryRows } from '../setup/rows.js';
import type { Client } from '../setup/running.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';
import { newKeys } from '../setup/keys.js';
import { startPaying } from '../setup/paying.js';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const patience = { timeout: 60_000 };
const root = join(import.meta.dirname, '../..');
const changed = 'functions/amount.sql';
/**
 * One expand migration of each form: a column and a function, an index built concurrently, a backfill in
 * batches.
 */
const migrations = {
  '9990_note.sql': `-- expand, with ${changed}\nalter table payout add column next_note text;\n`,
  '9991_note_index.sql':
    '-- expand, concurrently\ncreate index concurrently payout_next_note on payout (next_note);\n',
  '9992_note_fill.sql': `-- expand, in batches\nupdate payout set next_note = 'filled'
    where id in (select id from payout where next_note is null and created_at < (select applied_at
      from schema_migration_checksum where name = '9990_note.sql') limit 20);\n`,
};

let home: string;
let database: TestDatabase;
let env: Record<string, string>;
let before: string;
let next: string;
const running: ServiceProcess[] = [];

beforeAll(async () => {
  await buildCommandLine();
  home = mkdtempSync(join(tmpdir(), 'psp-beside-'));
  database = await createDatabase();
  const tag = await newestTag();
  // Before the first release, this build is used instead.
  before = tag === undefined ? root : await buildRelease(tag, join(home, 'before'));
  next = nextRelease(join(home, 'next'), { migrations, functions: [changed] });
  env = {
    DATABASE_URL: database.url,
    ...newKeys(),
    PSP_ALLOW_UNSAFE_DURABILITY: 'true',
  };
});
afterAll(async () => {
  await Promise.all(running.map((each) => each.end('SIGKILL')));
  await database.drop();
  await rm(home, { recursive: true });
});

async function start(release: string): Promise<ServiceProcess> {
  const started = await startProcess(join(home, 'data'), env, join(release, 'dist/main/serve'));
  running.push(started);
  return started;
}

async function migrateOf(release: string): Promise<Outcome> {
  const child = startBuilt(join(release, 'dist/cli/main'), ['migrate'], {
    ...env,
    PSP_DATA_DIR: join(home, 'data'),
  });
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (bytes: Buffer) => (stdout += bytes.toString()));
  child.stderr?.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr };
}

test('expand migrations run next to the previous release, which continues, may restart, and is replaced', async () => {
  const old = await start(before);
  const beneficiary = await speiBeneficiary(old);
  await fund(old, 'MXN', '1000000.00');
  const payAt = (client: Client) => async (idempotencyKey: string) =>
    (await client.post('/v1/payouts', mxnPayout(beneficiary), { idempotencyKey })).status;
  const stopOld = startPaying(4, payAt(old));
  const filled = `select count(*) as n from payout`;
  await expect
    .poll(async () => Number((await queryRows(database.url, filled))[0]?.['n']), patience)
    .toBeGreaterThan(60);

  const migrated = await migrateOf(next);
  expect([migrated.code, migrated.stderr]).toEqual([0, '']);
  for (const name of [changed, ...Object.keys(migrations)]) expect(migrated.stdout).toContain(name);
  const left = `select count(*) filter (where next_note is null and created_at < (select applied_at
    from schema_migration_checksum where name = '9990_note.sql')) as unfilled, count(*) filter (where next_note is not null) > 60 as has
    from payout`;
  expect(await queryRows(database.url, left)).toEqual([{ unfilled: '0', has: 't' }]);
  const valid = `select indisvalid from pg_index where indexrelid = 'payout_next_note'::regclass`;
  expect(await queryRows(database.url, valid)).toEqual([{ indisvalid: 't' }]);

  const successor = await start(next);
  const stopNext = startPaying(4, payAt(successor));
  // Another process of the older release starts, applies nothing, and works.
  const again = await start(before);
  const stopAgain = startPaying(4, payAt(again));
  const answered = async () => Number((await queryRows(database.url, filled))[0]?.['n']);
  const sofar = await answered();
  await expect.poll(answered, patience).toBeGreaterThan(sofar + 60);
  const all = await Promise.all([stopOld(), stopNext(), stopAgain()]);
  expect(all.map((statuses) => [...new Set(statuses.values())])).toEqual([[201], [201], [201]]);

  const ends = await Promise.all([old, again].map((each) => each.end('SIGTERM')));
  expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  expect((await successor.post('/v1/payouts', mxnPayout(beneficiary))).status).toBe(201);
  const version = `select count(*) as n from schema_migration_checksum where name like '${changed}@%' and kind = 'expand'`;
  expect(await queryRows(database.url, version)).toEqual([{ n: '1' }]);
  const report = await checkInvariants(database.url);
  expect(report.violations, formatReport(report)).toEqual([]);
});
