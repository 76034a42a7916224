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

test('drafts only the missing tables and columns', async () => {
  await queryRows(database.url, 'alter table customer drop column profile, drop column blocked_at cascade');
  await queryRows(database.url, 'alter table webhook_endpoint drop column event_types cascade');
  await queryRows(database.url, 'drop table hosted_image');
  const sql = await draft(database.url);
  const [table, ...columns] = sql.split(/^(?=alter)/m);
  expect(table).toMatch(
    /^create table "hosted_image" \(\n {2}"id" text not null,\n {2}"account_id" text not null,\n[^;]*\n {2}primary key \("id"\)\n\);\n$/,
  );
  expect(columns).toEqual([
    'alter table "customer" add "profile" text null, add "blocked_at" timestamptz null;\n',
    'alter table "webhook_endpoint" add "event_types" text[] not null;\n',
  ]);
  await queryRows(database.url, sql);
  expect(await draft(database.url)).toBe('');
});
