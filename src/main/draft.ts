import './node-version.js';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { draft } from '../adapters/postgres/draft.js';
import { migrate } from '../adapters/postgres/migrate.js';
import { startPostgres } from './embedded.js';
import { migrationsDir } from './wire.js';

/** Migrates a temporary database and prints the tables and columns that the next migration must add. */
const dir = join(tmpdir(), `psp-draft-${process.pid}`);
const server = await startPostgres({ dir, durable: false, discard: true });
try {
  await migrate(server.url, migrationsDir);
  const sql = await draft(server.url);
  process.stdout.write(
    sql === '' ? 'Nothing to add: the migrations create every declared table and column.\n' : sql,
  );
} finally {
  await server.stop();
}
