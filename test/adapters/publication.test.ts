import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../src/adapters/postgres/migrate.js';
import { publish } from '../../src/adapters/postgres/publication.js';
import { declared } from '../../src/domain/noun/all.js';
import { snake } from '../../src/domain/noun/declare.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { queryRows } from '../setup/rows.js';
import { projectText } from '../setup/source.js';

const migrationsDir = join(import.meta.dirname, '../../migrations');
let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const published = async (
  url = database.url,
  name = 'psp',
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = await queryRows(
    url,
    `select tablename, array_to_json(attnames) as columns from pg_publication_tables where pubname = '${name}' order by 1`,
  );
  return new Map(
    rows.map((row) => [String(row['tablename']), JSON.parse(String(row['columns'])) as string[]]),
  );
};
const columnsOf = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = await queryRows(
    database.url,
    `select c.table_name, json_agg(c.column_name::text) as columns from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       join pg_class on oid = to_regclass(c.table_name) and not relispartition
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' group by 1`,
  );
  return new Map(
    rows.map((row) => [String(row['table_name']), JSON.parse(String(row['columns'])) as string[]]),
  );
};

/** Tables without a declaration that are not published, with the reason. */
const undeclaredInternal = {
  work: [
    'job_try',
    'notice',
    'notice_place',
    'early_notice',
    'relay_cursor',
    'webhook_cursor',
    'webhook_lane',
  ],
  counters: [
    'event_counter',
    'limit_minute',
    'limit_usage',
    'balance_mark',
    'sealing',
    'seal_round',
    'statement',
  ],
  search: ['address_search', 'metadata_pair'],
  keys: [
    'idempotency_key',
    'seal_key',
    'sign_in_asked',
    'sign_in_challenge',
    'sign_in_code',
    'sign_in_device',
  ],
  service: [
    'audit_link',
    'dropped_before',
    'kill_switch',
    'platform',
    'schema_migration',
    'schema_migration_checksum',
    'table_size',
    'trace',
    'archive_file',
    'archive_border',
    'archive_balance',
    'archived_part',
    'archived_event_part',
  ],
  bank: ['statement_line'],
};
const namesIn = (text: string): string[] => [...text.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name);
const books = ['balance', 'entry', 'event', 'journal'];

describe('the publication of a migrated database', () => {
  test('has exactly the declared columns that are neither sealed nor withheld', async () => {
    const tables = await published();
    const columns = await columnsOf();
    const expected = declared
      .filter(({ isInternal }) => !isInternal)
      .map(({ noun, fields }) => {
        const secret = Object.entries(fields).flatMap(([name, { sealed, withheld }]) =>
          sealed || withheld ? [snake(name)] : [],
        );
        const own = columns.get(snake(noun)) ?? [];
        return [snake(noun), own.filter((column) => !secret.includes(column)).toSorted()] as const;
      });
    for (const [table, own] of expected) expect(tables.get(table)?.toSorted(), table).toEqual(own);
    expect([...tables.keys()].toSorted()).toEqual([...expected.map(([table]) => table), ...books].toSorted());
  });

  test('has the complete ledger', async () => {
    const [tables, columns] = [await published(), await columnsOf()];
    for (const table of books) {
      const own = (columns.get(table) ?? []).filter((column) => column !== 'closed_to');
      expect(tables.get(table)?.toSorted(), table).toEqual(own.toSorted());
    }
  });

  test('covers every table of the schema or excludes it explicitly', async () => {
    const decided = [
      ...declared.map(({ noun }) => snake(noun)),
      ...books,
      ...Object.values(undeclaredInternal).flat(),
    ];
    expect([...(await columnsOf()).keys()].toSorted()).toEqual(decided.toSorted());
  });

  test('has no operator names', async () => {
    const columns = (await published()).get('audit_entry') ?? [];
    expect(columns).toContain('operator_id');
    expect(columns).not.toContain('operator');
  });

  test('is documented with its internal tables and its columns of personal data', async () => {
    const page = projectText('docs/data-out.md');
    const internal = declared.filter(({ isInternal }) => isInternal).map(({ noun }) => snake(noun));
    const { keys, bank } = undeclaredInternal;
    const left = [...internal, ...keys, ...bank, 'audit_link', 'statement'];
    const [, tables = ''] = /So are these tables:([^.]*)\./.exec(page) ?? [];
    expect(namesIn(tables).toSorted()).toEqual(left.toSorted());
    const [, personal = ''] = /### Personal data that leaves([^]*?)\n## /.exec(page) ?? [];
    const out = await published();
    const all = new Set(
      [...out].flatMap(([table, own]) => own.flatMap((each) => [each, `${table}.${each}`])),
    );
    const rows = personal.split('\n').filter((line) => line.startsWith('| `'));
    const listed = rows.flatMap((line) => namesIn(line.split('|')[1] ?? ''));
    expect(listed.length).toBeGreaterThan(15);
    expect(listed.filter((each) => !all.has(each))).toEqual([]);
  });

  test('has no hash, fingerprint, secret, token, code or key', async () => {
    const public_ = ['hosted_domain.verification_token', 'ledger_seal.hash', 'ledger_seal.key_id'];
    const names = [...(await published())].flatMap(([table, columns]) =>
      columns.map((column) => `${table}.${column}`),
    );
    const suspicious = names.filter((name) =>
      /hash|fingerprint|secret|token|_key|code_|^session|^mail/.test(name),
    );
    expect(suspicious.filter((name) => !public_.includes(name))).toEqual([
      'payout_batch.idempotency_key',
      'webhook_endpoint.previous_secret_expires_at',
    ]);
  });

  test('has a replica identity for each table, without which rows could not be updated', async () => {
    const missing = await queryRows(
      database.url,
      `select t.tablename from pg_publication_tables t join pg_index i on i.indrelid = t.tablename::regclass
         join pg_class c on c.oid = i.indrelid
         where t.pubname = 'psp' group by t.tablename
         having not bool_or(i.indisprimary and c.relreplident = 'd' and not exists (
           select from unnest(i.indkey) as key join pg_attribute a on a.attrelid = i.indrelid and a.attnum = key
             where a.attname <> all (t.attnames)))`,
    );
    expect(missing).toEqual([]);
  });
});

