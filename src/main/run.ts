import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, Registry } from 'prom-client';
import { listenForChanges } from '../adapters/postgres/listen.js';
import { Shutdown } from '../api/connection.js';
import { operatorsAndMembers } from '../api/graphql/caller.js';
import { clientsBehind } from '../api/address.js';
import { answerMember } from '../api/graphql/dashboard.js';
import { buildGraphql, type GraphqlApi } from '../api/graphql/server.js';
import { ProgramFiles, type PageFacts } from '../api/console.js';
import { originsOf } from '../api/origin.js';
import { Pages } from '../api/pages/server.js';
import { buildApi } from '../api/rest/server.js';
import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { clockTrouble } from './clock.js';
import type { Config } from './config.js';
import { consoleOf } from './console.js';
import { addressOf, banner, firstCredentials, keepCredentials, readCredentials } from './credentials.js';
import type { Addresses, Credentials } from './credentials.js';
import { poolerOf } from './database-address.js';
import { DatabaseLost, startedDespiteLoss } from './database-lost.js';
import { readyDatabase, type OwnDatabase } from './ready-database.js';
import { startInternal } from './http-internal.js';
import { LastUseWriter } from '../workers/last-use.js';
import { assertKeys, keysOf } from './keys.js';
import { listening } from './listening.js';
import { countTransactions, measure, measureApi, measureBacklog } from './measure.js';
import { measureStanding } from './measure-standing.js';
import { measureTraffic, type Traffic } from './traffic.js';
import { startMetrics, startTelemetry } from './telemetry.js';
import { bankTroubles } from './providers.js';
import { openRequestLog } from './request-log.js';
import { stopInTurn, stopTogether, type Stops } from './stop.js';
import { wire, type Wired } from './wire.js';

