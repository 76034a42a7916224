import { afterAll, beforeAll, expect, it } from 'vitest';
import { poolOf } from '../../src/adapters/postgres/orm.js';
import { decide } from '../../src/domain/decision.js';
import { eventOf } from '../../src/domain/event.js';
import type { Payin } from '../../src/domain/payin.js';
import type { PaymentName } from '../../src/ports/store.js';
import { act, deposit, newId, openAccount, openFixture, type Fixture } from '../setup/fixture.js';
import { queryRows } from '../setup/rows.js';

const count = 40;

let fixture: Fixture;
const payins: Payin[] = [];
let names: PaymentName[];

beforeAll(async () => {
  fixture = await openFixture(1);
  const accountId = await openAccount(fixture.store);
  for (let nth = 0; nth < count; nth += 1) {
    payins.push(await deposit(fixture.store, { accountId, currency: 'PEN', amount: '10' }));
  }
  const rows = await queryRows(fixture.url, 'select id, reference from funding_account');
  const references = new Map(rows.map((row) => [row['id'], row['reference'] ?? '']));
  names = payins.map(({ fundingAccountId, bankReference }) => ({
    fundingReference: references.get(fundingAccountId) ?? '',
    bankReference: bankReference ?? '',
  }));
});

afterAll(() => fixture.close());

const find = async (names: readonly PaymentName[]): Promise<readonly Payin[]> =>
  (await fixture.store.transaction((tx) => tx.findPayments(names))).payins;

/** Number of index lookups in the table. */
async function lookUps(): Promise<number> {
  const connection = await (await poolOf(fixture.orm)).connect();
  try {
    await connection.query('select pg_stat_force_next_flush()');
    const { rows } = await connection.query<{ n: string }>(
      "select idx_scan as n from pg_stat_user_tables where relname = 'payin'",
    );
    return Number(rows[0]?.n);
  } finally {
    connection.release();
  }
}

it('a payment is found by both its references, not by parts of two', async () => {
  const [one, other] = names;
  const crossed = {
    fundingReference: one?.fundingReference ?? '',
    bankReference: other?.bankReference ?? '',
  };
  const unknown = { ...crossed, fundingReference: 'no such account' };
  const found = await find([...names.slice(2, 3), crossed, unknown, ...names.slice(1, 2)]);
  expect(found.map(({ id }) => id).sort()).toEqual([payins[1]?.id, payins[2]?.id]);
  expect(await find([crossed])).toEqual([]);
  expect(await find([])).toEqual([]);
});

it('each payment is looked up once, without reading all references of its account', async () => {
  expect(await find(names)).toHaveLength(count);
  const before = await lookUps();
  await find(names);
  expect((await lookUps()) - before).toBe(count);
});

it('an event of a group is not compared with all counters', async () => {
  const accounts: string[] = [];
  for (let nth = 0; nth < count; nth += 1) accounts.push(await openAccount(fixture.store));
  const connection = await (await poolOf(fixture.orm)).connect();
  const plans: string[] = [];
  connection.on('notice', ({ message = '' }) => plans.push(message));
  await connection.query(`load 'auto_explain'; set auto_explain.log_level = 'notice'; set auto_explain.log_analyze = on;
    set auto_explain.log_nested_statements = on; set auto_explain.log_min_duration = 0`);
  connection.release();
  await act(fixture.store, (moment) =>
    decide({
      events: accounts.map((accountId) =>
        eventOf(moment, {
          accountId,
          type: 'customer.updated',
          data: { id: newId('customer', moment.now) },
        }),
      ),
    }),
  );
  const compared = plans.flatMap((plan) => [...plan.matchAll(/Rows Removed by Join Filter: (\d+)/g)]);
  expect(plans.filter((plan) => plan.includes('insert into event '))).toHaveLength(1);
  expect(compared.reduce((sum, [, removed]) => sum + Number(removed), 0)).toBeLessThan(count);
});
