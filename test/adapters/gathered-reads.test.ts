import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunStatement } from '../../src/adapters/postgres/gathered-reads.js';
import { readBalances } from '../../src/adapters/postgres/read/books.js';
import { readPaidTo, readRows } from '../../src/adapters/postgres/read/noun.js';
import { readKeyHolder } from '../../src/adapters/postgres/session.js';
import { asAnswer } from '../../src/adapters/postgres/failure.js';
import { poolOf } from '../../src/adapters/postgres/orm.js';
import { rowsOf } from '../../src/adapters/postgres/connection.js';
import { added, changed, decide, type Noun } from '../../src/domain/decision.js';
import type { Reader } from '../../src/ports/reader.js';
import {
  act,
  deposit,
  openAccount,
  openBeneficiary,
  openFixture,
  pay,
  type Fixture,
} from '../setup/fixture.js';
import { apiKey } from '../setup/world.js';

let fixture: Fixture;
let rows: Reader['rows'];
const get = async (noun: Noun, accountId: string, id: string) => (await rows(noun, [accountId], [id]))[0];
let payout: Reader['payout'];
let balances: Reader['balances'];
let keyHolder: Reader['keyHolder'];
let statements = 0;
/** Every statement waits for this gate. */
let gate: Promise<void> = Promise.resolve();
const owners: { accountId: string; beneficiaryId: string }[] = [];

beforeAll(async () => {
  fixture = await openFixture();
  const pool = await poolOf(fixture.orm);
  const run: RunStatement = async (statement) => {
    statements += 1;
    await gate;
    try {
      return await rowsOf(pool, statement);
    } catch (error) {
      throw asAnswer(error);
    }
  };
  rows = readRows(run);
  payout = readPaidTo(run);
  balances = readBalances(run);
  keyHolder = readKeyHolder(run);
  for (let nth = 0; nth < 2; nth += 1) {
    const accountId = await openAccount(fixture.store);
    owners.push({ accountId, beneficiaryId: await openBeneficiary(fixture.store, accountId) });
  }
});

afterAll(() => fixture.close());

test('reads of one turn are combined, and each account gets only its own rows', async () => {
  const asks = owners.flatMap(({ accountId }) => owners.map(({ beneficiaryId: id }) => ({ accountId, id })));
  const before = statements;
  const rows = await Promise.all(
    [...asks, ...asks].map(({ accountId, id }) => get('beneficiary', accountId, id)),
  );
  expect(statements - before).toBe(1);
  const [first, second] = owners.map(({ beneficiaryId }) => beneficiaryId);
  const own = [first, undefined, undefined, second];
  expect(rows.map((row) => row?.id)).toEqual([...own, ...own]);
});

test('an account reads itself only', async () => {
  const [first = '', second = ''] = owners.map(({ accountId }) => accountId);
  expect((await get('account', first, first))?.id).toBe(first);
  expect(await get('account', first, second)).toBeUndefined();
});

test('callers with different access share one statement and get only what they may see', async () => {
  const accountIds = owners.map(({ accountId }) => accountId);
  const ids = owners.map(({ beneficiaryId }) => beneficiaryId);
  const [first = '', second = ''] = accountIds;
  const before = statements;
  const sights = [null, accountIds, [second, first], [first], [second], [], [''], ['acct_'], [`${first},`]];
  const read = await Promise.all(sights.map((sight) => rows('beneficiary', sight, ids)));
  expect(statements - before).toBe(1);
  const own = [ids, ids, ids, [ids[0]], [ids[1]], [], [], [], [ids[0]]];
  expect(read.map((each) => each.map(({ id }) => id))).toEqual(own);
  expect(await rows('account', [first], accountIds)).toMatchObject([{ id: first }]);
  expect(await rows('account', null, accountIds)).toHaveLength(2);
  expect(await rows('account', [], accountIds)).toEqual([]);
});

