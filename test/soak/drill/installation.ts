import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { expect } from 'vitest';
import { credentialsFile, readCredentials } from '../../../src/main/credentials.js';
import { freePort } from '../../../src/main/free-port.js';
import { startHaproxy, type HaproxyBackend, type HaproxyListener } from '../../setup/haproxy.js';
import { buildCommandLine } from '../../setup/cli.js';
import { createDatabase, type TestDatabase } from '../../setup/database.js';
import type { Guarded } from '../../setup/guarded.js';
import { newKeys } from '../../setup/keys.js';
import { startBroker, type Broker } from '../../setup/nats.js';
import {
  createDrillDatabase,
  drillUrl,
  startPatroniCluster,
  type PatroniCluster,
} from '../../setup/patroni.js';
import { port, restPort } from '../../setup/patroni-settings.js';
import { eventually } from '../../setup/patience.js';
import { startProcess, type ServiceProcess } from '../../setup/process.js';
import { openReceiver, type Receiver } from '../../setup/receiver.js';
import { queryRows } from '../../setup/rows.js';
import { clientOf, type Client } from '../../setup/running.js';
import { openSites, type Site, type Sites } from '../../setup/site.js';

export const patience = { timeout: 180_000, interval: 100 };
export const names = ['api-1', 'api-2', 'worker-1', 'worker-2'] as const;
export type Name = (typeof names)[number];

let home: string;
let sites: Sites | undefined;
let bank: TestDatabase | undefined;
let cluster: PatroniCluster | undefined;
let proxy: Guarded | undefined;
let brokers: Broker[] = [];
let receiver: Receiver | undefined;
let listeners: readonly HaproxyListener[] = [];
let databasePort: number;
const ports = new Map<Name, { readonly port: number; readonly internalPort: number }>();
const running = new Map<Name, ServiceProcess>();
let env: Record<string, string>;

const dirOf = (name: Name): string => join(home, name);

async function start(name: Name): Promise<void> {
  const own = ports.get(name);
  const processEnv = {
    PSP_ROLES: name.replace(/-\d$/, ''),
    PORT: String(own?.port),
    INTERNAL_PORT: String(own?.internalPort),
    DRAIN_SECONDS: '3',
  };
  running.set(name, await startProcess(dirOf(name), { ...env, ...processEnv }));
}

/** Three servers that know each other, one at each site. */
function startBrokers(all: readonly Site[]): Promise<Broker[]> {
  const routes = all.map(({ host }) => `nats://${host}:6222`);
  return Promise.all(
    all.map((site, nth) => {
      const own = ['--name', `n${nth}`, '--cluster_name', 'drill', '--cluster', `nats://${site.host}:6222`];
      return startBroker([...own, '--routes', routes.join()], site);
    }),
  );
}

async function startProxy(postgres: PatroniCluster): Promise<number> {
  const apiPort = await freePort();
  databasePort = await freePort();
  const apis = (['api-1', 'api-2'] as const).map((name): HaproxyBackend => {
    const { port: own = 0, internalPort = 0 } = ports.get(name) ?? {};
    return { name, host: '127.0.0.1', port: own, checkPort: internalPort };
  });
  const members = postgres.members.map(({ name, site: { host } }) => ({
    name,
    host,
    port,
    checkPort: restPort,
  }));
  listeners = [
    { port: databasePort, check: '/primary', backends: members },
    { port: apiPort, check: '/readyz', isHttp: true, backends: apis },
  ];
  proxy = await startHaproxy(home, listeners);
  // Until its first checks HAProxy leads to standbys too.
  await eventually(async () => {
    for (let nth = 0; nth < 9; nth += 1)
      expect(await queryRows(drillUrl(databasePort, 'postgres'), 'show transaction_read_only')).toEqual([
        { transaction_read_only: 'off' },
      ]);
  });
  return apiPort;
}

async function inStreams<T>(work: (manager: JetStreamManager) => Promise<T>): Promise<T> {
  const connection = await connect({ servers: brokers.map(({ url }) => url) });
  try {
    return await work(await jetstreamManager(connection));
  } finally {
    await connection.close();
  }
}

export interface Installation {
  readonly client: Client;
  readonly cluster: PatroniCluster;
  readonly brokers: readonly Broker[];
  /** Where webhooks are received. */
  readonly receiverUrl: string;
  readonly databaseUrl: string;
  readonly bankUrl: string;
  /** The environment of its processes. */
  readonly env: Readonly<Record<string, string>>;
  restart(name: Name): Promise<void>;
  restartProxy(): Promise<void>;
  inStreams<T>(work: (manager: JetStreamManager) => Promise<T>): Promise<T>;
}

/** Starts everything; what has started is ended by `endInstallation`, also where this fails. */
export async function startInstallation(): Promise<Installation> {
  sites = openSites(3);
  await buildCommandLine();
  home = mkdtempSync(join(tmpdir(), 'psp-drill-'));
  [cluster, brokers, receiver] = await Promise.all([
    startPatroniCluster(sites.all),
    startBrokers(sites.all),
    openReceiver(),
  ]);
  await cluster.healthy();
  // Until then the log cannot be archived.
  await (await cluster.leader())?.backRest('stanza-create');
  for (const name of names) ports.set(name, { port: await freePort(), internalPort: await freePort() });
  const apiPort = await startProxy(cluster);
  // The bank's record is on a server of its own, which no failover meets.
  bank = await createDatabase('template1');
  env = {
    DATABASE_URL: await createDrillDatabase(databasePort),
    SIMULATOR_DATABASE_URL: bank.url,
    NATS_URL: brokers.map(({ url }) => url).join(),
    ...newKeys(),
    WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
    PSP_SEND_WINDOW_MS: '3000',
    PSP_TRUSTED_PROXIES: '127.0.0.1',
  };
  // The first process creates the demo account that all serve.
  await start('api-1');
  for (const name of names.slice(1)) {
    mkdirSync(dirOf(name));
    copyFileSync(credentialsFile(dirOf('api-1')), credentialsFile(dirOf(name)));
  }
  await Promise.all(names.slice(1).map(start));
  await eventually(() => inStreams((manager) => manager.streams.update('psp_events', { num_replicas: 3 })));
  const client = clientOf(`http://127.0.0.1:${apiPort}`, readCredentials(dirOf('api-1')).api_key ?? '');
  await eventually(async () => expect(await statusOf(() => client.get('/v1/balances'))).toBe(200));
  return {
    client,
    cluster,
    brokers,
    receiverUrl: receiver.url,
    databaseUrl: env['DATABASE_URL'] ?? '',
    bankUrl: bank.url,
    env,
    inStreams,
    async restart(name) {
      await running.get(name)?.end('SIGTERM');
      await start(name);
    },
    async restartProxy() {
      await proxy?.end();
      proxy = await startHaproxy(home, listeners);
    },
  };
}

export async function endInstallation(): Promise<void> {
  await Promise.all([...running.values()].map((each) => each.end('SIGTERM')));
  await proxy?.end();
  await Promise.all(brokers.map((broker) => broker.discard()));
  await cluster?.discard();
  await receiver?.close();
  await bank?.drop();
  sites?.close();
  await rm(home, { recursive: true, force: true });
}

/** 0: there was no answer, as when the proxy ends the connection. */
export const statusOf = (ask: () => Promise<{ status: number }>): Promise<number> =>
  ask().then(
    ({ status }) => status,
    () => 0,
  );
