import { assertDurable, migrateOnceAlone } from '../adapters/postgres/migrate.js';
import { assertKeepsSession, assertSameDatabase, keepRoleSettings } from '../adapters/postgres/pooler.js';
import { reachDatabase } from '../adapters/postgres/reach.js';
import type { Log } from '../ports/log.js';
import type { Config } from './config.js';
import { directUrlOf, poolerOf } from './database-address.js';
import { startPostgres } from './embedded.js';
import { dataDirectory } from './folder.js';
import type { Stops } from './stop.js';
import { unlessAborted } from './end-signal.js';
import { migrationsDir } from './wire.js';

/** Milliseconds to wait for a database that is starting, or recovering after a crash. */
const databaseWaitMs = 60_000;

/** The embedded PostgreSQL: `isInUse` once the start is over, `hasEnded` once the server has ended. */
export interface OwnDatabase {
  isInUse?: true;
  hasEnded?: true;
}

interface Needs {
  readonly log: Log;
  readonly stops: Stops;
  readonly database: OwnDatabase;
}

/** The URL of a database that answers, is durable and has this release's schema. */
export async function readyDatabase(
  config: Config,
  { log, stops, signal, database }: Needs & { readonly signal: AbortSignal },
): Promise<string> {
  signal.throwIfAborted();
  // The data directory also stores what the first start creates, with any database.
  if (config.environment === 'sandbox') dataDirectory(config.dataDir);
  const databaseUrl = directUrlOf(config) ?? (await embedded(config, { log, stops, database }));
  const pooler = poolerOf(config);
  if (config.databaseUrl !== undefined) {
    await unlessAborted(signal, reach(config, { url: config.databaseUrl, setting: 'DATABASE_URL', log }));
    signal.throwIfAborted();
    if (pooler)
      await unlessAborted(signal, reach(config, { url: databaseUrl, setting: 'DATABASE_DIRECT_URL', log }));
  }
  signal.throwIfAborted();
  if (pooler) await assertSameDatabase(databaseUrl, pooler);
  const onOthers = (error: unknown): void =>
    log.warn({ err: error }, 'processes of another release are connected; waiting up to a minute');
  const warn = (reason: string): void =>
    log.warn({ reason }, 'the publication could not be created or changed');
  const patience = { ms: databaseWaitMs, onWait: onOthers, warn, retention: config.retention };
  const migrations = await unlessAborted(signal, migrateOnceAlone(databaseUrl, migrationsDir, patience));
  if (migrations.length > 0) log.info({ migrations: migrations.join() }, 'migrations applied');
  if (pooler?.mode === 'transaction' && (await keepRoleSettings(databaseUrl, pooler)))
    log.info({}, 'settings of the pooled role were set in the database');
  if (!config.allowUnsafeDurability) await assertDurable(databaseUrl);
  signal.throwIfAborted();
  return databaseUrl;
}

interface Reaching {
  readonly url: string;
  readonly setting: string;
  readonly log: Log;
}

/** Resolves when the address answers; throws if it should keep sessions but does not. */
async function reach({ pooler }: Config, { url, setting, log }: Reaching): Promise<void> {
  const onWait = (error: unknown): void =>
    log.warn({ err: error }, 'database not ready; waiting up to a minute');
  await reachDatabase(url, { ms: databaseWaitMs, onWait, setting });
  if (setting === 'DATABASE_DIRECT_URL' || pooler === 'session') await assertKeepsSession(url, setting);
}

async function embedded(config: Config, { log, stops, database }: Needs): Promise<string> {
  const postgres = await startPostgres({ dir: config.dataDir, durable: true });
  let stopping = false;
  stops.last.push(() => {
    stopping = true;
    return postgres.stop();
  });
  void postgres.exited.then(() => {
    database.hasEnded = true;
    if (!stopping && database.isInUse) log.error({}, 'embedded PostgreSQL exited');
  });
  return postgres.serviceUrl;
}
