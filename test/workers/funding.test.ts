import { afterEach, beforeEach, expect, test } from 'vitest';
import { postgresReader } from '../../src/adapters/postgres/reader.js';
import {
  createFundingAccount,
  openFundingAccount,
  type FundingAccount,
} from '../../src/domain/funding-account.js';
import type { Moment } from '../../src/domain/decision.js';
import { exact } from '../../src/domain/money.js';
import { seePayment } from '../../src/domain/payin.js';
import { loadCatalogue } from '../../src/main/catalogue.js';
import type { Confirmation, Opening, Provider } from '../../src/ports/provider.js';
import { thresholdRisk } from '../../src/adapters/risk/threshold.js';
import { takePaymentResults } from '../../src/usecases/payin-result.js';
import { startConfirming, startFunding } from '../../src/workers/funding.js';
import type { Loop } from '../../src/workers/loop.js';
import { bank, beforeWriting, recordingLog, never, sleepless } from '../setup/bank.js';
import { act, newId, openAccount, openFixture, vault, type Fixture } from '../setup/fixture.js';
import { queryRows } from '../setup/rows.js';
import { woken } from '../setup/woken.js';
import { eventually } from '../setup/patience.js';

const silent = 'provider call failed; retrying later';

let fixture: Fixture;
let accountId: string;
let loop: Loop | undefined;
let log: ReturnType<typeof recordingLog>;
let clock: ReturnType<typeof sleepless>;

beforeEach(async () => {
  fixture = await openFixture();
  accountId = await openAccount(fixture.store);
  log = recordingLog();
  clock = sleepless();
});
afterEach(async () => {
  clock.wakeAll();
  await loop?.stop();
  loop = undefined;
  await fixture.close();
});

function start(worker: typeof startFunding | typeof startConfirming, banks: readonly Provider[]): void {
  const { store, orm } = fixture;
  const providers = new Map(banks.map((each) => [each.name, each]));
  const catalogue = loadCatalogue(undefined);
  const risk = thresholdRisk(catalogue, true);
  const rest = { risk, vault, bank: undefined, wake: () => undefined, sendWindowMs: 10_000 };
  const ports = { store, reader: postgresReader(orm), catalogue, providers, clock, ...rest };
  loop = woken(ports, worker(ports, log), log);
}

const madeFor = (moment: Moment, provider: string, amount: string | null = null) =>
  createFundingAccount(moment, {
    id: newId('fundingAccount', moment.now),
    accountId,
    method: 'bank_transfer',
    country: 'PE',
    currency: 'PEN',
    settlementCurrency: 'PEN',
    amount: amount === null ? null : exact(amount),
    payer: null,
    reference: newId('request', moment.now),
    provider,
    limitDaily: amount === null ? null : exact('1000'),
    dailyTotal: amount === null ? null : exact(amount),
    lifetimeMinutes: 30,
  });

/** A funding account to open at this bank; with an amount, for one payment. */
async function pending(provider: string, amount?: string): Promise<FundingAccount> {
  const { fundingAccount } = await act(fixture.store, (moment) => madeFor(moment, provider, amount));
  return fundingAccount;
}

/** A one-payment account that was not paid in time. */
async function unpaid(provider: string): Promise<FundingAccount> {
  const account = await pending(provider, '5');
  await act(fixture.store, (moment) => openFundingAccount(moment, account, { reference: 'ABC' }));
  await queryRows(
    fixture.url,
    `update funding_account set expires_at = now() - interval '1 minute', next_step_at = now() where id = $1`,
    [account.id],
  );
  return account;
}

/** A payment announced by this bank; returns its reference. */
async function announced(provider: string): Promise<string> {
  const account = await pending(provider);
  await act(fixture.store, (moment) => openFundingAccount(moment, account, { reference: 'ABC' }));
  const reference = newId('request', new Date());
  const payment = {
    currency: 'PEN',
    amount: exact('5'),
    bankReference: reference,
    paymentReference: reference,
  };
  await act(fixture.store, (moment) =>
    seePayment(moment, { ...account, status: 'active', version: 2 }, { ...payment, credited: exact('5') }),
  );
  return reference;
}

async function accountRow({ id }: FundingAccount) {
  const [row] = await queryRows(
    fixture.url,
    'select status, attempts, next_step_at > now() as is_later from funding_account where id = $1',
    [id],
  );
  return row;
}

async function payinRow(reference: string) {
  const [row] = await queryRows(
    fixture.url,
    'select status, attempts, next_step_at > now() as is_later from payin where payment_reference = $1',
    [reference],
  );
  return row;
}

const line = (provider: string, operation: string) =>
  expect.objectContaining({ level: 'warn', message: silent, provider, operation }) as unknown;

const confirmed = async (references: readonly string[]) => {
  const confirmation: Confirmation = { outcome: 'confirmed', amount: exact('5'), currency: 'PEN' };
  return new Map(references.map((reference) => [reference, confirmation]));
};

