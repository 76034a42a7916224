import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Migration, Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { goesOnBeside, lockMs, markOf, patiently, runAhead, withinTransaction } from './expand.js';
import type { Mark } from './expand.js';
import { defaultRetention, type Retention } from '../../domain/retention.js';
import { assertFit } from './fit.js';
import { hostsOf } from './hosts.js';
import { inOwnConnection } from './own-connection.js';
import { publicationChange, publish, type PublicationChange } from './publication.js';
import type { Patience } from './reach.js';
import { makePartitions } from './retention.js';
import { applied, expand, fence, kindOf, processesAtWork } from './release.js';
import { serverDefaults, setStatement } from './server-setting.js';

interface MigrationFile {
  /** For a function file, the name includes a hash of the text, so a changed file is applied again. */
  name: string;
  text: string;
  checksum: string;
  mark: Mark;
}

/** An applied file. */
interface Row {
  readonly name: string;
  readonly checksum: string;
  readonly kind: string;
}

/** An arbitrary number; all processes of all releases use the same. */
export const migrationLock = 4_817_203_115;
const HISTORY = 'schema_migration';
const CHECKSUMS = applied;
const againMs = 250;
/**
 * The folder of SQL functions, one file per function. They are applied before the tables whose checks and triggers call
 * them.
 */
const FUNCTIONS = 'functions';
/** The first file of databases that are older than the first release. */
const unreleased = '0001_core.sql';

/** Other processes are connected, and the pending migrations would change their tables. */
class AtWork extends Error {}

/**
 * Applies the `*.sql` files of `dir` that the database lacks: first the changed function files, then the others by
 * name. Returns their names. Everything runs in one transaction, unless the previous release can keep serving; then
 * each file has its own. Several processes may call it at once: one works, the others wait and find nothing to do.
 * Throws if an applied file was edited or is missing, and if the database does not fit. Without `beside`, it also
 * throws while processes are connected whose tables would change.
 */
export async function migrate(url: string, dir: string, options: MigrateOptions = {}): Promise<string[]> {
  const files = await readMigrations(dir);
  // The lock needs its own connection, because the migrator takes and returns pooled connections.
  return inOwnConnection(url, { application_name: 'psp migrate lock' }, async (lock) => {
    await assertFit(lock);
    await lock.query('select pg_advisory_lock($1)', [migrationLock]);
    await lock.query(
      `create table if not exists ${CHECKSUMS} (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    const rows = await rowsOf(lock);
    refuseChangedFiles(files, rows);
    const pending = unseen(files, rows);
    // A release older than the database must not unpublish columns that a newer release has published.
    if (pending.length === 0 && newerOf(files, rows) !== undefined) return [];
    const schema = await schemaOf(lock);
    const done = await applyAll(url, files, { lock, pending, schema, ...options });
    await makePartitions(lock, options.retention ?? defaultRetention);
    const refused = await publish(lock, schema);
    if (refused !== undefined) options.warn?.(refused);
    return done;
  });
}

interface MigrateOptions {
  /** Run even while other processes are connected. */
  readonly beside?: boolean;
  /** Days for which data is kept: how long partitions are. Default: that of the settings. */
  readonly retention?: Retention;
  /** Called with a warning if the role lacks a right that migrations can do without. */
  readonly warn?: (message: string) => void;
}

async function applyAll(
  url: string,
  files: readonly MigrationFile[],
  { lock, pending, schema, beside = false }: Besides & MigrateOptions,
): Promise<string[]> {
  if (pending.length === 0) return [];
  if (!(await hasKinds(lock))) {
    await lock.query(`alter table ${CHECKSUMS} add column kind text not null default 'contract'`);
  }
  if (goesOnBeside(pending)) return applyBeside(url, files, { lock, pending, schema });
  const names = pending.map(({ name }) => name);
  if (!beside) refuseAmidWork(await processesAtWork(lock), names);
  const contracts = pending.filter((file) => !isFunction(file) && !file.mark.isExpand);
  const publication = await publicationChange(
    lock,
    schema,
    contracts.map(({ text }) => text),
  );
  return applyPending(url, files, { names, isFenced: true, schema, publication });
}

/** Like `migrate`, but waits for processes of another release to exit. */
export async function migrateOnceAlone(
  url: string,
  dir: string,
  { ms, onWait, ...options }: Patience & Pick<MigrateOptions, 'warn' | 'retention'>,
): Promise<string[]> {
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await migrate(url, dir, options);
    } catch (error) {
      if (!(error instanceof AtWork) || performance.now() - began > ms) throw error;
      if (tries === 1) onWait(error);
      await sleep(againMs);
    }
  }
}

function refuseAmidWork(count: number, pending: readonly string[]): void {
  if (count === 0) return;
  const [who, them] = count === 1 ? ['A process is', 'it'] : [`${count} processes are`, 'them'];
  throw new AtWork(
    `${who} connected, and ${pending.join(', ')} would change their tables: stop ${them} first. Or run \`psp migrate --beside\`: ${them === 'it' ? 'it exits' : 'they exit'} when it is done. Nothing was changed.`,
  );
}

/** The names of the migrations of this release. */
export async function migrationNames(dir: string): Promise<string[]> {
  return (await readMigrations(dir)).map(({ name }) => name);
}

async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string | null }>('select current_schema() as name');
  const name = rows[0]?.name ?? undefined;
  if (name === undefined)
    throw new Error(
      'No schema of the search_path of this role exists: create it, or correct the search_path. Nothing was changed.',
    );
  return name;
}

