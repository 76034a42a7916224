import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { natsMessaging } from '../../src/adapters/nats/messaging.js';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { entities } from '../../src/adapters/postgres/entity.js';
import { openOrm } from '../../src/adapters/postgres/orm.js';
import { postgresReader } from '../../src/adapters/postgres/reader.js';
import { openFeed } from '../../src/api/feed.js';
import { machineClock as clock } from '../../src/main/clock.js';
import { credentialsFile, readCredentials } from '../../src/main/credentials.js';
import { createLog } from '../../src/main/log.js';
import type { EventHint, Messaging } from '../../src/ports/messaging.js';
import { Random } from '../fuzz/random.js';
import { buildCommandLine } from '../setup/cli.js';
import { openOtherAccount } from '../setup/hand.js';
import { logOf } from '../setup/log.js';
import { startBroker, type Broker } from '../setup/nats.js';
import { startProcess, type ServiceProcess } from '../setup/process.js';
import { openReceiver, type Receiver } from '../setup/receiver.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, freshKey, type Client } from '../setup/running.js';
import { progressOf, seedOf, sized } from '../setup/size.js';
import { allAtOnce, fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';
import { Server } from './kill/server.js';
import { newKeys } from '../setup/keys.js';

// Starting, recovering and stopping takes long on a busy machine.
vi.setConfig({ testTimeout: sized(600_000, 3_600_000) });

const names = ['api-1', 'api-2', 'worker-1', 'worker-2'] as const;
type Name = (typeof names)[number];
const patience = { timeout: 60_000, interval: 20 };
const rounds = sized(1, 40);
const silentMs = sized(2_000, 23_000);
const progress = progressOf('processes');

let home: string;
let server: Server;
let broker: Broker;
let env: Record<string, string>;
let messaging: Messaging;
const running = new Map<Name, ServiceProcess>();
const accounts: { readonly id: string; readonly key: string; readonly beneficiary: string }[] = [];
const stops: (() => Promise<unknown>)[] = [];

const dirOf = (name: Name): string => join(home, name);

async function start(name: Name): Promise<void> {
  const roles = { PSP_ROLES: name.replace(/-\d$/, '') };
  running.set(name, await startProcess(dirOf(name), { ...env, ...roles }));
}

async function kill(name: Name): Promise<void> {
  const process = running.get(name);
  running.delete(name);
  await process?.end('SIGKILL');
}

const apis = (): Client[] => ['api-1', 'api-2'].flatMap((name) => running.get(name as Name) ?? []);

async function holds(): Promise<void> {
  const report = await checkInvariants(env['DATABASE_URL'] ?? '');
  expect(report.violations, formatReport(report)).toEqual([]);
}

/** Waits for a process that has published since it started. */
async function publisher(): Promise<Name> {
  for (;;) {
    for (const name of ['worker-1', 'worker-2'] as const) {
      const metrics = await (await fetch(`${running.get(name)?.internalUrl}/metrics`)).text();
      if (!/^psp_relay_published_total 0$/m.test(metrics)) return name;
    }
    await clock.sleep(50);
  }
}

beforeAll(async () => {
  await buildCommandLine();
  home = mkdtempSync(join(tmpdir(), 'psp-processes-'));
  [server, broker] = await Promise.all([Server.start(), startBroker()]);
  env = {
    DATABASE_URL: await server.createDatabase(),
    NATS_URL: broker.url,
    ...newKeys(),
    WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
    PSP_SEND_WINDOW_MS: '3000',
  };
  // The first process creates the demo account that all serve.
  await start('api-1');
  for (const name of names.slice(1)) {
    mkdirSync(dirOf(name));
    copyFileSync(credentialsFile(dirOf('api-1')), credentialsFile(dirOf(name)));
  }
  await Promise.all(names.slice(1).map(start));
  const { account_id: id = '', api_key: apiKey = '' } = readCredentials(dirOf('api-1'));
  const other = await openOtherAccount({ env: { ...env, PSP_DATA_DIR: dirOf('api-1') } });
  for (const account of [{ id, key: apiKey }, other]) {
    const client = clientOf(running.get('api-1')?.baseUrl ?? '', account.key);
    const beneficiary = await speiBeneficiary(client);
    await fund(client, 'MXN', '1000000.00');
    accounts.push({ ...account, beneficiary });
  }
  messaging = natsMessaging(broker.url, createLog('silent'));
  messaging.start();
});

afterAll(async () => {
  for (const stop of stops) await stop();
  await messaging.stop();
  await Promise.all([...running.values()].map((each) => each.end('SIGTERM')));
  await Promise.all([broker.discard(), server.stop()]);
  await rm(home, { recursive: true, force: true });
});

/** A killed process gives no response. */
function died(error: unknown): undefined {
  expect(error).toBeInstanceOf(TypeError);
}

/** Creates payouts of both accounts at any running process until each is acknowledged. */
function pay(count: number): Promise<string[]> {
  return allAtOnce(count, async (index) => {
    const { key, beneficiary } = accounts[index % accounts.length] ?? { key: '', beneficiary: '' };
    const idempotencyKey = freshKey();
    for (let attempt = index; ; attempt += 1) {
      const api = apis()[attempt % 2] ?? apis()[0];
      const answer = await api
        ?.post('/v1/payouts', mxnPayout(beneficiary), { key, idempotencyKey })
        .catch(died);
      if (answer?.status === 201 || answer?.status === 200) return answer.get('id');
      expect([undefined, 429, 503], answer?.text).toContain(answer?.status);
      await clock.sleep(50);
    }
  });
}

async function reach(ids: readonly string[], statuses: readonly string[]): Promise<void> {
  const others = () =>
    queryRows(
      env['DATABASE_URL'] ?? '',
      'select id, status from payout where id = any($1) and status <> all($2)',
      [ids, statuses],
    );
  await expect.poll(others, patience).toEqual([]);
}

test('two of each share the work, and each log is published once and in order', async () => {
  const received: EventHint[] = [];
  let resyncs = 0;
  stops.push(
    messaging.follow({
      isListening: () => true,
      event: (event) => void received.push(event),
      resync: () => void (resyncs += 1),
    }),
  );
  await expect.poll(() => resyncs, patience).toBe(1);
  const before = await Promise.all(accounts.map(({ id }) => logOf(env['DATABASE_URL'] ?? '', id)));
  const ids = await pay(40);
  await reach(ids, ['completed']);
  for (const [at, { id }] of accounts.entries()) {
    const log = await logOf(env['DATABASE_URL'] ?? '', id);
    const since = log.slice(before[at]?.length).map(({ body: _, ...hint }) => hint);
    const live = () => received.filter(({ accountId }) => accountId === id);
    await expect.poll(() => live().length, patience).toBeGreaterThanOrEqual(since.length);
    expect(live()).toEqual(since);
  }
  expect(resyncs).toBe(1);
  await holds();
});

test('without its broker the service works, reports it, and publishes later', async () => {
  const api = running.get('api-2');
  const readiness = async () => {
    const answer = await fetch(`${api?.internalUrl}/readyz`);
    return `${answer.status} ${((await answer.json()) as { status: string }).status}`;
  };
  expect(await readiness()).toBe('200 ready');
  await broker.stop();
  await expect.poll(readiness, patience).toBe('200 degraded');
  const began = performance.now();
  const ids = await pay(4);
  expect(performance.now() - began).toBeLessThan(5_000);
  await reach(ids, ['completed']);
  const lag = async () => (await queryRows(env['DATABASE_URL'] ?? '', lagging))[0]?.['count'];
  expect(Number(await lag())).toBeGreaterThan(0);
  await broker.start();
  await expect.poll(readiness, patience).toBe('200 ready');
  await expect.poll(lag, patience).toBe('0');
});

/** Each account's endpoint gets every event that happens from now on. */
async function listenTo(accountKey: string): Promise<Receiver> {
  const receiver = await openReceiver();
  stops.push(() => receiver.close());
  const made = await apis()[0]?.post('/v1/webhook-endpoints', { url: receiver.url }, { key: accountKey });
  expect(made?.status).toBe(201);
  return receiver;
}

/** The first arrival of each event, in order; after a kill some arrive again. */
const firstsOf = ({ received }: Receiver): string[] => [...new Set(received.map(({ event }) => event.id))];

const lagging = `select sum(c.last - coalesce(r.position, 0)) as count
  from event_counter c left join relay_cursor r using (account_id)`;

test('after kills, wipes and cuts the log, the broker and webhooks have each event in order', async () => {
  const random = new Random(seedOf('processes'));
  const url = env['DATABASE_URL'] ?? '';
  const orm = await openOrm({ url, entities, poolMax: 4, applicationName: 'test feed' });
  const feed = openFeed({ reader: postgresReader(orm), messaging, clock }, createLog('silent'));
  stops.push(
    () => feed.stop(),
    () => orm.close(),
  );
  const hooks = await Promise.all(
    accounts.map(async ({ id, key }) => ({
      id,
      since: (await logOf(url, id)).length,
      to: await listenTo(key),
    })),
  );
  const readings = accounts.map(({ id }) => {
    const positions: string[] = [];
    feed.follow({ accountId: id, after: '0' }, ({ position }) => void positions.push(position));
    return { id, positions };
  });
  const wipe = async (): Promise<void> => {
    await broker.crash();
    await broker.wipe();
    await clock.sleep(random.whole(0, 500));
    await broker.start();
  };
  const restart = async (name: Name): Promise<void> => {
    await kill(name);
    await start(name);
  };
  /** Pauses longer than leadership is kept, so that another process publishes. */
  const pause = async (name: Name): Promise<void> => {
    running.get(name)?.child.kill('SIGSTOP');
    await clock.sleep(silentMs);
    running.get(name)?.child.kill('SIGCONT');
  };
  for (let round = 0; round < rounds; round += 1) {
    progress(`round ${round} of ${rounds}`);
    const faults = [
      async () => restart(await publisher()),
      wipe,
      () => restart(random.pick(['api-1', 'api-2'])),
      () => restart(random.pick(['worker-1', 'worker-2'])),
      () => server.crash(),
      async () => pause(await publisher()),
    ];
    const ids: string[] = [];
    for (const fault of faults) {
      const paying = pay(20);
      await clock.sleep(random.whole(0, 150));
      await fault();
      await server.up();
      ids.push(...(await paying));
    }
    // A payout about to be sent at the kill may have been sent: it is looked up and never repeated.
    await reach(ids, ['completed', 'verification_pending', 'failed']);
    for (const { id, positions } of readings) {
      const log = (await logOf(url, id)).map(({ position }) => position);
      await expect.poll(() => positions.length, patience).toBeGreaterThanOrEqual(log.length);
      expect(positions.slice(0, log.length)).toEqual(log);
    }
    for (const { id, since, to } of hooks) {
      const log = (await logOf(url, id)).slice(since).map((event) => event.id);
      await expect.poll(() => firstsOf(to).length, patience).toBeGreaterThanOrEqual(log.length);
      expect(firstsOf(to).slice(0, log.length)).toEqual(log);
      expect(to.mostAtOnce).toBeLessThanOrEqual(2);
    }
    await holds();
  }
  await expect.poll(async () => (await queryRows(url, lagging))[0]?.['count'], patience).toBe('0');
  for (const { positions } of readings) expect(positions).toEqual(positions.map((_, at) => String(at + 1)));
});
