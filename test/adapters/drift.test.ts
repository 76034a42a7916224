import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { entities } from '../../src/adapters/postgres/entity.js';
import { openOrm } from '../../src/adapters/postgres/orm.js';
import { sqlTypes, type Kind } from '../../src/adapters/postgres/column.js';
import { tables } from '../../src/adapters/postgres/table.js';
import { decimalsOf, isCurrency } from '../../src/domain/currency.js';
import { buckets } from '../../src/domain/ledger.js';
import { declared } from '../../src/domain/noun/all.js';
import { snake } from '../../src/domain/noun/declare.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';

let database: TestDatabase;
let orm: MikroORM;
let client: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  orm = await openOrm({ url: database.url, entities, poolMax: 2, applicationName: 'drift' });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await orm.close();
  await database.drop();
});

interface ColumnRow {
  column_name: string;
  type: string;
  is_nullable: 'YES' | 'NO';
  data_type: string;
}

/** The columns of a table in the migrated database, without generated columns. */
async function columnsOf(table: string): Promise<ColumnRow[]> {
  const { rows } = await client.query<ColumnRow>(
    `select c.column_name::text, c.data_type, c.is_nullable, format_type(a.atttypid, a.atttypmod) as type
       from information_schema.columns c
       join pg_attribute a on a.attrelid = to_regclass(c.table_name) and a.attname = c.column_name
       where c.table_schema = 'public' and c.table_name = $1 and c.is_generated = 'NEVER' order by c.column_name`,
    [table],
  );
  return rows;
}

const mapped = Object.values(tables);

test('each SQL function is in one file of its own kind', async () => {
  const root = join(import.meta.dirname, '../../migrations');
  const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.sql'));
  const found: string[] = [];
  for (const file of files) {
    const text = await readFile(join(root, file), 'utf8');
    const names = [...text.matchAll(/^create (or replace )?function (\w+)/gm)].map((match) => match[2]);
    if (!file.startsWith('functions/')) expect(names, file).toEqual([]);
    found.push(...names.map(String));
  }
  expect(found.sort()).toEqual([...new Set(found)]);
  const { rows } = await client.query<{ name: string }>(
    `select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace order by proname collate "C"`,
  );
  expect(rows.map(({ name }) => name)).toEqual(found);
});

interface IndexRow {
  columns: string[];
  unique: boolean;
  predicate: string | null;
}

test.each(declared.filter(({ indexes = [] }) => indexes.length > 0))(
  'the database has each index that $noun declares',
  async ({ noun, fields, indexes = [] }) => {
    const { rows } = await client.query<IndexRow>(
      `select array(select pg_get_indexdef(indexrelid, k, false) from generate_series(1, indnkeyatts) k) as columns,
              indisunique as unique, pg_get_expr(indpred, indrelid) as predicate
         from pg_index where indrelid = $1::regclass`,
      [snake(noun)],
    );
    const missing = indexes.filter(({ by, only = [] }) => {
      const columns = by.map(snake);
      const all = fields[by.at(-1) ?? '']?.words?.values ?? [];
      return !rows.some(
        (row) =>
          isLedBy(columns, row) && valuesOf(row.predicate, all).sort().join() === only.toSorted().join(),
      );
    });
    expect(missing).toEqual([]);
  },
);

/** Whether the index starts with these columns and then the id; a unique index finds a single row. */
const isLedBy = (columns: readonly string[], { columns: indexed, unique }: IndexRow): boolean =>
  indexed.slice(0, columns.length).sort().join() === columns.toSorted().join() &&
  (indexed[columns.length] === 'id' || (unique && indexed.length === columns.length));

/** The values in a partial index: those in its predicate, or all except those. */
function valuesOf(predicate: string | null, all: readonly string[]): string[] {
  const named = [...(predicate ?? '').matchAll(/'([^']*)'/g)].map(([, value = '']) => value);
  return predicate?.includes('<>') ? all.filter((value) => !named.includes(value)) : named;
}

