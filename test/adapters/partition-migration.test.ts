import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../src/adapters/postgres/migrate.js';
import { migrationsDir } from '../../src/main/wire.js';
import { createDatabase } from '../setup/database.js';
import { queryRows } from '../setup/rows.js';

/** The last migration before tables were partitioned. */
const before = '0180_table_size.sql';

/** As a release before had it: 2,000 rows of each table, over 100 days. */
const rows = `
  insert into account (id, name, status, created_at, version) values ('acct_1', 'Shop', 'active', now(), 1);
  insert into event_counter (account_id, last) values ('acct_1', 0) on conflict do nothing;
  insert into webhook_cursor (account_id, position) values ('acct_1', 0);
  insert into webhook_endpoint (id, account_id, url, event_types, secret, created_at, updated_at, version)
    values ('we_1', 'acct_1', 'sealed', '{}', 'sealed', now(), now(), 1);
  insert into webhook_delivery (id, account_id, endpoint_id, event_id, event_type, resource_id, kind, status, attempts,
      delivered_at, redelivery_of, history, created_at, version)
    select 'whd_' || ulid_time(now() - n * interval '72 minutes') || lpad(n::text, 16, '0'), 'acct_1', 'we_1', 'evt_' || n,
      'webhook.ping', 'we_1', 'ping', 'delivered', 1, now(), null, '[{"number": 1}]', now(), 1
      from generate_series(1, 2000) n;
  insert into mail (id, account_id, email_hash, kind, language, status, attempts, expires_at, created_at, ended_at, version)
    select 'mail_' || ulid_time(now() - n * interval '72 minutes') || lpad(n::text, 16, '0'), 'acct_1', repeat('a', 64),
      'invitation', 'en', 'sent', 1, now(), now(), now(), 1 from generate_series(1, 2000) n;
  insert into request (id, account_id, method, path, route, status, outcome, duration_ms, replayed, created_at, version)
    select 'req_' || ulid_time(now() - n * interval '72 minutes') || lpad(n::text, 16, '0'), 'acct_1', 'GET', '/v1/payouts',
      '/v1/payouts', 200, 'succeeded', 1, false, now(), 1 from generate_series(1, 2000) n`;

const content = (table: string) =>
  `select count(*), md5(string_agg(t::text, ' ' order by id)) as hash from ${table} t`;

it('tables with rows become partitioned without loss, while the previous release runs, and stay published', async () => {
  const database = await createDatabase('template1');
  const dir = await mkdtemp(join(tmpdir(), 'partitions-'));
  onTestFinished(async () => {
    await rm(dir, { recursive: true });
    await database.drop();
  });
  await cp(migrationsDir, dir, { recursive: true });
  const later = (await readdir(dir)).filter((name) => name.endsWith('.sql') && name > before);
  for (const name of later) await rm(join(dir, name));
  await rm(join(dir, 'functions/retention.sql'));
  await migrate(database.url, dir);
  const query = (text: string) => queryRows(database.url, text);
  await query(rows);
  const was = await Promise.all(
    ['mail', 'request', 'webhook_delivery'].map((table) => query(content(table))),
  );
  // Later migrations add columns to other tables.
  const published = `select tablename, attnames::text from pg_publication_tables
    where tablename in ('mail', 'request', 'webhook_delivery') order by 1`;
  const left = await query(published);

  const done = await migrate(database.url, migrationsDir);
  expect(done).toEqual(expect.arrayContaining(later));
  const kinds = await query(
    'select distinct kind from schema_migration_checksum where name > $$0180_z$$ and name < $$f$$',
  );
  expect(kinds).toEqual([{ kind: 'expand' }]);
  expect(
    await Promise.all(['mail', 'request', 'webhook_delivery'].map((table) => query(content(table)))),
  ).toEqual(was);
  expect(await query(published)).toEqual(left);
  expect(
    await query(`select inhparent::regclass::text as parent, count(*) from pg_inherits join pg_class c on c.oid = inhparent
      where c.relkind = 'p' group by 1 order by 1`),
  ).toEqual([
    { parent: 'mail', count: '2' },
    { parent: 'request', count: '2' },
    // The one after the first is made by the same run.
    { parent: 'webhook_delivery', count: '3' },
  ]);
  // The bound of the first partition was a constraint for as long as the migration took.
  expect(await query(`select conname from pg_constraint where conname ~ '_bound$'`)).toEqual([]);
});
