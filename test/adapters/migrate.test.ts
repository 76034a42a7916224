import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { listenForChanges } from '../../src/adapters/postgres/listen.js';
import { goesOnBeside, markOf } from '../../src/adapters/postgres/expand.js';
import {
  assertDurable,
  assertMigrated,
  migrate,
  migrateOnceAlone,
} from '../../src/adapters/postgres/migrate.js';
import { migrationsDir } from '../../src/main/wire.js';
import type { TestDatabase } from '../setup/database.js';
import { createDatabase } from '../setup/database.js';
import { queryRows } from '../setup/rows.js';

/** Migrations up to this one are older than the first release. */
const lastUnmarked = '0077_search.sql';

let database: TestDatabase;
let dir: string;

beforeEach(async () => {
  database = await createDatabase('template1');
  dir = await mkdtemp(join(tmpdir(), 'migrations-'));
  await mkdir(join(dir, 'functions'));
  await writeFile(join(dir, '0001_first.sql'), FIRST);
  await writeFile(join(dir, '0002_second.sql'), 'alter table thing add column note jsonb;');
  await writeFile(join(dir, 'README.md'), 'not a migration');
});

afterEach(async () => {
  await database.drop();
  await rm(dir, { recursive: true });
});

describe('migrate', () => {
  it('applies the files in order and says which', async () => {
    expect(await migrate(database.url, dir)).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await migrate(database.url, dir)).toEqual([]);
    await writeFile(join(dir, '0003_third.sql'), 'drop table thing;');
    expect(await migrate(database.url, dir)).toEqual(['0003_third.sql']);
  });

  it('runs whole files: several statements, function bodies, the jsonb question mark', async () => {
    await migrate(database.url, dir);
    expect(
      await query(`insert into thing (note) values ('{"a": 1}') returning has_letter(note) as found`),
    ).toEqual([{ found: true }]);
  });

  it('one of three processes migrates while the others wait', async () => {
    const all = await Promise.all([1, 2, 3].map(() => migrate(database.url, dir)));
    expect(all.map((names) => names.length).sort((a, b) => a - b)).toEqual([0, 0, 2]);
  });

  it('waits for processes that are stopping, reports it once, and otherwise names them', async () => {
    await migrate(database.url, dir);
    await writeFile(join(dir, '0003_third.sql'), 'drop table thing;');
    const received = Promise.withResolvers<void>();
    const listener = { onChange: received.resolve, onError: received.reject };
    const others = [1, 2].map(() => listenForChanges(database.url, listener));
    await received.promise;
    const onWait = vi.fn<(error: unknown) => void>();
    await expect(migrateOnceAlone(database.url, dir, { ms: 3_000, onWait })).rejects.toThrow(
      /^2 processes are connected, and .*0003_third\.sql .* stop them first/,
    );
    expect(onWait).toHaveBeenCalledOnce();
    const waiting = migrateOnceAlone(database.url, dir, { ms: 60_000, onWait });
    await expect.poll(() => onWait.mock.calls.length).toBe(2);
    for (const other of others) other.stop();
    expect(await waiting).toEqual(['0003_third.sql']);
  });

  it('refuses a file that was edited after it was applied', async () => {
    await migrate(database.url, dir);
    await writeFile(join(dir, '0001_first.sql'), `${FIRST} -- an afterthought`);
    await expect(migrate(database.url, dir)).rejects.toThrow(
      /0001_first\.sql was edited after it was applied/,
    );
  });

  it('applies functions before the tables that call them, and again after a change, even a reverted one', async () => {
    const file = join(dir, 'functions', 'amount.sql');
    const of = (
      limit: number,
    ) => `create or replace function is_amount(n int) returns boolean language sql immutable as
      $$ select n < ${limit} or (select count(*) < 0 from thing) $$;`;
    await writeFile(file, of(10));
    await writeFile(join(dir, '0003_third.sql'), 'alter table thing add column n int check (is_amount(n));');
    const [first, ...rest] = await migrate(database.url, dir);
    expect(first).toMatch(/^functions\/amount\.sql@[0-9a-f]{12}$/);
    expect(rest).toEqual(['0001_first.sql', '0002_second.sql', '0003_third.sql']);
    await expect(query('insert into thing (n) values (12)')).rejects.toThrow(/violates check/);
    await writeFile(file, of(20));
    expect(await migrate(database.url, dir)).toHaveLength(1);
    await query('insert into thing (n) values (12)');
    await writeFile(file, of(10));
    expect(await migrate(database.url, dir)).toEqual([first]);
    expect(await migrate(database.url, dir)).toEqual([]);
    await expect(query('insert into thing (n) values (12)')).rejects.toThrow(/violates check/);
  });

  it('refuses a database from before the first release, with advice', async () => {
    await writeFile(join(dir, '0001_core.sql'), 'create table account (id text)');
    await migrate(database.url, dir);
    await rm(join(dir, '0001_core.sql'));
    await expect(migrate(database.url, dir)).rejects.toThrow(
      /is older than the first release.* Create an empty database.* Nothing was changed/,
    );
  });

  it('refuses a database that is newer than the files', async () => {
    await migrate(database.url, dir);
    await rm(join(dir, '0002_second.sql'));
    await expect(migrate(database.url, dir)).rejects.toThrow(/0002_second\.sql .* its file is missing/);
  });

  it('refuses a database that cannot store every text, and leaves it unchanged', async () => {
    const latin = await createDatabase("template0 encoding 'LATIN1' locale_provider libc locale 'C'");
    await expect(migrate(latin.url, dir)).rejects.toThrow(/has the encoding LATIN1.* Nothing was changed/);
    const tables = `select from pg_class where relnamespace = 'public'::regnamespace`;
    expect(await queryRows(latin.url, tables)).toEqual([]);
    await latin.drop();
  });

  it('accepts a database with encoding SQL_ASCII and C locale', async () => {
    const bytes = await createDatabase("template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'");
    expect(await migrate(bytes.url, dir)).toHaveLength(2);
    await queryRows(bytes.url, 'insert into thing (note) values ($1)', ['{"a": "山田 😀"}']);
    expect(await queryRows(bytes.url, `select note ->> 'a' as a from thing`)).toEqual([{ a: '山田 😀' }]);
    await bytes.drop();
  });

  it('rolls back a batch in which one file fails', async () => {
    await writeFile(join(dir, '0003_wrong.sql'), 'create table other (id int); select no_such_function();');
    await expect(migrate(database.url, dir)).rejects.toThrow(/no_such_function/);
    expect(await query(`select to_regclass('thing') as thing, to_regclass('other') as other`)).toEqual([
      { thing: null, other: null },
    ]);
    await rm(join(dir, '0003_wrong.sql'));
    expect(await migrate(database.url, dir)).toHaveLength(2);
  });
});

