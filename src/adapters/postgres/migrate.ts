import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Migration, Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { goesOnBeside, lockMs, markOf, patiently, runAhead, withinTransaction } from './expand.js';
import type { Mark } from './expand.js';
import { defaultRetention } from '../../domain/retention.js';
import { assertFit } from './fit.js';
import { hostsOf } from './hosts.js';
import { inOwnConnection } from './own-connection.js';
import { publicationChange, publish, type PublicationChange } from './publication.js';
import type { Patience } from './reach.js';
import { makePartitions } from './retention.js';
import { applied, expand, fence, kindOf, processesAtWork } from './release.js';
import { serverDefaults, setStatement } from './server-setting.js';

interface MigrationFile {
  /** Of a file of functions its text is part of the name: it is applied again when it has changed. */
  name: string;
  text: string;
  checksum: string;
  mark: Mark;
}

/** A row for each file that was applied. */
interface Row {
  readonly name: string;
  readonly checksum: string;
  readonly kind: string;
}

/** Any number will do, as long as every process of every release takes the same. */
export const migrationLock = 4_817_203_115;
const HISTORY = 'schema_migration';
const CHECKSUMS = applied;
const againMs = 250;
/** The folder of SQL functions, which stand once each; they come before the tables whose checks and triggers call them. */
const FUNCTIONS = 'functions';
/** The first file of the databases of before the first release. */
const unreleased = '0001_core.sql';

/** Others are at work, and something would be applied under their feet. */
class AtWork extends Error {}

/**
 * Applies the `*.sql` files of `dir` that the database has not seen, those of `functions` that have changed first, then
 * the others in the order of their names; answers their names. All is done in one transaction, or, where the release
 * before can go on beside all of it, file by file. Several processes may call it at once: one works, the others wait and
 * find nothing left. Throws when an applied file was edited or is missing, and where the database is none that
 * could do; and, unless it is told to work `beside` them, while processes are at work that would find other tables.
 */
export async function migrate(url: string, dir: string, options: MigrateOptions = {}): Promise<string[]> {
  const files = await readMigrations(dir);
  // A connection of its own holds the lock, because the migrator takes and returns pooled ones.
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
    // A release older than the database must not remove columns that a newer one has published.
    if (pending.length === 0 && newerOf(files, rows) !== undefined) return [];
    const schema = await schemaOf(lock);
    const done = await applyAll(url, files, { lock, pending, schema, ...options });
    await makePartitions(lock, defaultRetention);
    const refused = await publish(lock, schema);
    if (refused !== undefined) options.warn?.(refused);
    return done;
  });
}

interface MigrateOptions {
  /** Also while other processes are connected. */
  readonly beside?: boolean;
  /** Hears what the role may not do, and migrations do not need. */
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

/** As `migrate`, and waits for processes of another release, which may be on their way out. */
export async function migrateOnceAlone(
  url: string,
  dir: string,
  { ms, onWait, warn }: Patience & Pick<MigrateOptions, 'warn'>,
): Promise<string[]> {
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await migrate(url, dir, warn && { warn });
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

/** The names of what this release applies. */
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

/** The words of a command for a database that has not, or not all of, the tables of its release. */
export const notMigrated =
  'The database lacks tables of this release: run `npm run -s psp -- migrate`, then repeat this command.';

/** Throws unless just the files of `dir` were applied: whoever does not migrate must not work on what he does not know. */
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

/** Throws unless the server keeps what it has acknowledged: money must survive a power cut. */
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

/** The files that this release has yet to apply; none, where a newer one has been at work beside which it goes on. */
function unseen(files: readonly MigrationFile[], rows: readonly Row[]): MigrationFile[] {
  const seen = new Set(rows.map(({ name }) => name));
  const left = files.filter(({ name }) => !seen.has(name));
  const newer = newerOf(files, rows);
  if (newer === undefined) return left;
  if (!left.every(isFunction)) throw missing(newer);
  return [];
}

/** A migration of a newer release that was applied. */
function newerOf(files: readonly MigrationFile[], rows: readonly Row[]): Row | undefined {
  return rows.find((row) => !isFunction(row) && !files.some(({ name }) => name === row.name));
}

const missing = ({ name }: Row): Error =>
  new Error(`Migration ${name} was applied to this database, but its file is missing: run a newer release`);

/** Of a database of before there were marks, too. */
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
 * File by file, each in a transaction of its own, with the functions that it names: none is called before the tables that
 * it needs are there. A run that was stopped goes on where it was.
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
  /** Processes of the release before end with it. */
  readonly isFenced: boolean;
  /** Where its tables and functions go: the first that the role's search path has. */
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
      // That part has been done by then.
      const isAhead = !isFenced && (file.mark.isInBatches || file.mark.isConcurrent);
      if (!isAhead) this.addSql(withinTransaction(inSchema(file.text, schema), file.mark));
      this.addSql(
        `insert into ${CHECKSUMS} (name, checksum, kind) values (${quoted(file.name)}, '${file.checksum}', '${isFenced ? 'contract' : expand}')`,
      );
      if (publication && isLast) this.addSql(publication.restore);
      if (isFenced && isLast) this.addSql(fence.close);
    }

    /** The version of before, which may come back. Bodies name tables that may not be there yet. */
    private forget(versions: string): void {
      for (const table of [CHECKSUMS, HISTORY]) {
        this.addSql(`delete from ${table} where name like ${quoted(versions)}`);
      }
      this.addSql('set local check_function_bodies = off');
    }
  };
}

/** Functions name what they call in full, as if all stood in `public`: a restore runs them with an empty search path. */
const inSchema = (text: string, schema: string): string =>
  schema === 'public' ? text : text.replaceAll('public.', `${pg.escapeIdentifier(schema)}.`);

/** The names are of our own files; quotes are doubled all the same. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
