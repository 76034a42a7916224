import { randomFillSync } from 'node:crypto';
import { join } from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';
import type { KeyRing } from '../adapters/crypto/keys.js';
import { serverDns, serverRecords, systemDns } from '../adapters/dns/resolver.js';
import { httpFetcher } from '../adapters/http/fetcher.js';
import { httpSender } from '../adapters/http/sender.js';
import { entities } from '../adapters/postgres/entity.js';
import { assertWrites } from '../adapters/postgres/hosts.js';
import { migrationNames } from '../adapters/postgres/migrate.js';
import { expectTime } from '../adapters/postgres/connection.js';
import { openOrm, poolOf, type OrmSettings, type Pooler } from '../adapters/postgres/orm.js';
import { assertSettings } from '../adapters/postgres/pooler.js';
import { checkInvariants } from '../adapters/postgres/check/run.js';
import { postgresReader } from '../adapters/postgres/reader.js';
import { postgresRelayLog } from '../adapters/postgres/relay.js';
import { refuseNewer } from '../adapters/postgres/release.js';
import { postgresReports } from '../adapters/postgres/report/reports.js';
import type { OnConnect } from '../adapters/postgres/report/snapshot.js';
import { postgresRequestLog } from '../adapters/postgres/request-log.js';
import { postgresStorage } from '../adapters/postgres/storage.js';
import { postgresStore } from '../adapters/postgres/store.js';
import type { Origin } from '../adapters/postgres/tx.js';
import { traceOf } from '../adapters/postgres/trace.js';
import { postgresWebhooks } from '../adapters/postgres/webhook.js';
import { passkeysAt } from '../adapters/webauthn/passkeys.js';
import { thresholdRisk } from '../adapters/risk/threshold.js';
import { within } from '../api/deadline.js';
import type { EventType } from '../domain/event.js';
import { idSource, type NewId } from '../domain/id.js';
import type { Log } from '../ports/log.js';
import type { Ports, Wake } from '../ports/ports.js';
import type { DueWork } from '../ports/reader.js';
import type { Trace } from '../ports/trace.js';
import { sentKinds } from '../usecases/operation.js';
import { operationKinds } from '../usecases/operation-kinds.js';
import { takeProviderNotices } from '../usecases/provider-notice.js';
import { mailReceipts } from '../usecases/hosted-session-mail.js';
import { mailApprovals } from '../usecases/approval-mail.js';
import { followAnd } from '../usecases/follow.js';
import { startDue } from '../workers/due.js';
import { startConfirming, startFunding } from '../workers/funding.js';
import { startOperations } from '../workers/operation.js';
import { startHostedSessions } from '../workers/hosted-session.js';
import { startHostedImages } from '../workers/hosted-image.js';
import { startHostedDomains } from '../workers/hosted-domain.js';
import { startKeyNotices } from '../workers/api-key.js';
import { startApprovals } from '../workers/approval.js';
import { startBatches } from '../workers/payout-batch.js';
import type { Loop } from '../workers/loop.js';
import { startFutureTimes } from '../workers/lead.js';
import { startSeals } from '../workers/ledger-seal.js';
import { startMails } from '../workers/mail.js';
import { startConnectors } from '../workers/connector.js';
import { startAddresses } from '../workers/address.js';
import { startRequestSweep } from '../workers/request-log.js';
import { startStorage } from '../workers/storage.js';
import { startStatements } from '../workers/statement.js';
import { startRemittances } from '../workers/remittance.js';
import { startSettlements } from '../workers/settlement.js';
import { startWebhooks, type WebhookCounts } from '../workers/webhook.js';
import { startRelay, type RelayCounts } from '../workers/relay.js';
import { loadCatalogue } from './catalogue.js';
import { keepMeasuring, machineClock, measuredClock } from './clock.js';
import type { Config } from './config.js';
import { openIssuer } from './issuer.js';
import { openProviders } from './providers.js';
import { comparisonOf, entering, type Comparison } from './restored-database.js';
import { openReplica } from './replica.js';
import { stopInTurn, stopTogether } from './stop.js';
import { transportsOf } from './transport.js';
import { reportingVault, type UnopenedColumn } from './unopened.js';
import { freeBytesOf } from './volume.js';
import { watchedSender, type OnCalled, type OnPosted } from './watched.js';

export const migrationsDir = join(import.meta.dirname, '../../migrations');

export interface WireOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  /** URL for the connection pool, if it is not `databaseUrl`. */
  readonly pooler?: Pooler | undefined;
  readonly keys: KeyRing;
  readonly log: Log;
  readonly onRetry: () => void;
  /** Called for events committed here, calls to providers and webhook POSTs. */
  readonly onRecorded?: (types: readonly EventType[]) => void;
  readonly onCalled?: OnCalled;
  readonly onPosted?: OnPosted;
  /** Where traces are sent. */
  readonly trace?: Trace | undefined;
  /** Connectors are monitored, and one of the other environment ends the start. */
  readonly serves?: boolean;
  /** Called when a newer release has migrated the database, which this process can no longer use. */
  readonly onSuperseded?: () => void;
  /** Called when keys, accounts, operators or business time were changed here. */
  readonly onChange?: () => void;
}

