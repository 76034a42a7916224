import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenForChanges } from '../../src/adapters/postgres/listen.js';
import { Random } from '../fuzz/random.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { openProxy, type Proxy } from '../soak/proxy.js';

let database: TestDatabase;
let proxy: Proxy;
let client: pg.Client;
beforeAll(async () => {
  database = await createDatabase('template1');
  proxy = await openProxy(database.url, new Random(1));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await proxy.close();
  await database.drop();
});

/** Sends notifications every few milliseconds until `holds` returns true. */
async function notifyUntil(holds: () => boolean, ms: number): Promise<void> {
  const notify = async (): Promise<boolean> => {
    await client.query('notify psp_changed');
    return holds();
  };
  await expect.poll(notify, { timeout: ms, interval: 10 }).toBe(true);
}

test('notifications continue after the connection was cut, ended by the server, or silent', async () => {
  let changes = 0;
  const faults: unknown[] = [];
  const listening = listenForChanges(proxy.url, {
    onChange: () => (changes += 1),
    onError: (error) => faults.push(error),
  });
  await notifyUntil(() => changes > 5, 3_000);
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'psp changes' and datname = current_database()`,
  );
  await expect.poll(() => faults.length).toBeGreaterThan(0);
  changes = 0;
  await notifyUntil(() => changes > 5, 3_000);

  proxy.fallSilent();
  proxy.speakAgain('stay silent');
  changes = 0;
  await notifyUntil(() => changes > 5, 8_000);

  listening.stop();
  changes = 0;
  faults.length = 0;
  // The connection still open at the proxy is the one that nobody uses any more.
  await notifyUntil(() => proxy.ports().length === 1, 500);
  expect([changes, faults]).toEqual([0, []]);
});