test('a bank that never answers an opening is queried again later, and other banks open theirs', async () => {
  const stuck = await pending('mute');
  const other = await pending('sandbox');
  const requested: string[] = [];
  const openFundingAccountNever: Provider['openFundingAccount'] = ({ reference }) => {
    requested.push(reference);
    return never();
  };
  start(startFunding, [
    bank('mute', { openFundingAccount: openFundingAccountNever }),
    bank('sandbox', {
      openFundingAccount: async () => ({ outcome: 'opened', instructions: { reference: 'A' } }),
    }),
  ]);
  await eventually(() => expect(requested).toEqual([stuck.reference]));
  await eventually(async () => expect(await accountRow(other)).toMatchObject({ status: 'active' }));
  expect(log.lines).toEqual([]);

  clock.wakeAll();
  await eventually(async () => expect(await accountRow(stuck)).toMatchObject({ attempts: '1' }));
  expect(await accountRow(stuck)).toMatchObject({ status: 'pending', is_later: 't' });
  expect(log.lines).toEqual([line('mute', 'openFundingAccount')]);
});

test('while a bank does not answer, other banks open accounts and unpaid accounts expire', async () => {
  const opened = async () => ({ outcome: 'opened', instructions: { reference: 'A' } }) as const;
  const requested: string[] = [];
  const openFundingAccountNever: Provider['openFundingAccount'] = ({ reference }) => {
    requested.push(reference);
    return never();
  };
  const stuck = await pending('mute');
  start(startFunding, [
    bank('mute', { openFundingAccount: openFundingAccountNever }),
    bank('sandbox', { openFundingAccount: opened }),
  ]);
  await eventually(() => expect(requested).toEqual([stuck.reference]));
  // More than one pass reads: none of them may delay another bank's.
  await fixture.store.transaction(async (tx) => {
    const moment = await tx.moment();
    await tx.record(Array.from({ length: 200 }, () => madeFor(moment, 'mute')));
  });
  const other = await pending('sandbox');
  const closed = await unpaid('mute');
  await eventually(async () => expect(await accountRow(other)).toMatchObject({ status: 'active' }));
  await eventually(async () => expect(await accountRow(closed)).toMatchObject({ status: 'closed' }));
  // One question at a time: a slow bank does not get more and more requests.
  expect(requested).toEqual([stuck.reference]);
  expect(await accountRow(stuck)).toMatchObject({ status: 'pending', attempts: '0' });
});

test('a question to a silent bank is abandoned when the worker stops', async () => {
  const account = await pending('mute');
  const reference = await announced('mute');
  const requested: string[] = [];
  const answers = {
    openFundingAccount: () => (requested.push('opening'), never<Opening>()),
    confirmPayins: () => (requested.push('confirmation'), never<Map<string, Confirmation>>()),
  };
  for (const worker of [startFunding, startConfirming]) {
    requested.length = 0;
    start(worker, [bank('mute', answers)]);
    await eventually(() => expect(requested).toHaveLength(1));
    await loop?.stop();
  }
  expect(await accountRow(account)).toMatchObject({ status: 'pending', attempts: '0' });
  expect(await payinRow(reference)).toMatchObject({ status: 'processing', attempts: '0' });
  expect(log.lines).toEqual([]);
});

test('a failed opening is logged with its reason', async () => {
  const refused = await pending('sandbox');
  const away = await pending('away');
  start(startFunding, [
    bank('sandbox', {}),
    bank('away', { openFundingAccount: async () => ({ outcome: 'unavailable', reason: 'no route to it' }) }),
  ]);
  for (const account of [refused, away]) {
    await eventually(async () => expect(await accountRow(account)).toMatchObject({ attempts: '1' }));
  }
  const logged = log.lines.map(({ provider, error_message: reason }) => [String(provider), reason] as const);
  expect(new Map(logged)).toEqual(
    new Map([
      ['away', 'no route to it'],
      ['sandbox', 'the bank is closed'],
    ]),
  );
  expect(logged).toHaveLength(2);
});

test('a closed account is closed at its bank, with retries until that works', async () => {
  const account = await unpaid('sandbox');
  const requested: string[] = [];
  const closeFundingAccount = async (reference: string): Promise<void> => {
    requested.push(reference);
    if (requested.length === 1) throw new Error('the bank is closed');
  };
  start(startFunding, [bank('sandbox', { closeFundingAccount })]);
  await eventually(async () => expect(await accountRow(account)).toMatchObject({ is_later: 't' }));
  expect(await accountRow(account)).toMatchObject({ status: 'closed', attempts: '1' });
  expect(requested).toEqual([account.reference]);
  expect(log.lines).toEqual([line('sandbox', 'closeFundingAccount')]);
  await queryRows(fixture.url, 'update funding_account set next_step_at = now() where id = $1', [account.id]);
  await eventually(async () => expect(await accountRow(account)).toMatchObject({ is_later: null }));
  expect(requested).toEqual([account.reference, account.reference]);
});