/** All adapters behind their ports. Nothing runs in the background until `startWorkers`. */
export interface Wired {
  readonly ports: Ports;
  /**
   * Ports for operators and dashboards, with few concurrent reads, so that the pool stays free for payments.
   */
  readonly consolePorts: Ports;
  readonly newId: NewId;
  readonly orm: MikroORM;
  readonly relayed: Readonly<RelayCounts>;
  readonly delivered: Readonly<WebhookCounts>;
  readonly unopened: readonly Readonly<UnopenedColumn>[];
  startWorkers(): Promise<void>;
  /** Resolves when the workers' passes have ended or timed out; no new pass starts. */
  stopWorkers(): Promise<void>;
  /** Another process may have moved business time, or created due work. */
  afterChange(): void;
  /** Checks a new connection: refuses a standby and a database of a newer release. */
  readonly onConnect: OnConnect;
  /** Ends the workers' current work, then closes the connections. */
  stop(): Promise<void>;
}

type Loops = Partial<
  Record<
    | Parameters<Wake>[0]
    | DueWork
    | 'due'
    | 'relay'
    | 'connector'
    | 'requestLog'
    | 'addresses'
    | 'leads'
    | 'storage',
    Loop
  >
>;

const connectionsMax = 10;
const consoleReadsAtOnce = 4;
/**
 * Part of the ten seconds of a stop. The rest is for recording answers and for stopping an embedded database.
 */
const answersMs = 7_000;

export async function wire({ config, databaseUrl, keys, log, trace, ...on }: WireOptions): Promise<Wired> {
  const rules = { ...settingsParts(config), issuer: await openIssuer(config, log) };
  const newId = idSource((bytes) => randomFillSync(bytes), config.cell);
  const origin = { newId, livemode: config.environment === 'live', trace };
  const { messaging, mailer } = await transportsOf(config, log);
  const reached = await reach({ config, databaseUrl, log, trace, ...on }, rules, { messaging, origin });
  const { orm, onConnect, comparison, reader, clock, providers } = reached;
  const hooks = { ...on, onEvents: (ids: readonly string[]) => messaging.announce(ids) };
  const measuring = keepMeasuring(clock, log);
  const replica = await openReplica(config.replica, reached, log);
  const loops: Loops = {};
  const counts: Counts = { relayed: { published: 0, failures: 0 }, delivered: { attempts: 0, failures: 0 } };
  const { vault, opens, unopened } = reportingVault(keys, log, config.cell);
  const followed = trace && { trace, traceOf: traceOf(orm) };
  const ports: Ports = {
    ...rules,
    catalogue: providers.catalogue,
    sender: watchedSender(rules.sender, on.onPosted ?? noOne, followed),
    store: postgresStore(orm, { ...origin, follow: followsOf(rules, vault) }, hooks),
    reader,
    webhooks: postgresWebhooks(orm),
    messaging,
    reports: postgresReports(orm, onConnect),
    replica: replica?.port(),
    requestLog: postgresRequestLog(orm),
    storage: postgresStorage(orm),
    checkInvariants: () => checkInvariants(databaseUrl, { opens, simulatorUrl: config.simulatorUrl }),
    vault,
    clock,
    log,
    mailer,
    providers: providers.all,
    operations: sentKinds(operationKinds),
    bank: providers.simulator,
    wake: (worker) => loops[worker]?.wake(),
    traceOf: followed?.traceOf,
  };
  const endWorkers = endOf(loops, log);
  return {
    ports,
    consolePorts: { ...ports, ...readsOfConsole(orm, replica) },
    newId,
    orm,
    onConnect,
    ...counts,
    unopened,
    startWorkers: () => startAll(loops, ports, { databaseUrl, onConnect, comparison, ...counts }),
    afterChange() {
      measuring.again();
      for (const each of [loops.due, loops.webhook]) each?.wake();
    },
    stopWorkers: () => endWorkers().quiet,
    stop() {
      measuring.end();
      const { quiet, ended } = endWorkers();
      const parts = [() => ports.sender.stop(), () => providers.stop(), () => ended, () => messaging.stop()];
      return stopInTurn([() => quiet, ...parts, async () => replica?.stop(), () => orm.close(true)], log);
    },
  };
}

/** Opens the database, its clock and the providers. */
async function reach(
  { config, databaseUrl, pooler, log, onSuperseded = noOne, ...on }: Reaching,
  { catalogue }: Pick<Ports, 'catalogue'>,
  { messaging, origin }: Pick<Ports, 'messaging'> & { readonly origin: Origin },
) {
  const enter = entering(() => openPool({ url: databaseUrl, pooler }), origin);
  const comparison = comparisonOf({ databaseUrl, messaging, log, enter }, on.serves && config.natsUrl);
  const refuse = refuseNewer(await migrationNames(migrationsDir), onSuperseded);
  const onConnect = async (client: Pick<ClientBase, 'query'>): Promise<void> => {
    await Promise.all([assertWrites(client), refuse(client)]);
    await comparison.onConnect(client);
  };
  const orm = await openPool({ url: databaseUrl, pooler, onConnect });
  try {
    await assertSettings(orm, pooler);
    const reader = postgresReader(orm);
    const clock = await measuredClock(() => reader.databaseTime());
    expectTime(await poolOf(orm), clock);
    const { onCalled = noOne, serves = false, trace } = on;
    const outside = { databaseUrl, pooler, clock, log, onCalled, serves, trace };
    const providers = await openProviders(config, { catalogue, ...outside });
    return { orm, onConnect, comparison, reader, clock, providers };
  } catch (error) {
    await Promise.all([comparison.stop(), orm.close(true)]);
    throw error;
  }
}

