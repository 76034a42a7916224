import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';

/** The database of a release with data of every kind, and the answers that its service gave. */
export interface ReleaseDump {
  readonly release: string;
  /** The keys that open what is sealed, and the credentials of the account. Made for the dump, used nowhere else. */
  readonly env: Readonly<Record<string, string>>;
  readonly apiKey: string;
  /** Each file in `migrations` of that release, by its path there. */
  readonly migrations: Readonly<Record<string, string>>;
  /** The rows of each table as COPY writes them. */
  readonly tables: Readonly<Record<string, { readonly columns: string; readonly rows: string }>>;
  readonly sequences: Readonly<Record<string, string>>;
  /** The body of each GET, by its path. */
  readonly answers: Readonly<Record<string, string>>;
}

const fileOf = (release: string): string => join(import.meta.dirname, `${release}.json.gz`);

export const dumpedReleases = (): string[] =>
  readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.json.gz'))
    .map((name) => name.slice(0, -'.json.gz'.length));

export const readDump = (release: string): ReleaseDump =>
  JSON.parse(gunzipSync(readFileSync(fileOf(release))).toString('utf8')) as ReleaseDump;

export const writeDump = (dump: ReleaseDump): void =>
  writeFileSync(fileOf(dump.release), gzipSync(JSON.stringify(dump), { level: 9 }));

/** Every table of the service with its columns, quoted; a partition's rows are its parent's. */
const tablesText = `
  select format('%I.%I', n.nspname, c.relname) as name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema)'
    order by 1`;

const sequencesText = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
    where last_value is not null order by 1`;

/** The rows of every table, in one snapshot. */
export async function dumpRows(url: string): Promise<Pick<ReleaseDump, 'tables' | 'sequences'>> {
  return connected(url, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const { rows: found } = await client.query<{ name: string; columns: string }>(tablesText);
    const { rows: sequences } = await client.query<{ name: string; value: string }>(sequencesText);
    const tables: Record<string, { columns: string; rows: string }> = {};
    for (const { name, columns } of found) {
      const rows = await text(client.query(to(`copy (select ${columns} from ${name}) to stdout`)));
      tables[name] = { columns, rows };
    }
    return { tables, sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])) };
  });
}

/** Fills a database that the dump's own migrations have made, with nothing but the dump's rows. */
export async function loadRows(url: string, { tables, sequences }: ReleaseDump): Promise<void> {
  await connected(url, async (client) => {
    await client.query('begin');
    // The rows are facts already: no trigger decides or derives anything again.
    await client.query('set local session_replication_role = replica');
    await client.query(`truncate ${Object.keys(tables).join(', ')}`);
    for (const [name, { columns, rows }] of Object.entries(tables))
      await pipeline(Readable.from([rows]), client.query(from(`copy ${name} (${columns}) from stdin`)));
    for (const [name, value] of Object.entries(sequences))
      await client.query('select setval($1::regclass, $2)', [name, value]);
    await client.query('commit');
  });
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