const connected = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

describe('migrate', () => {
  test('adds a lost table and a new column to the publication again', async () => {
    const own = await createDatabase();
    const whole = await published(own.url);
    await queryRows(own.url, 'alter publication psp drop table payout');
    await queryRows(own.url, 'alter publication psp set table entry (id, amount)');
    expect(await migrate(own.url, migrationsDir)).toEqual([]);
    expect(await published(own.url)).toEqual(whole);
    await queryRows(
      own.url,
      `insert into schema_migration_checksum (name, checksum, kind) values ('9999_next.sql', '', 'expand')`,
    );
    await queryRows(own.url, 'alter publication psp set table entry (id, amount)');
    await migrate(own.url, migrationsDir);
    expect([...(await published(own.url)).keys()], 'an older release changes nothing').toEqual(['entry']);
    await own.drop();
  });

  test('continues with a message if the role may not create a publication', async () => {
    const own = await createDatabase('template1');
    await queryRows(own.url, 'drop role if exists psp_poor');
    await queryRows(own.url, `create role psp_poor login password 'poor'`);
    await queryRows(own.url, 'create schema poor authorization psp_poor');
    const url = Object.assign(new URL(own.url), { username: 'psp_poor', password: 'poor' }).href;
    await queryRows(own.url, 'alter role psp_poor set search_path = poor');
    const warnings: string[] = [];
    const warn = (message: string): void => void warnings.push(message);
    expect((await migrate(url, migrationsDir, { warn })).length).toBeGreaterThan(10);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The publication psp_poor was not created: permission denied for database .* tries again\. .*data-out\.md\.$/,
      ),
    ]);
    const name = new URL(own.url).pathname.slice(1);
    await queryRows(own.url, `grant create on database ${name} to psp_poor`);
    expect(await migrate(url, migrationsDir, { warn })).toEqual([]);
    expect(warnings).toHaveLength(1);
    expect(await published(own.url, 'psp_poor')).toEqual(await published());
    await own.drop();
    await queryRows(database.url, 'drop role psp_poor');
  });

  test('a locked table does not fail the run, and the next run tries again', async () => {
    const own = await createDatabase();
    await queryRows(own.url, 'alter publication psp drop table payout');
    const warnings: string[] = [];
    const warn = (message: string): void => void warnings.push(message);
    await connected(own.url, async (vacuum) => {
      await vacuum.query('begin; lock table payout in share update exclusive mode');
      expect(await migrate(own.url, migrationsDir, { warn })).toEqual([]);
    });
    expect(warnings).toEqual([
      expect.stringMatching(/^The publication psp was not changed: .*lock timeout.* tries again\./),
    ]);
    expect((await published(own.url)).has('payout')).toBe(false);
    await migrate(own.url, migrationsDir, { warn });
    expect(warnings).toHaveLength(1);
    expect(await published(own.url)).toEqual(await published());
    await own.drop();
  });

  test.each([
    ['drops a column', 'alter table payout drop column description;', ['description']],
    [
      'drops several, unlike in form',
      'alter table payout drop "description", drop column if exists country;',
      ['description', 'country'],
    ],
    ['changes the type of a column', 'alter table payout alter column description type varchar(900);', []],
    ['changes the type of a key', 'alter table suspension alter id set data type varchar(90);', []],
    [
      'drops a column that no declaration has',
      `do $$ begin execute 'alter table payout drop column ' || 'former'; end $$;`,
      [],
    ],
    ['renames a column that no declaration has', 'alter table payout rename column former to latter;', []],
  ])('a contract migration %s that is published', async (_name, text, gone) => {
    const own = await createDatabase();
    const whole = new Map(await published(own.url));
    const columns = whole.get('payout') ?? [];
    await queryRows(own.url, 'alter table payout add column former text');
    await queryRows(
      own.url,
      `alter publication psp drop table payout; alter publication psp add table payout (${columns.join()}, former)`,
    );
    const dir = await mkdtemp(join(tmpdir(), 'migrations-'));
    await cp(migrationsDir, dir, { recursive: true });
    const last = '9999_contract.sql';
    await writeFile(join(dir, last), `-- contract\nselect * from payout; ${text}; select 1 / 0;`);
    const before = await published(own.url);
    await expect(migrate(own.url, dir)).rejects.toThrow('division by zero');
    expect(await published(own.url), 'a failed run changes nothing').toEqual(before);
    await writeFile(join(dir, last), `-- contract\n${text}`);
    expect(await migrate(own.url, dir)).toEqual([last]);
    whole.set(
      'payout',
      columns.filter((column) => !gone.includes(column)),
    );
    expect(await published(own.url)).toEqual(whole);
    await own.drop();
    await rm(dir, { recursive: true });
  });

  test('creates no publication in a database without its tables', async () => {
    const own = await createDatabase('template1');
    expect(await connected(own.url, (client) => publish(client, 'public'))).toBeUndefined();
    expect(await queryRows(own.url, 'select pubname from pg_publication')).toEqual([]);
    await own.drop();
  });
});
