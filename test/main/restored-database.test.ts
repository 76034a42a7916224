import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { startBroker, type Broker } from '../setup/nats.js';
import { queryRows } from '../setup/rows.js';
import { environmentOf, openBeside, type RunningService } from '../setup/running.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

const patience = { timeout: 60_000 };
let broker: Broker;
let databases: TestDatabase[];
let env: Record<string, string>;
let running: RunningService | undefined;
let said: string;

beforeEach(async () => {
  broker = await startBroker();
  // The bank's record is not restored with the ledger.
  databases = [await createDatabase(), await createDatabase('template1')];
  env = {
    ...environmentOf(await mkdtemp(join(tmpdir(), 'psp-restored-')), databases[0]?.url ?? ''),
    SIMULATOR_DATABASE_URL: databases[1]?.url ?? '',
    NATS_URL: broker.url,
    PSP_SEND_WINDOW_MS: '2000',
    LOG_LEVEL: 'warn',
  };
  said = '';
});
afterEach(async () => {
  await stop();
  for (const each of databases) await each.drop();
  await broker.discard();
  await rm(env['PSP_DATA_DIR'] ?? '', { recursive: true });
});

async function start(settings: Record<string, string> = {}): Promise<RunningService> {
  const log = new Writable({
    write(chunk: Buffer, _encoding, done) {
      said += chunk.toString();
      done();
    },
  });
  running = await openBeside({ env }, settings, Object.assign(log, { write: log.write.bind(log) }));
  return running;
}
async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

/** A copy of the database, with payouts that were accepted and are not sent yet. */
async function backUp(): Promise<TestDatabase> {
  const api = await start({ PSP_ROLES: 'api' });
  const beneficiary = await speiBeneficiary(api);
  for (let nth = 0; nth < 3; nth += 1)
    expect((await api.post('/v1/payouts', mxnPayout(beneficiary))).status).toBe(201);
  await stop();
  const copy = await createDatabase(new URL(env['DATABASE_URL'] ?? '').pathname.slice(1));
  databases.push(copy);
  return copy;
}

const here = (statement: string) => queryRows(env['DATABASE_URL'] ?? '', statement);
const completed = async (count: number): Promise<void> => {
  const finished = "select count(*) from payout where status = 'completed'";
  await expect.poll(() => here(finished), patience).toEqual([{ count: String(count) }]);
};
const allPublished = async (): Promise<void> => {
  const lagging = `select from event_counter c left join relay_cursor r on r.account_id = c.account_id
    where c.last > coalesce(r.position, 0)`;
  await expect.poll(() => here(lagging), patience).toEqual([]);
};
const callsTwice = () =>
  queryRows(
    env['SIMULATOR_DATABASE_URL'] ?? '',
    'select reference from simulator.call group by 1 having count(*) > 1',
  );
const begun = () => here("select operator, reason from audit_entry where action = 'restored.begin'");
const isRestored = async (): Promise<boolean> =>
  (await here('select restored_at is not null as restored from platform'))[0]?.['restored'] === 't';

async function funded(): Promise<void> {
  const first = await start();
  await fund(first, 'MXN', '1000.00');
  await stop();
}

const line = 'published event missing from the database; restored mode entered';
const byService = [
  { operator: 'service', reason: expect.stringMatching(/^Event evt_\w+ was published/) as string },
];

test('a service that starts on a restored backup enters restored mode and sends nothing again', async () => {
  await funded();
  const backup = await backUp();
  await start();
  await completed(3);
  await allPublished();
  expect(await isRestored()).toBe(false);
  await stop();

  env = { ...env, DATABASE_URL: backup.url };
  const restored = await start();
  expect(await begun()).toEqual(byService);
  expect(said).toContain(line);
  expect(await (await fetch(`${restored.internalUrl}/metrics`)).text()).toContain('psp_restored_mode 1');
  await completed(3);
  expect(await callsTwice()).toEqual([]);
  await stop();

  // Once it was entered, the stream shows nothing of the lost events any more.
  await here('update platform set restored_at = null');
  await start();
  await allPublished();
  expect([await isRestored(), (await begun()).length]).toEqual([false, 1]);
});

test('a running service notices that its database was replaced by a backup', async () => {
  await funded();
  const backup = await backUp();
  await start();
  await completed(3);
  await allPublished();
  await replaceBy(backup);
  await expect.poll(isRestored, patience).toBe(true);
  await completed(3);
  expect([await begun(), await callsTwice()]).toEqual([byService, []]);
  expect(said).toContain(line);
});

test('a service that meets NATS later compares before it publishes', async () => {
  await funded();
  const backup = await backUp();
  await start();
  await completed(3);
  await allPublished();
  await stop();
  await broker.stop();

  env = { ...env, DATABASE_URL: backup.url };
  const restored = await start();
  expect(said).toContain('database not compared with NATS');
  expect((await restored.get('/v1/balances')).status).toBe(200);
  expect(await isRestored()).toBe(false);
  await broker.start();
  await expect.poll(isRestored, patience).toBe(true);
  expect(await begun()).toEqual(byService);
});

/** Under the service's feet, as a restore of the files does. */
async function replaceBy(backup: TestDatabase): Promise<void> {
  const [present, other] = [env['DATABASE_URL'] ?? '', backup.url].map((url) =>
    new URL(url).pathname.slice(1),
  );
  const admin = (statement: string) => queryRows(inject('adminUrl'), statement);
  await admin(`alter database ${present} with allow_connections false`);
  await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${present}'`);
  await expect
    .poll(() => admin(`select from pg_stat_activity where datname = '${present}'`), patience)
    .toEqual([]);
  await admin(`alter database ${present} rename to ${present}_old`);
  await admin(`alter database ${other} rename to ${present}`);
  await admin(`drop database ${present}_old`);
  databases = databases.filter((each) => each !== backup);
}
