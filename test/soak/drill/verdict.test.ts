import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../setup/database.js';
import { queryRows } from '../../setup/rows.js';
import { freshKey, openService, type RunningService } from '../../setup/running.js';
import { fund, mxnPayout, speiBeneficiary } from '../../setup/verbs.js';
import { judge } from './verdict.js';

let bank: TestDatabase;
let service: RunningService;
let pay: (key: string) => Promise<number>;
const statuses = new Map<string, number>();
let firstReference: string;

const atBank = (statement: string) => queryRows(bank.url, statement, [firstReference]);
const verdict = (of: ReadonlyMap<string, number> = statuses) =>
  judge({ databaseUrl: service.databaseUrl, bankUrl: bank.url }, of, pay);

beforeAll(async () => {
  bank = await createDatabase('template1');
  service = await openService({ SIMULATOR_DATABASE_URL: bank.url });
  const beneficiary = await speiBeneficiary(service);
  await fund(service, 'MXN', '1000.00');
  pay = async (idempotencyKey) =>
    (await service.post('/v1/payouts', mxnPayout(beneficiary), { idempotencyKey })).status;
  for (let nth = 0; nth < 5; nth += 1) {
    const key = freshKey();
    statuses.set(key, await pay(key));
  }
  await verdict();
  const [row] = await queryRows(service.databaseUrl, 'select reference from payout order by id limit 1');
  firstReference = row?.['reference'] ?? '';
});
afterAll(async () => {
  await service.stop();
  await bank.drop();
});

test('a run in which all requests were executed once passes', async () => {
  // The last request got no answer, and was executed.
  const [...all] = statuses;
  const unanswered = new Map([...all.slice(0, -1), [all.at(-1)?.[0] ?? '', 0]]);
  expect(await verdict(unanswered)).toBe(
    '5 requests ({"0":1,"201":4}), 5 calls of the bank, 5 payouts completed: 0 lost, 0 doubled',
  );
});

test('a payout for which the bank was called twice fails', async () => {
  await atBank(
    `insert into simulator.call (reference, kind, amount, currency, memo)
       select reference, kind, amount, currency, memo from simulator.call where reference = $1`,
  );
  await expect(verdict()).rejects.toThrow('the bank was called more than once');
  await atBank(
    'delete from simulator.call where ctid = (select max(ctid) from simulator.call where reference = $1)',
  );
  await verdict();
});

test('a call at the bank that is not in the books fails', async () => {
  await atBank(`update simulator.call set reference = reference || 'X' where reference = $1`);
  await expect(verdict()).rejects.toThrow('calls at the bank that are not in the books');
  await atBank(`update simulator.call set reference = $1 where reference = $1 || 'X'`);
  await verdict();
});

test('an acknowledged request that is missing fails', async () => {
  // It was acknowledged by a primary whose commits were lost: the repeat executes it.
  const withLost = new Map([...statuses, [freshKey(), 201]]);
  await expect(verdict(withLost)).rejects.toThrow('acknowledged requests that the repeat finds missing');
});

test('a completed payout for which the bank was not called fails', async () => {
  await atBank('delete from simulator.call where reference = $1');
  await expect(verdict()).rejects.toThrow('completed payouts for which the bank was not called');
});
