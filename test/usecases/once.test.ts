import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveBeneficiary } from '../../src/usecases/beneficiary.js';
import { freshKey } from '../setup/running.js';
import { openAccount, openBeneficiary, openFixture, type Fixture } from '../setup/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

test('what waits for a row that another changes is of a later time than that change', async () => {
  const { store } = fixture;
  const accountId = await openAccount(store);
  const id = await openBeneficiary(store, accountId);
  const use = { accountId, key: freshKey(), fingerprint: 'any' };
  const changed = store.transaction(async (tx) => {
    await tx.lock('beneficiary', [id]);
    await wait(100);
    return Date.now();
  });
  const waiting = wait(50).then(() => archiveBeneficiary({ store }, { accountId, id }, use));
  const [at, { resource }] = await Promise.all([changed, waiting]);
  expect(resource.updatedAt.getTime()).toBeGreaterThanOrEqual(at);
});