describe('next to the previous release', () => {
  const add = (name: string, text: string) => writeFile(join(dir, name), text);

  it('keeps each finished file and continues with the failed one', async () => {
    await migrate(database.url, dir);
    await query('insert into thing select from generate_series(1, 25)');
    await add('0003_n.sql', '-- expand\nalter table thing add column n int;');
    const fill = (by: string) =>
      `-- expand, in batches\nupdate thing set n = ${by} where id in (select id from thing where n is null limit 10);`;
    await add('0004_fill.sql', fill('1 / (21 - id)'));
    await add('0005_index.sql', '-- expand, concurrently\ncreate index concurrently thing_n on thing (n);');
    await expect(migrate(database.url, dir)).rejects.toThrow('division by zero');
    const filled = 'select count(*)::int as filled from thing where n is not null';
    expect(await query(filled)).toEqual([{ filled: 20 }]);
    await add('0004_fill.sql', fill('id'));
    expect(await migrate(database.url, dir)).toEqual(['0004_fill.sql', '0005_index.sql']);
    expect(await query(filled)).toEqual([{ filled: 25 }]);
    const kinds = 'select name, kind from schema_migration_checksum order by name';
    expect(await query(kinds)).toEqual(
      ['contract', 'contract', 'expand', 'expand', 'expand'].map((kind, nth) => ({
        name: expect.stringContaining(`000${nth + 1}`) as string,
        kind,
      })),
    );
  });

  it('runs as one if the database is new or a contract migration is included', async () => {
    await add('0003_rows.sql', '-- contract\ninsert into thing select from generate_series(1, 25);');
    await add(
      '0004_fill.sql',
      `-- expand, in batches\nupdate thing set note = '{}'
      where id in (select id from thing where note is null limit 10);`,
    );
    await add(
      '0005_index.sql',
      '-- expand, concurrently\ncreate index concurrently thing_note on thing (note);',
    );
    expect(await migrate(database.url, dir)).toHaveLength(5);
    expect(await query('select from thing where note is null')).toEqual([]);
  });

  it('changes a function together with its tables, or not at all', async () => {
    const file = join(dir, 'functions', 'one.sql');
    const one = (from: string) =>
      `create or replace function one() returns bigint language plpgsql as $$ begin return (select ${from} from thing); end $$;`;
    await writeFile(file, one('count(*)'));
    await migrate(database.url, dir);
    await writeFile(file, one('sum(n)'));
    const marked = '-- expand, with functions/one.sql\nalter table thing add column n int default 1;';
    await add('0003_n.sql', `${marked}\nselect 1 / count(*) from thing;`);
    await expect(migrate(database.url, dir)).rejects.toThrow('division by zero');
    expect(await query('select one()::int as one')).toEqual([{ one: 0 }]);
    await add('0003_n.sql', marked);
    expect(await migrate(database.url, dir)).toEqual([
      expect.stringContaining('functions/one.sql@') as string,
      '0003_n.sql',
    ]);
    expect(await query('select one()::int as one')).toEqual([{ one: null }]);
  });

  it('waits for a lock in short turns, so that others can continue', async () => {
    await migrate(database.url, dir);
    await add('0003_n.sql', '-- expand\nalter table thing add column n int;');
    const reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    await reader.query('begin; select from thing');
    const migrating = migrate(database.url, dir);
    const waiting = `select 1 as one from pg_locks where not granted and relation = 'thing'::regclass`;
    await expect.poll(() => query(waiting), { timeout: 60_000 }).toHaveLength(1);
    expect(await query('select from thing')).toEqual([]);
    await reader.end();
    expect(await migrating).toEqual(['0003_n.sql']);
  });

  it('an older release applies nothing, not even functions, and is refused after a contract migration', async () => {
    const file = join(dir, 'functions', 'one.sql');
    const one = (n: number) => `create or replace function one() returns int language sql as 'select ${n}';`;
    await writeFile(file, one(1));
    await migrate(database.url, dir);
    await writeFile(file, one(2));
    await add('0003_n.sql', '-- expand, with functions/one.sql\nalter table thing add column n int;');
    expect(await migrate(database.url, dir)).toHaveLength(2);
    await rm(join(dir, '0003_n.sql'));
    await writeFile(file, one(1));
    expect(await migrate(database.url, dir)).toEqual([]);
    await assertMigrated(database.url, dir);
    expect(await query('select one()')).toEqual([{ one: 2 }]);
    await add('0004_other.sql', '-- expand\nselect 1;');
    await expect(migrate(database.url, dir)).rejects.toThrow(/0003_n\.sql .* its file is missing/);
  });

  it('treats a changed function and an unmarked file as contract migrations', () => {
    const of = (name: string, text: string) => ({ name, mark: markOf(name, text) });
    const table = of('0003_n.sql', '-- expand, with functions/one.sql\nselect 1');
    expect(goesOnBeside([of('functions/one.sql@ab', ''), table])).toBe(true);
    expect(goesOnBeside([of('functions/two.sql@ab', ''), table])).toBe(false);
    expect(goesOnBeside([of('functions/one.sql@ab', '')])).toBe(false);
    expect(goesOnBeside([table, of('0004_m.sql', 'select 1')])).toBe(false);
    expect(goesOnBeside([table, of('0004_m.sql', '-- contract\nselect 1')])).toBe(false);
    expect(() => of('0005_o.sql', '-- expand in batches\nselect 1')).toThrow(
      'Migration 0005_o.sql has an invalid first line: -- expand in batches',
    );
  });

  it('every released migration is marked', async () => {
    const marked = (await readdir(migrationsDir)).filter(
      (name) => name.endsWith('.sql') && name > lastUnmarked,
    );
    for (const name of marked) {
      expect(await readFile(join(migrationsDir, name), 'utf8'), name).toMatch(/^-- (expand|contract)\b/);
    }
  });
});

describe('assertDurable', () => {
  it('names settings that may lose acknowledged commits', async () => {
    await expect(assertDurable(inject('adminUrl'))).rejects.toThrow(
      /turn on fsync, full_page_writes, synchronous_commit/,
    );
  });

  it('sees a setting of only this database', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await query(`alter database ${name} set synchronous_commit = on`);
    await expect(assertDurable(database.url)).rejects.toThrow(/turn on fsync, full_page_writes and/);
  });
});

const FIRST = `
  create table thing (id bigint generated always as identity primary key);
  create function has_letter(note jsonb) returns boolean language plpgsql as $fn$
  begin
    return note ? 'a';
  end
  $fn$;`;

async function query(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
}
