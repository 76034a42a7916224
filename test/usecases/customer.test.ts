import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Wake } from '../../src/ports/ports.js';
import { blockCustomer } from '../../src/usecases/customer.js';
import {
  deposit,
  openAccount,
  openBeneficiary,
  openFixture,
  operations,
  pay,
  type Fixture,
} from '../setup/fixture.js';
import { operator } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

test('a block wakes whoever sends, once what is to fail is due for everybody to see', async () => {
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
