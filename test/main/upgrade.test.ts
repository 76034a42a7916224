import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { migrate } from '../../src/adapters/postgres/migrate.js';
import { migrationsDir } from '../../src/main/wire.js';
import { buildCommandLine } from '../setup/cli.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { startProcess, type ServiceProcess } from '../setup/process.js';
import { queryRows } from '../setup/rows.js';
import { freshKey } from '../setup/running.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';
import { newKeys } from '../setup/keys.js';

vi.setConfig({ hookTimeout: 600_000 });

/** A migration of the next release that records all writes to the event log. */
const next = `create table written_since (at timestamptz not null default clock_timestamp());
  create function note_writing() returns trigger language plpgsql as
    $$ begin insert into written_since default values; return null; end $$;
  create trigger note_writing after insert on event for each statement execute function note_writing();
  select pg_sleep(1);`;

let home: string;
let nextDir: string;
let database: TestDatabase;
let old: ServiceProcess;

beforeAll(async () => {
  await buildCommandLine();
  home = mkdtempSync(join(tmpdir(), 'psp-upgrade-'));
  nextDir = join(home, 'migrations');
  cpSync(migrationsDir, nextDir, { recursive: true });
  writeFileSync(join(nextDir, '9999_next.sql'), next);
  database = await createDatabase();
  old = await startProcess(join(home, 'data'), {
    DATABASE_URL: database.url,
    ...newKeys(),
    PSP_ALLOW_UNSAFE_DURABILITY: 'true',
  });
});
afterAll(async () => {
  await old.end('SIGKILL');
  await database.drop();
  await rm(home, { recursive: true });
});

test('a database used by another release is migrated only if forced, and that release then writes nothing', async () => {
  await expect(migrate(database.url, nextDir)).rejects.toThrow(
    /^A process is connected, and 9999_next\.sql would change their tables: stop it first.* --beside.* Nothing was changed/,
  );
  expect(await migrate(database.url, migrationsDir)).toEqual([]);
  const beneficiary = await speiBeneficiary(old);
  await fund(old, 'MXN', '1000000.00');
  let hasEnded = false;
  void old.ended.then(() => (hasEnded = true));
  const statuses = new Set<number>();
  const paying = Array.from({ length: 8 }, async () => {
    while (!hasEnded) {
      const pending = old.post('/v1/payouts', mxnPayout(beneficiary), { idempotencyKey: freshKey() });
      // The process ends during the request.
      statuses.add(await pending.then(({ status }) => status).catch(() => 0));
    }
  });
  await expect.poll(() => statuses.has(201)).toBe(true);
  expect(await migrate(database.url, nextDir, { beside: true })).toEqual(['9999_next.sql']);
  const { code, stdout } = await old.ended;
  await Promise.all(paying);
  expect(code).toBe(1);
  expect(stdout).toContain('a newer release migrated the database; exiting');
  expect([...statuses].filter((status) => ![0, 201, 503].includes(status))).toEqual([]);
  expect(await queryRows(database.url, 'select * from written_since')).toEqual([]);
  const report = await checkInvariants(database.url);
  expect(report.violations, formatReport(report)).toEqual([]);
});