describe('the mapping and the migrations', () => {
  it.each(mapped.map((table) => [table.name, table] as const))('agree on %s', async (name, table) => {
    const stored = (await columnsOf(name)).map(
      (row) => `${row.column_name} ${row.data_type} ${row.is_nullable === 'YES' ? 'null' : 'not null'}`,
    );
    const declared = table.fields.map(
      ({ column, type }) => `${column} ${sqlTypes[type.kind]} ${type.nullable ? 'null' : 'not null'}`,
    );
    expect(declared.sort()).toEqual(stored);
  });

  it.each(mapped.map((table) => [table.name, table] as const))(
    'the mapper agrees on %s',
    async (name, table) => {
      const meta = [...orm.getMetadata()].find((each) => each.className === table.noun);
      const platform = orm.em.getPlatform();
      const known = (meta?.props ?? []).map((prop) => {
        const type = platform.normalizeColumnType(prop.columnTypes[0] ?? '', prop);
        return `${prop.fieldNames[0]} ${typeNames[type] ?? type} ${prop.nullable ? 'null' : 'not null'}`;
      });
      const stored = (await columnsOf(name)).map(
        (row) =>
          `${row.column_name} ${typeNames[row.type] ?? row.type} ${row.is_nullable === 'YES' ? 'null' : 'not null'}`,
      );
      expect(meta?.tableName).toBe(name);
      expect(known.sort()).toEqual(stored);
    },
  );

  it('leave no table unmapped except those used by SQL only', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname::text as name from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
    );
    const unmapped = rows
      .map(({ name }) => name)
      .filter((name) => !mapped.some((table) => table.name === name));
    expect(unmapped).toEqual(Object.keys(setWriters).sort());
  });
});

/** Tables that SQL functions write in sets, or that a single statement uses. */
const setWriters: Record<string, string> = {
  address_search: 'search-hash.ts',
  audit_link: 'link_audit',
  balance: 'post_journals',
  balance_mark: 'add_mark',
  entry: 'post_journals',
  event: 'append_events',
  event_counter: 'append_events',
  idempotency_key: 'record',
  journal: 'post_journals',
  kill_switch: 'note_kill_switch',
  limit_minute: 'use_limits',
  limit_usage: 'use_limits',
  notice: 'tx.ts',
  early_notice: 'early-notice.ts',
  platform: 'tx.ts',
  notice_place: 'early-notice.ts',
  job_try: 'tries.ts',
  statement: 'statement.ts',
  statement_line: 'statement.ts',
  seal_key: 'ledger-seal.ts',
  seal_round: 'ledger-seal.ts',
  sealing: 'ledger-seal.ts',
  sign_in_asked: 'sign-in.ts',
  sign_in_challenge: 'sign-in.ts',
  sign_in_code: 'sign-in.ts',
  sign_in_device: 'sign-in.ts',
  dropped_before: 'turn_partitions',
  table_size: 'storage.ts',
  trace: 'trace.ts',
  metadata_pair: 'metadata-pair.ts',
  webhook_cursor: 'fan_out_events',
  webhook_lane: 'record_attempts',
  relay_cursor: 'relay.ts',
  archive_file: 'archive.ts',
  archive_border: 'move_archive_border',
  archive_balance: 'move_archive_border',
  archived_part: 'remove_archived_entries',
  archived_event_part: 'remove_archived_events',
  schema_migration: 'migrate.ts',
  schema_migration_checksum: 'migrate.ts',
};

/** Names of the same type in PostgreSQL. */
const typeNames: Record<string, string> = {
  int: 'integer',
  timestamptz: 'timestamp with time zone',
  'numeric(10,0)': 'numeric',
};

describe('values shared by SQL and the domain', () => {
  it('include the decimals of every currency', async () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
    const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    const known = [...codes, 'USDT', 'USDC'].filter(isCurrency);
    const { rows } = await client.query<{ code: string; decimals: number }>(
      'select code, currency_decimals(code) as decimals from unnest($1::text[]) code',
      [known],
    );
    expect(known.length).toBeGreaterThan(150);
    expect(rows.filter(({ code, decimals }) => decimals !== decimalsOf(code))).toEqual([]);
  });

  it("include the client's buckets", async () => {
    const columns = (await columnsOf('balance')).filter(({ type }) => type === 'numeric');
    expect(columns.map((column) => column.column_name)).toEqual([...buckets].sort());
  });

  it('include a database type for every kind of value', () => {
    const kinds = new Set<Kind>(mapped.flatMap((table) => table.fields.map(({ type }) => type.kind)));
    expect([...kinds].sort()).toEqual(Object.keys(sqlTypes).sort());
  });
});
