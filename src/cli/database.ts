import { existsSync } from 'node:fs';
import { assertMigrated, migrate } from '../adapters/postgres/migrate.js';
import type { Ports } from '../ports/ports.js';
import { readConfig, type Config } from '../main/config.js';
import { directUrlOf } from '../main/database-address.js';
import { runningDatabaseUrl, startPostgres } from '../main/embedded.js';
import { assertKeys, keysOf } from '../main/keys.js';
import { createLog } from '../main/log.js';
import { clusterHome } from '../main/postgres-running.js';
import { thenStop } from '../main/stop.js';
import { migrationsDir, wire } from '../main/wire.js';

/** `applied` are the migrations that were missing, where the command had to start the server itself. */
export interface Database {
  readonly url: string;
  readonly applied: readonly string[];
}

/**
 * The configured database, else the one of the service that runs on the data directory, else that directory's
 * own, started and migrated for as long as the work takes. Where that has none, only `mayMake` makes it.
 */
export async function withDatabase<T>(
  work: (database: Database, config: Config) => Promise<T>,
  { mayMake = false } = {},
): Promise<T> {
  const config = readConfig();
  const { dataDir } = config;
  const url = directUrlOf(config) ?? runningDatabaseUrl(dataDir);
  if (url !== undefined) return work({ url, applied: [] }, config);
  if (!existsSync(clusterHome(dataDir))) {
    // A wrong PSP_DATA_DIR would otherwise look like an empty service.
    if (!mayMake) {
      throw new Error(
        `There is no database in ${dataDir}. Set PSP_DATA_DIR or DATABASE_URL, or start the service first (npm start). Nothing was created.`,
      );
    }
    process.stderr.write(`Creating a database in ${dataDir}.\n`);
  }
  const postgres = await startPostgres({ dir: dataDir, durable: true });
  return thenStop(
    async () => work({ url: postgres.url, applied: await migrate(postgres.url, migrationsDir) }, config),
    () => postgres.stop(),
  );
}

/** Every port over that database; no worker and no provider runs in a command. */
export function withPorts<T>(work: (ports: Ports) => Promise<T>): Promise<T> {
  return withDatabase(async ({ url }, config) => {
    // Only workers and providers write to the log, and none of them runs here.
    const log = createLog('silent');
    const onRetry = () => undefined;
    await assertMigrated(url, migrationsDir);
    const wired = await wire({ config, databaseUrl: url, keys: keysOf(config), log, onRetry });
    return thenStop(
      async () => {
        await assertKeys(wired.ports);
        return work(wired.ports);
      },
      () => wired.stop(),
    );
  });
}
