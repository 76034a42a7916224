import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Wake } from '../../src/ports/ports.js';
import { blockCustomer, hashSearched, nameHashOf } from '../../src/usecases/customer.js';
import { emailHashOf } from '../../src/usecases/sign-in.js';
import {
  deposit,
  openAccount,
  openBeneficiary,
  openCustomer,
  openFixture,
  operations,
  pay,
  vault,
  type Fixture,
} from '../setup/fixture.js';
import { operator } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

test('customers without hashes of address and name get both, despite interruptions', async () => {
  const { store, url } = fixture;
  const accountId = await openAccount(store);
  const ids: string[] = [];
  for (let nth = 0; nth < 5; nth += 1) ids.push((await openCustomer(store, accountId)).id);
  const [none = '', broken = ''] = ids;
  await queryRows(url, 'update customer set profile = null where id = $1', [none]);
  await queryRows(url, `update customer set profile = 'k1:2:AAAA' where id = $1`, [broken]);
  const step = () => hashSearched({ store, vault }, 2);
  const hashed = async (): Promise<(string | null | undefined)[]> => {
    const rows = await queryRows(url, 'select email_hash from customer where id = any($1) order by id', [
      ids,
    ]);
    return rows.map((row) => row['email_hash']);
  };
  // Another process holds the job.
  const another = new pg.Client({ connectionString: url });
  await another.connect();
  await another.query('begin; select from address_search for update');
  expect(await step()).toBeUndefined();
  await another.end();
  expect(await step()).toBe(2);
  const right = emailHashOf(vault, 'ana@example.com');
  expect(await hashed()).toEqual([null, null, null, null, null]);
  expect([await step(), await step(), await step()]).toEqual([2, 1, 0]);
  expect(await hashed()).toEqual([null, null, right, right, right]);
  const named = await queryRows(url, 'select distinct name_hash from customer where id = any($1)', [ids]);
  expect(named).toEqual([{ name_hash: nameHashOf(vault, ' ana  TÓRRES ') }]);
  const later = (await openCustomer(store, accountId)).id;
  expect(await step()).toBe(1);
  const [row] = await queryRows(url, 'select email_hash from customer where id = $1', [later]);
  expect(row?.['email_hash']).toBe(right);
});

test('a block wakes the dispatcher once the affected payouts are due', async () => {
  const { store, url } = fixture;
  const accountId = await openAccount(store);
  await deposit(store, { accountId, currency: 'PEN', amount: '100' });
  const beneficiaryId = await openBeneficiary(store, accountId);
  const { id } = await pay(store, { accountId, beneficiaryId, reviewReasons: ['velocity'] });
  const [payee] = await queryRows(url, 'select customer_id from beneficiary where id = $1', [beneficiaryId]);
  const customerId = payee?.['customer_id'] ?? '';
  const due = 'select next_step_at <= business_now() as is_due from payout where id = $1';
  const woken: [string, Promise<unknown>][] = [];
  const wake: Wake = (worker) => void woken.push([worker, queryRows(url, due, [id])]);
  await blockCustomer({ store, operations, wake }, operator, { id: customerId, action: 'block' });
  expect(woken.map(([worker]) => worker)).toEqual(['payout', 'refund', 'settlement', 'withdrawal']);
  for (const [, seen] of woken) expect(await seen).toEqual([{ is_due: 't' }]);
  await blockCustomer({ store, operations, wake }, operator, { id: customerId, action: 'unblock' });
  expect(woken).toHaveLength(4);
});
