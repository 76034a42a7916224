import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exact } from '../../src/domain/money.js';
import { requestCancel } from '../../src/domain/payout-action.js';
import type { Payout } from '../../src/domain/payout.js';
import { loadCatalogue } from '../../src/main/catalogue.js';
import { machineClock } from '../../src/main/clock.js';
import type { OperationNotice } from '../../src/ports/provider.js';
import { takeDueOperations } from '../../src/usecases/operation.js';
import { takeOperationNotices } from '../../src/usecases/operation-notice.js';
import { payouts } from '../../src/usecases/payout-sending.js';
import {
  act,
  deposit,
  openAccount,
  openBeneficiary,
  openFixture,
  operations,
  pay,
  vault,
} from '../setup/fixture.js';
import type { Fixture } from '../setup/fixture.js';
import { queryRows, waitingForLock } from '../setup/rows.js';
import { send } from '../setup/world.js';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  expect(fixture.retries).toEqual([]);
  await fixture.close();
});

async function openPayer(): Promise<{ accountId: string; beneficiaryId: string }> {
  const accountId = await openAccount(fixture.store);
  await deposit(fixture.store, { accountId, currency: 'PEN', amount: '100' });
  return { accountId, beneficiaryId: await openBeneficiary(fixture.store, accountId) };
}

const notice = (
  { reference }: Pick<Payout, 'reference'>,
  outcome: OperationNotice['outcome'],
): OperationNotice => ({ id: `${reference} ${outcome}`, type: 'operation', reference, outcome });

const take = (notices: readonly OperationNotice[]) =>
  takeOperationNotices({ store: fixture.store, operations, wake: () => undefined }, 'sandbox', notices);

/**
 * The holder locks a balance and then a counter while the work waits for the balance: balances come before counters.
 */
async function beside<T>(
  { balanceOf, counterOf }: Readonly<Record<'balanceOf' | 'counterOf', string>>,
  work: () => Promise<T>,
): Promise<T> {
  const other = new pg.Client({ connectionString: fixture.url });
  await other.connect();
  await other.query('begin');
  await other.query('select from balance where account_id = $1 for no key update', [balanceOf]);
  const working = work();
  const lock = 'select from event_counter where account_id = $1 for no key update nowait';
  let locked: string;
  try {
    await expect.poll(() => queryRows(fixture.url, waitingForLock), { timeout: 60_000 }).not.toEqual([]);
    locked = await other.query(lock, [counterOf]).then(() => 'had at once', String);
  } finally {
    await other.end();
  }
  const done = await working;
  expect(locked).toBe('had at once');
  return done;
}

async function statusesOf(payouts: readonly Payout[]) {
  const ids = payouts.map(({ id }) => id);
  const found = await queryRows(fixture.url, 'select status from payout where id = any($1) order by id', [
    ids,
  ]);
  return found.map(({ status }) => status);
}

const typesOf = async ({ id }: Payout) => {
  const about = `select type from event where body like '%' || $1 || '%' order by position`;
  return (await queryRows(fixture.url, about, [id])).map(({ type }) => type);
};

test('two notices of one payout lock its balance before the counter of its events', async () => {
  const payer = await openPayer();
  const { accountId } = payer;
  const paid = await send(fixture.store, await pay(fixture.store, payer), {
    outcome: 'paid',
    amount: exact('10'),
  });
  const late = [notice(paid, 'not_executed'), notice(paid, 'returned')];
  await beside({ balanceOf: accountId, counterOf: accountId }, () => take(late));
  expect(await statusesOf([paid])).toEqual(['returned']);
  expect(await typesOf(paid)).toEqual([
    'payout.created',
    'payout.completed',
    'reconciliation.exception_created',
    'payout.returned',
  ]);
});

test('notices from before a send are recorded together with the other due operations', async () => {
  const { store } = fixture;
  const [one, other] = [await openPayer(), await openPayer()];
  const proven = await pay(store, one);
  const unwanted = await pay(store, other);
  await act(store, (moment) => requestCancel(moment, unwanted));
  await store.transaction((tx) => tx.keepNotices('sandbox', [notice(proven, 'not_executed')]));
  const catalogue = loadCatalogue(undefined);
  const ports = { store, vault, catalogue, providers: new Map(), clock: machineClock, sendWindowMs: 10_000 };
  const due = await beside({ balanceOf: other.accountId, counterOf: one.accountId }, () =>
    takeDueOperations(ports, payouts, { limit: 10 }),
  );
  expect(due.found).toBe(2);
  expect(await statusesOf([proven, unwanted])).toEqual(['failed', 'cancelled']);
});

test('notices in one page are applied in order: each sees the result of the one before', async () => {
  const payer = await openPayer();
  const sent = await send(fixture.store, await pay(fixture.store, payer), { outcome: 'accepted' });
  const unsent = await pay(fixture.store, payer);
  const again = { ...notice(unsent, 'paid'), id: 'sent again' };
  await take([
    notice(sent, 'paid'),
    notice(unsent, 'not_executed'),
    notice(sent, 'returned'),
    notice(unsent, 'paid'),
    again,
  ]);
  expect(await statusesOf([sent, unsent])).toEqual(['returned', 'failed']);
  expect(await typesOf(sent)).toEqual(['payout.created', 'payout.completed', 'payout.returned']);
  expect(await typesOf(unsent)).toEqual([
    'payout.created',
    'payout.failed',
    'reconciliation.exception_created',
  ]);
  await take([{ ...again, id: 'sent later' }]);
  expect(await typesOf(unsent)).toHaveLength(3);
});
