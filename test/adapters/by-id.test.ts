import { afterAll, beforeAll, expect, test } from 'vitest';
import { readById } from '../../src/adapters/postgres/by-id.js';
import { asAnswer } from '../../src/adapters/postgres/failure.js';
import { poolOf } from '../../src/adapters/postgres/orm.js';
import { compiled, rowsOf } from '../../src/adapters/postgres/session.js';
import { changed, decide } from '../../src/domain/decision.js';
import type { Reader } from '../../src/ports/reader.js';
import { openAccount, openBeneficiary, openFixture, type Fixture } from '../setup/fixture.js';

let fixture: Fixture;
let get: Reader['get'];
let statements = 0;
const owners: { accountId: string; beneficiaryId: string }[] = [];

beforeAll(async () => {
  fixture = await openFixture();
  const pool = await poolOf(fixture.orm);
  get = readById(async (query) => {
    statements += 1;
    try {
      return await rowsOf(pool, compiled(query));
    } catch (error) {
      throw asAnswer(error);
    }
  });
  for (let nth = 0; nth < 2; nth += 1) {
    const accountId = await openAccount(fixture.store);
    owners.push({ accountId, beneficiaryId: await openBeneficiary(fixture.store, accountId) });
  }
});

afterAll(() => fixture.close());

test('what is asked for in one turn is read at once, and nobody reads what is another account’s', async () => {
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

test('an account reads itself alone', async () => {
  const [first = '', second = ''] = owners.map(({ accountId }) => accountId);
  expect((await get('account', first, first))?.id).toBe(first);
  expect(await get('account', first, second)).toBeUndefined();
});

test('an id that the database refuses costs only its asker the answer', async () => {
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

test('a row that has changed is read anew', async () => {
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
