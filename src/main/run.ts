import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { listenForChanges } from '../adapters/postgres/listen.js';
import { assertDurable, migrate } from '../adapters/postgres/migrate.js';
import { poolState } from '../adapters/postgres/orm.js';
import { reachDatabase } from '../adapters/postgres/reach.js';
import { Operators } from '../api/graphql/caller.js';
import { buildGraphql } from '../api/graphql/server.js';
import { buildApi, type Api } from '../api/rest/server.js';
import type { Log } from '../ports/log.js';
import type { Config } from './config.js';
import { addressOf, banner, firstCredentials, keepCredentials, readCredentials } from './credentials.js';
import { startPostgres } from './embedded.js';
import { dataDirectory } from './folder.js';
import { startInternal } from './http-internal.js';
import { assertKeys, keysOf } from './keys.js';
import { listening } from './listening.js';
import { countTransactions, measureBacklog } from './measure.js';
import { stopInTurn, stopTogether, type Part } from './stop.js';
import { unlessTold } from './told.js';
import { migrationsDir, wire, type Wired } from './wire.js';

export interface Service {
  readonly baseUrl: string;
  readonly internalUrl: string;
  readonly banner: string;
  stop(): Promise<void>;
}

/** Beyond it the kernel loses connections, and callers hear a reset or wait seconds; it takes what it is set to at most. */
const connectionsWaitingMax = 4_096;
/** A database that was started at the same time takes its own start, and what it makes good after a crash. */
const databaseWaitMs = 60_000;
const openapiFile = join(import.meta.dirname, '../../schema/v1.openapi.json');

/** What takes work in ends first, side by side, for each of it may have to wait for others; then the rest, the last first. */
interface Stops {
  readonly first: Part[];
  readonly last: Part[];
}

const never = new AbortController().signal;

/**
 * Starts everything that the configuration asks for, in order; what was started is stopped again on a fault, and where it
 * is told to end on the way.
 */
export async function startService(config: Config, log: Log, told = never): Promise<Service> {
  const stops: Stops = { first: [], last: [] };
  const stop = (): Promise<void> =>
    stopInTurn([() => stopTogether(stops.first, log), ...stops.last.toReversed()], log);
  try {
    return { ...(await start(config, { log, stops, told })), stop };
  } catch (error) {
    await Promise.allSettled([stop()]);
    throw error;
  }
}

interface Starting {
  readonly log: Log;
  readonly stops: Stops;
  readonly told: AbortSignal;
}

async function start(config: Config, { log, stops, told }: Starting): Promise<Omit<Service, 'stop'>> {
  told.throwIfAborted();
  // What the first start makes is kept there, whoever's database it is.
  if (config.environment === 'sandbox') dataDirectory(config.dataDir);
  const databaseUrl = config.databaseUrl ?? (await embedded(config, log, stops));
  if (config.databaseUrl !== undefined) {
    const onWait = (error: unknown): void =>
      log.warn({ err: error }, 'the database gives no answer yet; the start waits a minute for it');
    await unlessTold(told, reachDatabase(config.databaseUrl, { ms: databaseWaitMs, onWait }));
  }
  told.throwIfAborted();
  const migrations = await migrate(databaseUrl, migrationsDir);
  if (migrations.length > 0) log.info({ migrations: migrations.join() }, 'migrated');
  if (!config.allowUnsafeDurability) await assertDurable(databaseUrl);
  told.throwIfAborted();
  const registry = new Registry();
  const keys = keysOf(config);
  const onChange: (() => void)[] = [];
  const changed = (): void => onChange.forEach((tell) => tell());
  const heard = { ...countTransactions(registry), onChange: changed };
  const wired = await wire({ config, databaseUrl, keys, log, ...heard });
  stops.first.push(() => wired.stopWorkers());
  stops.last.push(() => wired.stop());
  await assertKeys(wired.ports);
  told.throwIfAborted();
  measure(registry, wired);
  measureBacklog(registry, wired);
  wired.ports.messaging.start();
  onChange.push(() => wired.wakeWorkers());
  const baseUrl = await listen(config, { wired, log, onChange, stops, registry });
  const graphql = config.roles.includes('api')
    ? await openGraphql(config, { wired, log, onChange, stops, registry })
    : undefined;
  hearChanges(databaseUrl, { log, onChange: changed, stops });
  let isStarting = true;
  const internal = await startInternal({
    ...(graphql && { graphql }),
    host: config.host,
    port: config.internalPort,
    ready: () => (isStarting ? Promise.reject(new Error('the start has not ended')) : missing(wired)),
    registry,
  });
  // The listener ends once its last connection has.
  stops.first.push(() => internal.close());
  if (graphql) stops.first.push(() => graphql.sockets.stop());
  if (config.roles.includes('worker')) await wired.startWorkers();
  const internalUrl = addressOf(config.host, internal.port);
  const addresses = {
    base_url: baseUrl,
    ...(config.roles.includes('api') && { graphql_url: `${internalUrl}/graphql` }),
  };
  told.throwIfAborted();
  // A start that finds its ports taken makes no account that nobody hears of.
  const made =
    config.environment === 'sandbox' ? await firstCredentials(config.dataDir, wired.ports) : undefined;
  if (made) keepCredentials(config.dataDir, { ...made, ...addresses });
  isStarting = false;
  told.throwIfAborted();
  const served = config.roles.includes('api') && { baseUrl };
  const facts = { ...served, internalUrl, dataDir: config.dataDir };
  // Elsewhere than on a terminal, what is written there is kept as a log.
  const shown = process.stdout.isTTY ? made : undefined;
  return { baseUrl, internalUrl, banner: banner({ ...facts, ...shown }) };
}