/** The error of a command whose database lacks tables of its release. */
export const notMigrated =
  'The database lacks tables of this release: run `npm run -s psp -- migrate`, then repeat this command.';

/**
 * Throws unless exactly the files of `dir` were applied. A process that does not migrate must not work on an unknown
 * schema.
 */
export async function assertMigrated(url: string, dir: string): Promise<void> {
  const files = await readMigrations(dir);
  await inOwnConnection(url, { application_name: 'psp' }, async (client) => {
    const known = await client.query<{ is_made: boolean }>(
      `select to_regclass('${CHECKSUMS}') is not null as is_made`,
    );
    if (known.rows[0]?.is_made !== true) throw new Error(notMigrated);
    const rows = await rowsOf(client);
    refuseChangedFiles(files, rows);
    if (unseen(files, rows).length > 0) throw new Error(notMigrated);
  });
}

/** Throws unless the server's acknowledged commits survive a power cut, because they are payments. */
export async function assertDurable(url: string): Promise<void> {
  await inOwnConnection(url, { application_name: 'psp' }, async (client) => {
    const settings = await client.query<{ name: string }>(
      `select name from pg_settings
       where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`,
    );
    if (settings.rows.length === 0) return;
    const names = settings.rows.map((row) => row.name).join(', ');
    throw new Error(`PostgreSQL may lose acknowledged payments: turn on ${names} and start again`);
  });
}

async function readMigrations(dir: string): Promise<MigrationFile[]> {
  const functions = await readFolder(join(dir, FUNCTIONS));
  const tables = await readFolder(dir);
  const versions = functions.map((file) => ({
    ...file,
    name: `${FUNCTIONS}/${file.name}@${file.checksum.slice(0, 12)}`,
  }));
  return [...versions, ...tables];
}

async function readFolder(dir: string): Promise<MigrationFile[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(dir, name), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { name, text, checksum, mark: markOf(name, text) };
    }),
  );
}

const isFunction = ({ name }: { readonly name: string }): boolean => name.startsWith(`${FUNCTIONS}/`);

/**
 * The files that this release has yet to apply. None if a newer release has migrated the database and this release can
 * keep serving.
 */
function unseen(files: readonly MigrationFile[], rows: readonly Row[]): MigrationFile[] {
  const seen = new Set(rows.map(({ name }) => name));
  const left = files.filter(({ name }) => !seen.has(name));
  const newer = newerOf(files, rows);
  if (newer === undefined) return left;
  if (!left.every(isFunction)) throw missing(newer);
  return [];
}

/** An applied migration that belongs to a newer release. */
function newerOf(files: readonly MigrationFile[], rows: readonly Row[]): Row | undefined {
  return rows.find((row) => !isFunction(row) && !files.some(({ name }) => name === row.name));
}

const missing = ({ name }: Row): Error =>
  new Error(`Migration ${name} was applied to this database, but its file is missing: run a newer release`);

/** Also reads databases from before migrations had a kind. */
async function rowsOf(client: pg.Client): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select name, checksum, ${kindOf('each')} as kind from ${CHECKSUMS} as each order by name`,
  );
  return rows;
}

async function hasKinds(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = '${CHECKSUMS}'::regclass and attname = 'kind'`,
  );
  return rowCount === 1;
}

