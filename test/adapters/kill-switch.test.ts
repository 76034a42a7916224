import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../src/ports/store.js';
import { openFixture, type Fixture } from '../setup/fixture.js';
import { queryRows, waitingForLock } from '../setup/rows.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

/** A transaction that stays open after its first work until released. */
async function openTransaction(first: (tx: Tx) => Promise<unknown>) {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ended: Promise<void> = Promise.resolve();
  await new Promise<void>((begun) => {
    ended = fixture.store.transaction(async (tx) => {
      await first(tx);
      begun();
      await released;
    });
  });
  return async (): Promise<void> => {
    release();
    await ended;
  };
}

async function someoneWaits(): Promise<void> {
  await expect.poll(async () => (await queryRows(fixture.url, waitingForLock)).length).toBeGreaterThan(0);
}
const switchTo = (on: boolean) =>
  fixture.store.transaction(async (tx) => {
    await tx.killSwitch.take();
    await tx.killSwitch.set(on);
  });
const held = () => fixture.store.transaction((tx) => tx.killSwitch.hold());

it('switches when no transaction holds it, and several may hold it at once', async () => {
  const order: string[] = [];
  const end = await openTransaction((tx) => tx.killSwitch.hold());
  expect(await held()).toBe(false);
  const switched = switchTo(true).then(() => order.push('switched'));
  await someoneWaits();
  order.push('sent');
  await end();
  await switched;
  expect(order).toEqual(['sent', 'switched']);
});

it('is seen as switched by a transaction that waited for it', async () => {
  const end = await openTransaction(async (tx) => {
    await tx.killSwitch.take();
    await tx.killSwitch.set(false);
  });
  const seen = held();
  await someoneWaits();
  await end();
  expect(await seen).toBe(false);
});

it('records each change, and nothing if it stays the same', async () => {
  for (const on of [true, true, false, false, true]) await switchTo(on);
  const rows = await queryRows(fixture.url, 'select stopped from kill_switch order by position');
  expect(rows.map(({ stopped }) => stopped)).toEqual(['t', 'f', 't', 'f', 't']);
});
