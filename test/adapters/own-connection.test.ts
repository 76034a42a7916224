import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { migrate } from '../../src/adapters/postgres/migrate.js';
import { inOwnConnection } from '../../src/adapters/postgres/own-connection.js';
import { migrationsDir } from '../../src/main/wire.js';
import { Random } from '../fuzz/random.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { queryRows } from '../setup/rows.js';
import { openProxy, type Proxy } from '../soak/proxy.js';

let database: TestDatabase;
let holder: pg.Client;
let proxy: Proxy;
beforeAll(async () => {
  database = await createDatabase();
  holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
});
beforeEach(async () => {
  proxy = await openProxy(database.url, new Random(1));
});
afterEach(async () => {
  await holder.query('rollback; select pg_advisory_unlock_all()');
});
afterAll(async () => {
  await holder.end();
  await database.drop();
});

/** Resolves when a connection with that name waits for a lock. */
async function waits(name: string): Promise<void> {
  const pids = () =>
    queryRows(
      database.url,
      `select pid from pg_stat_activity where application_name = $1 and datname = current_database() and wait_event_type = 'Lock'`,
      [name],
    );
  await expect.poll(pids, { timeout: 60_000 }).toHaveLength(1);
}

// If the broken connection is not handled, the process exits, and the test run reports it.
test('a check whose server disappears during a statement fails, and nothing else does', async () => {
  await holder.query('begin; lock table payout in access exclusive mode');
  const run = checkInvariants(proxy.url).then(String, String);
  await waits('psp check');
  await proxy.close();
  expect(await run).toContain('Connection terminated unexpectedly');
});

test('so does a migration that waits for another one', async () => {
  await holder.query('select pg_advisory_lock(4817203115)');
  const run = migrate(proxy.url, migrationsDir).then(String, String);
  await waits('psp migrate lock');
  await proxy.close();
  expect(await run).toContain('Connection terminated unexpectedly');
});

const connection = { application_name: 'psp own connection' };

/** The kernel's next timer on the connection: 02 means a keepalive probe. */
function timerOf({ localPort = 0, remotePort = 0 }: Socket): string | undefined {
  const ends = [localPort, remotePort].map((port) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`);
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .find((each) => ends.every((end, at) => each.trim().split(/ +/)[at + 1]?.endsWith(end)));
  if (line === undefined)
    throw new Error('The connection is not in /proc/net/tcp: name the database by IPv4.');
  return line.trim().split(/ +/)[5]?.slice(0, 2);
}

test('an unreachable server is detected while an answer is outstanding', async () => {
  const timer = await inOwnConnection(database.url, connection, async (client) => {
    await client.query('select 1');
    return timerOf(client.connection.stream as Socket);
  });
  expect(timer).toBe('02');
});

/** Stops the server process of a connection, so that the connection stays open but silent. */
async function halt(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  onTestFinished(() => void process.kill(pid, 'SIGCONT'));
  return pid;
}

test('a live server that is silent for too long is given up', async () => {
  const outcome = inOwnConnection(database.url, { ...connection, query_timeout: 2_000 }, async (client) => {
    await halt(client);
    await client.query('select 1');
  });
  await expect(outcome).rejects.toThrow('Query read timeout');
});

test('a server that is silent at the end does not delay the caller', async () => {
  const pid = await inOwnConnection(database.url, connection, halt);
  expect(pid).toBeGreaterThan(0);
});
