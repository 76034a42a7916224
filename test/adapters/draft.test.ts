import { afterAll, beforeAll, expect, test } from 'vitest';
import { draft } from '../../src/adapters/postgres/draft.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { queryRows } from '../setup/rows.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});

afterAll(() => database.drop());

test('drafts nothing if migrations and declarations agree', async () => {
  expect(await draft(database.url)).toBe('');
});

test('drafts only the missing tables and columns, with their keys, checks and indexes', async () => {
  await queryRows(database.url, 'alter table customer drop column profile, drop column blocked_at cascade');
  await queryRows(database.url, 'alter table webhook_endpoint drop column event_types cascade');
  await queryRows(database.url, 'drop table hosted_domain, passkey');
  const sql = await draft(database.url);
  expect(sql.split(/^(?=alter|create)/m)).toEqual([
    expect.stringMatching(
      /^create table hosted_domain \([^;]*\n {2}verification_status text not null check \(verification_status in \('pending', 'verified', 'failed'\)\),\n[^;]*\n {2}foreign key \(account_id\) references account \(id\)\n\);\n$/,
    ),
    'create index hosted_domain_list on hosted_domain (account_id, id);\n',
    expect.stringMatching(
      /^create table passkey \(\n {2}id text collate "C" not null,\n {2}account_id text collate "C" not null,\n[^;]*\n {2}primary key \(id\),\n {2}foreign key \(account_id, member_id\) references member \(account_id, id\)\n\);\n$/,
    ),
    'alter table customer add column profile text;\n',
    'alter table customer add column blocked_at timestamptz;\n',
    'alter table webhook_endpoint add column event_types text[] not null;\n',
  ]);
  await queryRows(database.url, sql);
  expect(await draft(database.url)).toBe('');
});
