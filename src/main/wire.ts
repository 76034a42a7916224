import { randomFillSync } from 'node:crypto';
import { join } from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { KeyRing } from '../adapters/crypto/keys.js';
import { createVault } from '../adapters/crypto/vault.js';
import { entities } from '../adapters/postgres/entity.js';
import { openOrm } from '../adapters/postgres/orm.js';
import { checkInvariants } from '../adapters/postgres/check/run.js';
import { postgresInspector } from '../adapters/postgres/inspector.js';
import { postgresReader } from '../adapters/postgres/reader.js';
import { postgresStore } from '../adapters/postgres/store.js';
import { openSimulator, type Simulator } from '../adapters/providers/simulator.js';
import { thresholdRisk } from '../adapters/risk/threshold.js';
import { idSource, type NewId } from '../domain/id.js';
import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { startConfirming, startFunding } from '../workers/funding.js';
import { startDispatch } from '../workers/dispatch.js';
import type { Loop } from '../workers/loop.js';
import { noticeTaker } from '../workers/notice.js';
import { loadCatalogue } from './catalogue.js';
import { machineClock } from './clock.js';
import type { Config } from './config.js';

export const migrationsDir = join(import.meta.dirname, '../../migrations');

export interface WireOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly keys: KeyRing;
  readonly log: Log;
  readonly onRetry: () => void;
}

/** Every adapter behind its port; nothing runs by itself until `startWorkers`. */
export interface Wired {
  readonly ports: Ports;
  readonly newId: NewId;
  readonly orm: MikroORM;
  startWorkers(): Promise<void>;
  /** Something may have fallen due by another process's doing. */
  wakeWorkers(): void;
  /** Ends the workers' work in hand, then lets the connections go. */
  stop(): Promise<void>;
}

type Loops = Partial<Record<'payout' | 'payin' | 'fundingAccount', Loop>>;

const connectionsMax = 10;
const answersMs = 5_000;

export async function wire({ config, databaseUrl, keys, log, onRetry }: WireOptions): Promise<Wired> {
  const catalogue = loadCatalogue(config.catalogueFile);
  const newId = idSource((bytes) => randomFillSync(bytes));
  const sandbox = config.environment === 'sandbox';
  const orm = await openOrm({
    url: databaseUrl,
    entities,
    poolMax: connectionsMax,
    applicationName: 'psp',
  });
  const simulator = sandbox ? await openBank(databaseUrl, catalogue.settlingSeconds, log) : undefined;
  const loops: Loops = {};
  const ports: Ports = {
    store: postgresStore(orm, { newId, livemode: !sandbox }, onRetry),
    reader: postgresReader(orm),
    inspector: postgresInspector(orm),
    checkInvariants: () => checkInvariants(databaseUrl),
    vault: createVault(keys),
    risk: thresholdRisk(catalogue, sandbox),
    clock: machineClock,
    catalogue,
    providers: new Map(simulator ? [[simulator.name, simulator]] : []),
    bank: simulator,
    wake: (worker) => loops[worker]?.wake(),
    environment: config.environment,
    quoteSeconds: config.quoteTtlSeconds,
  };
  return {
    ports,
    newId,
    orm,
    async startWorkers() {
      loops.payout = startDispatch(ports, log);
      loops.payin = startConfirming(ports, log);
      loops.fundingAccount = startFunding(ports, log);
      for (const provider of ports.providers.values())
        await provider.start(noticeTaker(ports, provider, log));
    },
    wakeWorkers() {
      for (const loop of Object.values(loops)) loop.wake();
    },
    async stop() {
      const ended = Promise.all(Object.values(loops).map((loop) => loop.stop()));
      // A bank that is slow to answer is not waited for: its answers become uncertain and are looked up later.
      const waiting = new AbortController();
      await Promise.race([ended, machineClock.sleep(answersMs, waiting.signal)]);
      waiting.abort();
      await simulator?.stop();
      await ended;
      await orm.close(true);
    },
  };
}

function openBank(url: string, settlingSeconds: number, log: Log): Promise<Simulator> {
  return openSimulator({
    url,
    settlingMs: settlingSeconds * 1000,
    report: (error) => log.error({ provider: 'sandbox', err: error }, 'the simulated bank had a fault'),
  });
}
