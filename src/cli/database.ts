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

/** `applied`: the migrations that were applied, if the command had to start the server itself. */
export interface Database {
  readonly url: string;
  readonly applied: readonly string[];
}

/**
 * Uses the configured database, or the service running on the data directory, or starts and migrates that
 * directory's own database for this work. If the directory has no database, it is created only with
 * `mayMake`.
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
    // Otherwise a wrong PSP_DATA_DIR would look like an empty service.
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

/** All ports over that database. Commands run no workers and no providers. */
export function withPorts<T>(work: (ports: Ports) => Promise<T>): Promise<T> {
  return withDatabase(async ({ url }, config) => {
    // Only workers and providers log, and commands run none.
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
