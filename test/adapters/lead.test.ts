import { afterAll, beforeAll, expect, test } from 'vitest';
import { leadChecks } from '../../src/adapters/postgres/check/lead.js';
import { futureTimeRules } from '../../src/domain/lead.js';
import { openFixture, type Fixture } from '../setup/fixture.js';
import { queryRows } from '../setup/rows.js';
import { makeWebhooks } from '../setup/webhook.js';
import { makeWorld } from '../setup/world.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
  await queryRows(fixture.url, 'update platform set clock_offset_ms = 2 * 86400000');
  const { accountId } = await makeWorld(fixture.store);
  await makeWebhooks(fixture, accountId);
});
afterAll(() => fixture.close());

const ruleColumns = futureTimeRules.map(({ table, column }) => `${table}.${column}`);

/** Times that users may set to any future time, or that are derived from others. */
const free = [
  'api_key.expires_at',
  'api_key.next_step_at',
  'operator.expires_at',
  'hosted_session.next_step_at',
];

test('every column with a future time declares how far ahead it may be', async () => {
  const columns = await queryRows(
    fixture.url,
    `select table_name || '.' || column_name as name from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      join pg_class on oid = to_regclass(table_name) and not relispartition
      where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
        and column_name ~ '^next_|expires|^due_at$|_until$|^send_by$|^told_at$|^served_at$'`,
  );
  const found = columns.map(({ name }) => name);
  expect(found).toHaveLength(ruleColumns.length + free.length);
  expect(found).toEqual(expect.arrayContaining([...ruleColumns, ...free]));
});

const [check] = leadChecks;
const tooFar = async (): Promise<string[]> => {
  const rows = await queryRows(fixture.url, `select distinct place from (${check?.sql}) far order by place`);
  return rows.map(({ place }) => place ?? '');
};

test('times written two days ahead are brought back, and nothing else changes', async () => {
  expect(await tooFar()).toEqual([]);
  expect([...(await fixture.store.correctFutureTimes())]).toEqual([]);
  const before = await queryRows(
    fixture.url,
    'select id, next_step_at from payout where next_step_at is not null',
  );
  // All rows were written while the clock was ahead; it is right again now.
  const statements = [
    `insert into sign_in_code (email_hash, client_hash, code_hash, tries, expires_at) values (repeat('a', 64), repeat('c', 64), repeat('b', 64), 0, business_now() + interval '10 minutes')`,
    `insert into sign_in_challenge (challenge_hash, binding_hash, asker_hash, expires_at) values (repeat('d', 64), repeat('e', 64), repeat('f', 64), business_now() + interval '10 minutes')`,
    `insert into statement (provider, next_step_at) values ('sandbox', business_now() + interval '1 day')`,
    `update webhook_lane set lease_until = machine_now() + interval '2 days', served_at = machine_now() + interval '2 days' where due_at is not null`,
    `update intent set send_by = machine_now() + interval '2 days' where state = 'open'`,
    `update payout set send_by = machine_now() + interval '2 days' where sending = 'open'`,
    'update platform set clock_offset_ms = 0',
  ];
  for (const statement of statements) await queryRows(fixture.url, statement);
  const found = await tooFar();
  expect(found.length).toBeGreaterThan(8);
  const counts = await fixture.store.correctFutureTimes();
  expect(found.filter((column) => !counts.has(column))).toEqual([]);
  expect(await tooFar()).toEqual([]);
  expect([...(await fixture.store.correctFutureTimes())]).toEqual([]);
  const due = await queryRows(
    fixture.url,
    'select id from payout where next_step_at is not null and next_step_at > business_now()',
  );
  expect(due).toEqual([]);
  expect(before.length).toBeGreaterThan(0);
});