test('an id that the database rejects fails only its own read', async () => {
  const [owner] = owners;
  if (!owner) throw new Error('there is an owner');
  const { accountId, beneficiaryId } = owner;
  const [row, refused] = await Promise.allSettled([
    get('beneficiary', accountId, beneficiaryId),
    get('beneficiary', accountId, 'ben_\u0000'),
  ]);
  expect(row).toMatchObject({ status: 'fulfilled', value: { id: beneficiaryId, accountId } });
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'invalid_parameter' } });
});

test('a changed row is read again', async () => {
  const [owner] = owners;
  if (!owner) throw new Error('there is an owner');
  const { accountId, beneficiaryId } = owner;
  const before = await get('beneficiary', accountId, beneficiaryId);
  await fixture.store.transaction(async (tx) => {
    const [locked] = await tx.lock('beneficiary', [beneficiaryId], accountId);
    if (!locked) throw new Error('the beneficiary is there');
    await tx.record([decide({ changes: [changed('beneficiary', locked)] })]);
  });
  const after = await get('beneficiary', accountId, beneficiaryId);
  expect(after?.version).toBe((before?.version ?? 0) + 1);
});

test('payout reads are combined, with their beneficiaries, within an account', async () => {
  const made = await Promise.all(
    owners.map(async ({ accountId, beneficiaryId }) => {
      const { id } = await pay(fixture.store, { accountId, beneficiaryId });
      return { accountId, beneficiaryId, id };
    }),
  );
  const [first, second] = made;
  if (!first || !second) throw new Error('both accounts have a payout');
  const before = statements;
  const read = await Promise.all([
    payout(first.accountId, first.id),
    payout(first.accountId, second.id),
    payout(second.accountId, second.id),
  ]);
  expect(statements - before).toBe(1);
  expect(read.map((found) => found && [found.payout.id, found.payee.id])).toEqual([
    [first.id, first.beneficiaryId],
    undefined,
    [second.id, second.beneficiaryId],
  ]);
});

test('balance reads are combined: all of an account, by currency, of no other account', async () => {
  const accountIds = await Promise.all([0, 1, 2].map(() => openAccount(fixture.store)));
  const [rich = '', poor = '', none = ''] = accountIds;
  await deposit(fixture.store, { accountId: rich, currency: 'USDT', amount: '7' });
  await deposit(fixture.store, { accountId: rich, currency: 'PEN', amount: '5' });
  await deposit(fixture.store, { accountId: poor, currency: 'PEN', amount: '3' });
  const before = statements;
  const read = await Promise.all([none, rich, poor, rich].map((accountId) => balances([accountId])));
  expect(statements - before).toBe(1);
  const ownBalances = read.map((own) =>
    own.map(({ currency, available }) => `${available.toFixed()} ${currency}`),
  );
  const riches = ['5 PEN', '7 USDT'];
  expect(ownBalances).toEqual([[], riches, ['3 PEN'], riches]);
});

test('key reads are combined with their accounts', async () => {
  const keys = [];
  for (const { accountId } of owners) {
    const key = apiKey(accountId, new Date());
    keys.push(key);
    await act(fixture.store, () => decide({ changes: [added('apiKey', key)] }));
  }
  const prefixes = ['psp_test_unknown', ...keys.map(({ prefix }) => prefix)];
  const before = statements;
  const read = await Promise.all(prefixes.map(keyHolder));
  expect(statements - before).toBe(1);
  expect(read.map((found) => found && [found.key.id, found.account.id])).toEqual([
    undefined,
    ...keys.map(({ id, accountId }) => [id, accountId]),
  ]);
});

test('reads queue while two statements run, and are combined in the next one', async () => {
  const [owner] = owners;
  if (!owner) throw new Error('there is an owner');
  const { accountId, beneficiaryId } = owner;
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const before = statements;
  const reads = [];
  for (let nth = 0; nth < 6; nth += 1) {
    reads.push(get('beneficiary', accountId, beneficiaryId));
    await turn();
    await turn();
  }
  expect(statements - before).toBe(2);
  resolve();
  const rows = await Promise.all(reads);
  expect(rows.map((row) => row?.id)).toEqual(Array.from({ length: 6 }, () => beneficiaryId));
  expect(statements - before).toBe(3);
});
