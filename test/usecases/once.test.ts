import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveBeneficiary } from '../../src/usecases/beneficiary.js';
import { freshKey } from '../setup/running.js';
import { openAccount, openBeneficiary, openFixture, type Fixture } from '../setup/fixture.js';
import { queryRows, waitingForLock } from '../setup/rows.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

test('a request that waited for a row has a later time than the change it waited for', async () => {
  const { store } = fixture;
  const accountId = await openAccount(store);
  const id = await openBeneficiary(store, accountId);
  const use = { accountId, key: freshKey(), fingerprint: 'any' };
  const locked = Promise.withResolvers<void>();
  const changed = store.transaction(async (tx) => {
    await tx.lock('beneficiary', [id]);
    locked.resolve();
    await expect.poll(() => queryRows(fixture.url, waitingForLock), { timeout: 60_000 }).toHaveLength(1);
    return Date.now();
  });
  const archived = locked.promise.then(() => archiveBeneficiary({ store }, { accountId, id }, use));
  const [at, { resource }] = await Promise.all([changed, archived]);
  expect(resource.updatedAt.getTime()).toBeGreaterThanOrEqual(at);
});