test('a bank that never answers a closing is queried again later, and other banks open theirs', async () => {
  const stuck = await unpaid('mute');
  const requested: string[] = [];
  start(startFunding, [
    bank('mute', {
      closeFundingAccount(reference) {
        requested.push(reference);
        return never();
      },
    }),
    bank('sandbox', {
      openFundingAccount: async () => ({ outcome: 'opened', instructions: { reference: 'A' } }),
    }),
  ]);
  await eventually(() => expect(requested).toEqual([stuck.reference]));
  const other = await pending('sandbox');
  await eventually(async () => expect(await accountRow(other)).toMatchObject({ status: 'active' }));
  clock.wakeAll();
  await eventually(async () => expect(await accountRow(stuck)).toMatchObject({ is_later: 't' }));
  expect(requested).toEqual([stuck.reference]);
});

test('a bank that never confirms delays no pay-in of another bank, and is queried again later', async () => {
  const stuck = await announced('mute');
  const other = await announced('sandbox');
  start(startConfirming, [
    bank('mute', { confirmPayins: never }),
    bank('sandbox', { confirmPayins: confirmed }),
  ]);
  await eventually(async () => expect(await payinRow(other)).toMatchObject({ status: 'completed' }));
  expect(await payinRow(stuck)).toMatchObject({ status: 'processing', attempts: '0' });
  clock.wakeAll();
  await eventually(async () => expect(await payinRow(stuck)).toMatchObject({ attempts: '1' }));
  expect(await payinRow(stuck)).toMatchObject({ status: 'processing' });
  expect(log.lines[0]).toEqual(line('mute', 'confirmPayins'));
});

test('a pay-in that falls due while another bank does not answer is confirmed', async () => {
  const requested: string[] = [];
  const stuck = await announced('mute');
  start(startConfirming, [
    bank('mute', {
      confirmPayins(references) {
        requested.push(...references);
        return never();
      },
    }),
    bank('sandbox', { confirmPayins: confirmed }),
  ]);
  await eventually(() => expect(requested).toEqual([stuck]));
  const later = await announced('mute');
  const other = await announced('sandbox');
  await eventually(async () => expect(await payinRow(other)).toMatchObject({ status: 'completed' }));
  expect(requested).toEqual([stuck]);
  // Its turn comes when the previous question ends.
  clock.wakeAll();
  await eventually(() => expect(requested).toEqual([stuck, later]));
});

test('an unreachable bank is queried once for all its pay-ins, and logged once', async () => {
  const references = [await announced('sandbox'), await announced('sandbox'), await announced('sandbox')];
  await queryRows(fixture.url, `update payin set attempts = 5`);
  let attempts = 0;
  const confirmPayins = async (): Promise<never> => {
    attempts += 1;
    throw new Error('the bank is closed');
  };
  start(startConfirming, [bank('sandbox', { confirmPayins })]);
  for (const reference of references) {
    await eventually(async () => expect(await payinRow(reference)).toMatchObject({ attempts: '6' }));
    expect(await payinRow(reference)).toMatchObject({ status: 'processing', is_later: 't' });
  }
  expect(attempts).toBe(1);
  expect(log.lines).toEqual([line('sandbox', 'confirmPayins')]);
});

/** Fills that many groups with due rows that cannot be written. */
async function poison(table: string): Promise<void> {
  await queryRows(
    fixture.url,
    `update ${table} set next_step_at = now() - interval '1 hour' where next_step_at is not null`,
  );
  await beforeWriting(fixture.url, {
    name: 'poison',
    table,
    when: "new.created_at <= '" + new Date().toISOString() + "'",
    first: `raise exception 'poisoned'`,
  });
}

const filling = Array.from({ length: 200 });

test('a full group of failing pay-ins delays no other', async () => {
  for (const _ of filling) await announced('sandbox');
  await poison('payin');
  const other = await announced('sandbox');
  start(startConfirming, [bank('sandbox', { confirmPayins: confirmed })]);
  await eventually(async () => expect(await payinRow(other)).toMatchObject({ status: 'completed' }));
});

test('a full group of failing expiries delays no other', async () => {
  for (const _ of filling) await unpaid('sandbox');
  await poison('funding_account');
  const other = await unpaid('sandbox');
  start(startFunding, [bank('sandbox', {})]);
  await eventually(async () => expect(await accountRow(other)).toMatchObject({ status: 'closed' }));
});

test('an answer requested before the bank reported its decision is requested again', async () => {
  const reference = await announced('sandbox');
  const settled = {
    id: 'late',
    type: 'payment_result',
    paymentReference: reference,
    outcome: 'settled',
  } as const;
  const { store } = fixture;
  let attempts = 0;
  const confirmPayins = async (references: readonly string[]): Promise<Map<string, Confirmation>> => {
    attempts += 1;
    if (attempts > 1) return confirmed(references);
    await takePaymentResults({ store, wake: () => undefined }, 'sandbox', [settled]);
    return new Map([[reference, { outcome: 'not_confirmed', code: 'not_confirmed' }]]);
  };
  start(startConfirming, [bank('sandbox', { confirmPayins })]);
  await eventually(async () => expect(await payinRow(reference)).toMatchObject({ status: 'completed' }));
  expect(attempts).toBe(2);
  expect(await queryRows(fixture.url, 'select type from exception')).toEqual([]);
});
