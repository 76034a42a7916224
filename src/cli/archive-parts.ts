import type { ArchiveParts } from '../usecases/archive.js';

/** Runs the work over the database of the settings and the directory of the archive. */
export async function withArchive<T>(
  work: (parts: ArchiveParts, directory: string) => Promise<T>,
): Promise<T> {
  const [{ withDatabase }, { assertMigrated }, { migrationsDir }, { archiveDirectory, withArchiveParts }] =
    await Promise.all([
      import('./database.js'),
      import('../adapters/postgres/migrate.js'),
      import('../main/wire.js'),
      import('../main/archive.js'),
    ]);
  return withDatabase(async ({ url }, config) => {
    const directory = archiveDirectory(config);
    await assertMigrated(url, migrationsDir);
    return withArchiveParts(url, directory, (parts) => work(parts, directory));
  });
}