const readsOfConsole = (orm: MikroORM, replica: Awaited<ReturnType<typeof openReplica>>) => ({
  reader: postgresReader(orm, consoleReadsAtOnce),
  replica: replica?.port(consoleReadsAtOnce),
});

type Reaching = Omit<WireOptions, 'keys'>;

/** Workers that process money, besides those of operations. */
const startMovers = (ports: Ports, log: Log): Loops => ({
  payin: startConfirming(ports, log),
  fundingAccount: startFunding(ports, log),
  approval: startApprovals(ports, log),
  payoutBatch: startBatches(ports, log),
  remittance: startRemittances(ports, log),
  hostedDomain: startHostedDomains(ports, log),
  hostedImage: startHostedImages(ports, log),
  hostedSession: startHostedSessions(ports, log),
  statement: startStatements(ports, log),
  sealRound: startSeals(ports, log),
  connector: startConnectors(ports, log),
  settlementSchedule: startSettlements(ports, log),
});

interface Counts {
  readonly relayed: RelayCounts;
  readonly delivered: WebhookCounts;
}

interface Working extends Counts {
  readonly databaseUrl: string;
  readonly onConnect: OnConnect;
  readonly comparison: Comparison;
}

async function startAll(
  loops: Loops,
  ports: Ports,
  { databaseUrl, relayed, delivered, onConnect, comparison }: Working,
): Promise<void> {
  const { log } = ports;
  loops.relay = startRelay(ports, postgresRelayLog(databaseUrl, onConnect), {
    log,
    counts: relayed,
    comparison,
  });
  for (const [name, kind] of ports.operations) loops[name] = startOperations(ports, kind, log);
  Object.assign(loops, startMovers(ports, log));
  loops.mail = startMails(ports, log);
  loops.apiKey = startKeyNotices(ports, log);
  loops.leads = startFutureTimes(ports, log);
  loops.requestLog = startRequestSweep(ports, log);
  loops.addresses = startAddresses(ports, log);
  loops.storage = startStorage(ports, log);
  loops.webhook = startWebhooks(ports, { log, counts: delivered });
  loops.due = startDue(ports, { wake: (worker) => loops[worker]?.wake(), log });
  for (const provider of ports.providers.values())
    await provider.start((notices) => takeProviderNotices(ports, provider, notices));
}

/** Stops workers once, however often it is called. */
function endOf(loops: Loops, log: Log) {
  let end: { readonly ended: Promise<unknown>; readonly quiet: Promise<void> } | undefined;
  return () => {
    if (end) return end;
    const parts = Object.values(loops).map((loop) => () => loop.stop());
    const ended = stopTogether(parts, log);
    // Slow banks are not waited for: their answers become uncertain and are looked up later. Slow receivers
    // are not waited for either: their attempt is repeated by another process or after the next start.
    end = { ended, quiet: within(ended, answersMs, machineClock) };
    return end;
  };
}

/** The parts that depend on settings only. */
function settingsParts(config: Config) {
  const catalogue = loadCatalogue(config.catalogueFile);
  const allowInsecure = config.allowInsecureWebhooks;
  const way = { dns: allowInsecure ? systemDns() : serverDns(), allowInsecure };
  return {
    catalogue,
    risk: thresholdRisk(catalogue, config.environment === 'sandbox'),
    sender: httpSender(way),
    fetcher: httpFetcher(way),
    records: serverRecords(config.dnsServers),
    hostedHosts: config.hostedHosts,
    freeBytes: freeBytesOf(config),
    retention: config.retention,
    publicUrl: config.publicUrl,
    platform: { name: config.platformName, email: config.supportEmail },
    passkeys: passkeysAt(config.publicUrl),
    allowInsecureWebhooks: allowInsecure,
    environment: config.environment,
    twoOperators: config.twoOperators,
    quoteSeconds: config.quoteTtlSeconds,
    sendWindowMs: config.sendWindowMs,
  };
}

type MailRules = Pick<Ports, 'environment' | 'platform' | 'publicUrl'>;

const followsOf = (rules: MailRules, vault: Ports['vault']) =>
  followAnd(mailApprovals({ ...rules, vault }), mailReceipts({ ...rules, vault }));

const noOne = (): void => undefined;

/** The connection pool, with this release's entities. */
const openPool = (to: Pick<OrmSettings, 'url' | 'pooler' | 'onConnect'>): Promise<MikroORM> =>
  openOrm({ ...to, entities, poolMax: connectionsMax, applicationName: 'psp' });
