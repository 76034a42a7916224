import { afterAll, beforeAll, expect, it } from 'vitest';
import { poolOf } from '../../src/adapters/postgres/orm.js';
import { postgresReader } from '../../src/adapters/postgres/reader.js';
import { deposit, openAccount, openBeneficiary, openFixture, pay, type Fixture } from '../setup/fixture.js';
import { queryRows } from '../setup/rows.js';

// One connection: its plans are made while the tables are small, and stay.
let fixture: Fixture;
let payer: { accountId: string; beneficiaryId: string };
let reference: string;

beforeAll(async () => {
  fixture = await openFixture(1);
  const accountId = await openAccount(fixture.store);
  const { fundingAccountId } = await deposit(fixture.store, { accountId, currency: 'PEN', amount: '1000' });
  payer = { accountId, beneficiaryId: await openBeneficiary(fixture.store, accountId) };
  const [row] = await queryRows(fixture.url, 'select reference from funding_account where id = $1', [
    fundingAccountId,
  ]);
  reference = row?.['reference'] ?? '';
});

afterAll(() => fixture.close());

/** A thousand more rows like the one that is there, under names of their own. */
const grow = (table: string, ...names: string[]) =>
  queryRows(
    fixture.url,
    `set session_replication_role = replica;
    insert into ${table} select r.* from ${table} t, generate_series(1, 1000) n,
      json_populate_record(t, json_build_object(${names.map((name) => `'${name}', ${name} || n`).join()})) r`,
  );

/** How many rows of a table the service's connection has read. */
async function rowsRead(table: string): Promise<number> {
  const pool = await poolOf(fixture.orm);
  const session = await pool.connect();
  try {
    await session.query('select pg_stat_force_next_flush()');
    const { rows } = await session.query<{ n: string }>(
      'select seq_tup_read + idx_tup_fetch as n from pg_stat_user_tables where relname = $1',
      [table],
    );
    return Number(rows[0]?.n);
  } finally {
    session.release();
  }
}

it.each([
  ['a payout reads its own limits alone', 'limit_usage', ['account_id'], () => pay(fixture.store, payer)],
  [
    'a reference is looked up by its index',
    'funding_account',
    ['id', 'reference'],
    () =>
      fixture.store.transaction(async (tx) => {
        const found = await tx.find('fundingAccount', { reference: [reference] });
        expect(found).toHaveLength(1);
      }),
  ],
  [
    'a row is read by its id',
    'beneficiary',
    ['id', 'identity_hash'],
    () => postgresReader(fixture.orm).get('beneficiary', payer.accountId, payer.beneficiaryId),
  ],
] as const)('%s, though its plan is older than most rows', async (_what, table, names, work) => {
  await work();
  await grow(table, ...names);
  const before = await rowsRead(table);
  await work();
  const read = (await rowsRead(table)) - before;
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(20);
});