export interface Service {
  readonly baseUrl: string;
  readonly internalUrl: string;
  readonly banner: string;
  /**
   * Announces the stop to callers and resolves after the drain time; at once if this process serves no
   * callers.
   */
  drain(): Promise<void>;
  /** Resolves when a newer release has migrated the database, which this process can no longer use. */
  readonly superseded: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Listen backlog. Above it the kernel drops connections, and callers get a reset or wait for seconds;
 * net.core.somaxconn may cap it.
 */
const connectionsWaitingMax = 4_096;
const openapiFile = join(import.meta.dirname, '../../schema/v1.openapi.json');
const dashboardFolder = join(import.meta.dirname, '../../dist/dashboard');

const never = new AbortController().signal;

/**
 * Starts everything in the configuration, in order. A start that fails or is told to stop also stops what it
 * has started. A start that loses its database is repeated.
 */
export function startService(config: Config, log: Log, signal = never): Promise<Service> {
  return startedDespiteLoss(() => startOnce(config, log, signal), {
    signal,
    onLoss: (error) => log.warn({ err: error }, 'database lost during the start; starting again'),
  });
}

async function startOnce(config: Config, log: Log, signal: AbortSignal): Promise<Service> {
  const stops: Stops = { first: [], last: [] };
  const shutdown = new Shutdown();
  const superseded = Promise.withResolvers<void>();
  const stop = (): Promise<void> =>
    stopInTurn([() => stopTogether(stops.first, log), ...stops.last.toReversed()], log);
  const database: OwnDatabase = {};
  try {
    const onSuperseded = superseded.resolve;
    const started = await start(config, { log, stops, signal, shutdown, onSuperseded, database });
    if (database.hasEnded) throw new Error('the service does not respond');
    database.isInUse = true;
    return {
      ...started,
      superseded: superseded.promise,
      async drain() {
        shutdown.begin();
        if (config.roles.includes('api')) await sleep(config.drainSeconds * 1000);
      },
      stop,
    };
  } catch (error) {
    const isLost = database.hasEnded && !signal.aborted;
    await Promise.allSettled([stop()]);
    throw isLost ? new DatabaseLost('The embedded PostgreSQL exited.', { cause: error }) : error;
  }
}

interface Starting {
  readonly database: OwnDatabase;
  readonly log: Log;
  readonly stops: Stops;
  readonly signal: AbortSignal;
  readonly shutdown: Shutdown;
  readonly onSuperseded: () => void;
}

async function start(
  config: Config,
  { log, stops, signal, shutdown, onSuperseded, database }: Starting,
): Promise<Omit<Service, 'stop' | 'drain' | 'superseded'>> {
  const databaseUrl = await readyDatabase(config, { log, stops, signal, database });
  const registry = new Registry();
  const keys = keysOf(config);
  const onChange: (() => void)[] = [];
  const changed = (): void => onChange.forEach((listener) => listener());
  const traffic = measureTraffic(registry);
  const hooks = { ...countTransactions(registry), ...traffic, onChange: changed, onSuperseded, serves: true };
  const reached = { databaseUrl, pooler: poolerOf(config), ...(await startTelemetry(config, stops)) };
  const wired = await wire({ config, keys, log, ...hooks, ...reached });
  stops.first.push(() => wired.stopWorkers());
  stops.last.push(() => wired.stop());
  await assertKeys(wired.ports);
  signal.throwIfAborted();
  measure(registry, wired);
  measureBacklog(registry, wired);
  measureStanding(registry, wired);
  await startMetrics(config, registry, stops);
  wired.ports.messaging.start();
  onChange.push(() => wired.afterChange());
  const parts = { wired, log, onChange, stops, registry, traffic };
  const graphql = config.roles.includes('api') ? await openGraphql(config, parts) : undefined;
  const { baseUrl, signIn } = await listen(config, { ...parts, shutdown, graphql });
  followChanges(databaseUrl, { log, onChange: changed, onConnect: wired.onConnect, stops });
  let isStarting = true;
  const internal = await startInternal({
    ...(graphql && { graphql, ...consoleOf(config, wired) }),
    ...(signIn && { signIn }),
    host: config.internalHost,
    names: config.internalNames,
    port: config.internalPort,
    ready: () => (isStarting ? Promise.reject(new Error('the start has not finished')) : missingParts(wired)),
    registry,
    isVerified: async (hostname) => (await wired.ports.reader.domainHolder(hostname)) !== undefined,
    shutdown,
  });
  // The listener closes only after its last connection.
  stops.first.push(() => internal.close());
  if (graphql) stops.first.push(() => graphql.sockets.stop());
  if (config.roles.includes('worker')) await wired.startWorkers();
  const internalUrl = addressOf(config.internalHost, internal.port);
  const addresses = {
    base_url: baseUrl,
    ...(config.roles.includes('api') && { graphql_url: `${internalUrl}/graphql` }),
  };
  signal.throwIfAborted();
  // Created only now, so that a start whose ports are taken does not create an account.
  const made =
    config.environment === 'sandbox'
      ? await createCredentials(config.dataDir, wired.ports, addresses)
      : undefined;
  isStarting = false;
  signal.throwIfAborted();
  const facts = await factsOf(config, { ports: wired.ports, baseUrl, internalUrl });
  // If stdout is not a terminal, it is stored as a log, so secrets are left out.
  const secrets = process.stdout.isTTY ? made : undefined;
  return { baseUrl, internalUrl, banner: banner({ environment: config.environment, ...facts, ...secrets }) };
}

/** The facts in the banner. */
async function factsOf(
  config: Config,
  { ports, baseUrl, internalUrl }: Pick<Service, 'baseUrl' | 'internalUrl'> & { readonly ports: Ports },
) {
  const page = await openPage(config, ports);
  return {
    ...(config.roles.includes('api') && { baseUrl }),
    internalUrl,
    dataDir: config.dataDir,
    ...(page && { pageUrl: `${baseUrl}/p/${page}` }),
  };
}

/** Loaded on demand: its packages would slow every other start. */
/** The demo account's page, if it is public. */
async function openPage({ environment, dataDir }: Config, ports: Ports): Promise<string | undefined> {
  if (environment !== 'sandbox') return undefined;
  const { account_id: accountId } = readCredentials(dataDir);
  const found = accountId === undefined ? undefined : await ports.reader.hostedPage({ accountId });
  return found?.page.enabled === true && found.page.publicStart ? found.page.id : undefined;
}

/** Creates missing credentials. One start at a time, because another may use the same folder. */
function createCredentials(dir: string, ports: Ports, addresses: Addresses): Promise<Partial<Credentials>> {
  return ports.store.alone('first start', async () => {
    const made = await firstCredentials(dir, ports);
    keepCredentials(dir, { ...made, ...addresses });
    return made;
  });
}

/**
 * The parts that are missing although the service can work. Throws without a database, or while its clock is
 * not trusted.
 */
async function missingParts({ ports }: Wired): Promise<string[]> {
  await ports.reader.now();
  const { connected } = ports.messaging.health();
  const broker = connected ? [] : ['NATS is unreachable; events wait in the database'];
  const trouble = ports.replica?.trouble;
  const standby = trouble === 'away' ? 'unreachable' : trouble;
  const replica = standby === undefined ? [] : [`the replica is ${standby}; reads go to the primary`];
  return [...broker, ...replica, ...clockTrouble(ports.clock), ...bankTroubles(ports)];
}

async function listen(
  config: Config,
  parts: {
    wired: Wired;
    log: Log;
    onChange: (() => void)[];
    stops: Stops;
    registry: Registry;
    traffic: Traffic;
    shutdown: Shutdown;
    graphql: GraphqlApi | undefined;
  },
): Promise<{ baseUrl: string; signIn?: (request: IncomingMessage, answer: ServerResponse) => void }> {
  const { wired, log, onChange, stops, registry, shutdown, traffic, graphql } = parts;
  if (!config.roles.includes('api')) {
    return { baseUrl: readCredentials(config.dataDir).base_url ?? addressOf(config.host, config.port) };
  }
  const clients = clientsBehind(config.trustedProxies);
  const { environment, connectionsOfOne } = config;
  const { publicUrl, hostedHosts: hostNames } = config;
  const originOf = originsOf({ publicUrl, names: hostNames, clients });
  const pages = new Pages(wired.ports, { environment, hostNames, originOf, ...clients });
  const logging = openRequestLog(config, wired.ports, registry);
  stops.last.push(async () => logging?.stop());
  const lastUses = new LastUseWriter(wired.ports);
  stops.last.push(() => lastUses.stop());
  const api = buildApi(wired.ports, {
    environment,
    onLogged: logging?.take,
    onUsed: lastUses.take,
    rateLimitPerSecond: config.rateLimitPerSecond,
    apiProcesses: config.apiProcesses,
    newId: wired.newId,
    clients,
    publicUrl: config.publicUrl,
    hostNames: config.hostedHosts,
    connectionsOfOne,
    pages,
    ...(graphql && {
      dashboard: dashboardOf({ environment, passkeys: wired.ports.passkeys ? 'on' : 'off' }, graphql),
    }),
    openapiText: readFileSync(openapiFile, 'utf8'),
    log,
    shutdown,
    ...traffic,
  });
  measureApi(registry, api);
  onChange.push(() => api.forgetKeys());
  const { host, port: wanted } = config;
  const opening = api.server.listen({ host, port: wanted, backlog: connectionsWaitingMax });
  await listening(opening, { host, port: wanted, setting: 'PORT' });
  stops.first.push(() => api.server.close());
  const { port } = api.server.server.address() as AddressInfo;
  return {
    baseUrl: addressOf(config.host, port),
    signIn: (request, answer) => api.server.routing(request, answer),
  };
}

const dashboardOf = (facts: PageFacts, graphql: GraphqlApi) => ({
  files: new ProgramFiles('/dashboard', dashboardFolder, facts),
  answer: answerMember(graphql),
});

async function openGraphql(
  { environment, trustedProxies }: Config,
  parts: {
    wired: Wired;
    log: Log;
    onChange: (() => void)[];
    stops: Stops;
    registry: Registry;
    traffic: Traffic;
  },
) {
  const { wired, log, onChange, stops, registry, traffic } = parts;
  const identity = operatorsAndMembers(wired.ports);
  const { clientOf } = clientsBehind(trustedProxies);
  const { newId } = wired;
  const options = { environment, newId, log, identity, clientOf, ...traffic };
  const api = await buildGraphql(wired.consolePorts, options);
  new Gauge({
    name: 'psp_graphql_sockets',
    help: 'Open WebSockets.',
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

type ChangeListener = Pick<Wired, 'onConnect'> & { readonly onChange: () => void };

/** Another process may change keys, accounts or business time; this process is notified. */
function followChanges(
  databaseUrl: string,
  { log, stops, ...listener }: ChangeListener & { readonly log: Log; readonly stops: Stops },
): void {
  const onError = (error: unknown): void =>
    log.warn({ err: error }, 'notification connection lost; polling every 10 seconds');
  const changes = listenForChanges(databaseUrl, { ...listener, onError });
  stops.last.push(async () => changes.stop());
}
