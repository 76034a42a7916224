import { afterAll, beforeAll, expect, it } from 'vitest';
import { added, decide } from '../../src/domain/decision.js';
import { act, newId, openAccount, openFixture, type Fixture } from '../setup/fixture.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await openFixture();
});

afterAll(() => fixture.close());

it('finds all rows with the values, and throws if it would leave some out', async () => {
  const { store } = fixture;
  const accountId = await openAccount(store);
  const lift = (count: number) =>
    act(store, ({ now }) =>
      decide({
        changes: Array.from({ length: count }, () =>
          added('suspension', {
            id: newId('suspension', now),
            accountId,
            product: 'payout',
            method: 'bank_transfer',
            currency: 'PEN',
            createdAt: now,
            liftedAt: now,
            version: 1,
          }),
        ),
      }),
    );
  const found = (first?: number) =>
    store.transaction(async (tx) => (await tx.find('suspension', { accountId }, first)).length);
  await lift(1_000);
  expect(await found()).toBe(1_000);
  await lift(1);
  await expect(found()).rejects.toThrow('more than 1000 rows of suspension have these values');
  expect(await found(1_000)).toBe(1_000);
});