function refuseChangedFiles(files: readonly MigrationFile[], rows: readonly Row[]): void {
  const checksums = new Map(files.map((file) => [file.name, file.checksum]));
  for (const row of rows.filter((each) => !isFunction(each))) {
    const { name, checksum } = row;
    const present = checksums.get(name);
    if (present === undefined && row.kind === expand) continue;
    if (name === unreleased && present === undefined) {
      throw new Error(
        'This database is older than the first release and cannot be migrated. Create an empty database, or an empty PSP_DATA_DIR, and start again. Nothing was changed.',
      );
    }
    if (present === undefined) throw missing(row);
    if (present !== checksum) {
      throw new Error(
        `Migration ${name} was edited after it was applied: restore it and add a new file instead`,
      );
    }
  }
}

interface Besides {
  readonly lock: pg.Client;
  readonly pending: readonly MigrationFile[];
  readonly schema: string;
}

/**
 * Applies file by file. Each file has its own transaction and brings the functions that it names, so no function is
 * called before its tables exist. An interrupted run continues where it stopped.
 */
async function applyBeside(
  url: string,
  files: readonly MigrationFile[],
  { lock, pending, schema }: Besides,
): Promise<string[]> {
  const done: string[] = [];
  for (const file of pending.filter((each) => !isFunction(each))) {
    const named = pending.filter(
      ({ name }) => file.mark.functions.includes(name.split('@')[0] ?? '') && !done.includes(name),
    );
    const names = [...named, file].map(({ name }) => name);
    await runAhead(lock, file);
    await patiently(() => applyPending(url, files, { names, isFenced: false, schema }));
    done.push(...names);
  }
  return done;
}

interface Applying {
  readonly names: readonly string[];
  /** Ends the processes of the previous release. */
  readonly isFenced: boolean;
  /** The schema of new tables and functions: the first one in the role's search path. */
  readonly schema: string;
  readonly publication?: PublicationChange | undefined;
}

async function applyPending(
  url: string,
  files: readonly MigrationFile[],
  applying: Applying,
): Promise<string[]> {
  const { schema } = applying;
  const lock_timeout = String(applying.isFenced ? 30_000 : lockMs);
  const orm = await MikroORM.init({
    clientUrl: hostsOf(url).present,
    entities: [],
    extensions: [Migrator],
    discovery: { warnWhenNoEntities: false },
    metadataCache: { enabled: false },
    schema,
    driverOptions: {
      connectionString: hostsOf(url).present,
      application_name: 'psp migrate',
      onConnect: (client: pg.ClientBase) => client.query(setStatement({ ...serverDefaults, lock_timeout })),
    },
    migrations: {
      tableName: HISTORY,
      snapshot: false,
      silent: true,
      migrationsList: files.map((file) => ({ name: file.name, class: migrationOf(file, applying) })),
    },
  });
  try {
    return (await orm.migrator.up({ migrations: [...applying.names] })).map((migration) => migration.name);
  } finally {
    await orm.close();
  }
}

function migrationOf(
  file: MigrationFile,
  { names, isFenced, schema, publication }: Applying,
): new (...args: ConstructorParameters<typeof Migration>) => Migration {
  return class extends Migration {
    up(): void {
      const [isFirst, isLast] = [file.name === names[0], file.name === names.at(-1)];
      if (isFenced && isFirst) this.addSql(fence.raise);
      if (publication && isFirst) this.addSql(publication.narrow);
      const [path, version] = file.name.split('@');
      if (version !== undefined) this.forget(`${path}@%`);
      // `runAhead` has applied this part.
      const isAhead = !isFenced && (file.mark.isInBatches || file.mark.isConcurrent);
      if (!isAhead) this.addSql(withinTransaction(inSchema(file.text, schema), file.mark));
      this.addSql(
        `insert into ${CHECKSUMS} (name, checksum, kind) values (${quoted(file.name)}, '${file.checksum}', '${isFenced ? 'contract' : expand}')`,
      );
      if (publication && isLast) this.addSql(publication.restore);
      if (isFenced && isLast) this.addSql(fence.close);
    }

    /**
     * Forgets applied versions of the function, because an earlier version may come back. Function bodies may name
     * tables that do not exist yet.
     */
    private forget(versions: string): void {
      for (const table of [CHECKSUMS, HISTORY]) {
        this.addSql(`delete from ${table} where name like ${quoted(versions)}`);
      }
      this.addSql('set local check_function_bodies = off');
    }
  };
}

/**
 * Functions qualify every name with `public`, because a restore runs them with an empty search path. Here `public`
 * becomes the schema in use.
 */
const inSchema = (text: string, schema: string): string =>
  schema === 'public' ? text : text.replaceAll('public.', `${pg.escapeIdentifier(schema)}.`);

/** Names come from our own files; quotes are doubled anyway. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