/** What the service does without; fails without its database. */
async function missing({ ports }: Wired): Promise<string[]> {
  await ports.reader.now();
  const { connected } = ports.messaging.health();
  return connected ? [] : ['the message broker: events wait in the database until it is back'];
}

async function embedded(config: Config, log: Log, stops: Stops): Promise<string> {
  const postgres = await startPostgres({ dir: config.dataDir, durable: true });
  let stopping = false;
  stops.last.push(() => {
    stopping = true;
    return postgres.stop();
  });
  void postgres.exited.then(() => {
    if (!stopping)
      log.error(
        {},
        'the embedded PostgreSQL ended by itself: restart the service, nothing committed is lost',
      );
  });
  return postgres.url;
}

async function listen(
  config: Config,
  parts: {
    wired: Wired;
    log: Log;
    onChange: (() => void)[];
    stops: Stops;
    registry: Registry;
  },
): Promise<string> {
  const { wired, log, onChange, stops, registry } = parts;
  if (!config.roles.includes('api')) {
    return readCredentials(config.dataDir).base_url ?? addressOf(config.host, config.port);
  }
  const api = buildApi(wired.ports, {
    environment: config.environment,
    rateLimitPerSecond: config.rateLimitPerSecond,
    apiProcesses: config.apiProcesses,
    newId: wired.newId,
    openapiText: readFileSync(openapiFile, 'utf8'),
    log,
  });
  measureApi(registry, api);
  onChange.push(() => api.forgetKeys());
  const { host, port: wanted } = config;
  const opening = api.server.listen({ host, port: wanted, backlog: connectionsWaitingMax });
  await listening(opening, { host, port: wanted, setting: 'PORT' });
  stops.first.push(() => api.server.close());
  const { port } = api.server.server.address() as AddressInfo;
  return addressOf(config.host, port);
}

async function openGraphql(
  { environment }: Config,
  parts: {
    wired: Wired;
    log: Log;
    onChange: (() => void)[];
    stops: Stops;
    registry: Registry;
  },
) {
  const { wired, log, onChange, stops, registry } = parts;
  const identity = new Operators(wired.ports);
  const api = await buildGraphql(wired.ports, { environment, newId: wired.newId, log, identity });
  new Gauge({
    name: 'psp_graphql_sockets',
    help: 'WebSockets that are open.',
    registers: [registry],
    collect() {
      this.set(api.sockets.count);
    },
  });
  onChange.push(
    () => identity.forget(),
    () => api.sockets.recheck(),
  );
  stops.last.push(() => api.stop());
  return api;
}

/** Keys, accounts and business time may be changed by another process: every process hears of it soon. */
function hearChanges(
  databaseUrl: string,
  { log, onChange, stops }: { log: Log; onChange: () => void; stops: Stops },
): void {
  const changes = listenForChanges(databaseUrl, onChange, (error) => {
    log.warn(
      { err: error },
      'changes cannot be heard for the moment; keys are looked up again every ten seconds',
    );
  });
  stops.last.push(async () => changes.stop());
}

function measure(registry: Registry, wired: Wired): void {
  collectDefaultMetrics({ register: registry });
  const gauge = (
    shape: { name: string; help: string; labelNames: string[] },
    collect: (self: Gauge) => Promise<void>,
  ) =>
    new Gauge({
      ...shape,
      registers: [registry],
      async collect() {
        await collect(this);
      },
    });
  gauge(
    { name: 'psp_database_connections', help: 'Connections of the pool by state.', labelNames: ['state'] },
    async (self) => {
      const state = await poolState(wired.orm);
      for (const [name, value] of Object.entries(state)) self.set({ state: name }, value as number);
    },
  );
  gauge(
    {
      name: 'psp_due_operations',
      help: 'Operations that are due, endpoints that have something to send, and accounts with events to make deliveries of.',
      labelNames: [],
    },
    async (self) => {
      try {
        self.set((await wired.ports.reader.agenda()).due);
      } catch {
        // Unknown while the database is away, which must not hide what the process knows of itself.
        self.remove();
      }
    },
  );
}

function measureApi(registry: Registry, { admission }: Api): void {
  new Gauge({
    name: 'psp_requests_under_way',
    help: 'Requests that have a place, until their work has ended.',
    registers: [registry],
    collect() {
      this.set(admission.underWay);
    },
  });
  new Counter({
    name: 'psp_requests_refused_total',
    help: 'Requests turned away because they, or those of their account, were too many at once.',
    labelNames: ['code'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [code, count] of Object.entries(admission.refused)) this.inc({ code }, count);
    },
  });
}
