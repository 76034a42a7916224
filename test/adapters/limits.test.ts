import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CapabilityKey } from '../../src/domain/capability.js';
import { decide, type LimitUse } from '../../src/domain/decision.js';
import { exact } from '../../src/domain/money.js';
import { createQuote } from '../../src/domain/quote.js';
import type { PayoutAsk, PayoutFacts, Tx } from '../../src/ports/store.js';
import {
  act,
  deposit,
  newId,
  openAccount,
  openBeneficiary,
  openFixture,
  pay,
  type Fixture,
} from '../setup/fixture.js';
import { patience } from '../setup/patience.js';
import { queryRows, waitingForLock } from '../setup/rows.js';

const capability: CapabilityKey = { product: 'payout', method: 'bank_transfer', currency: 'PEN' };
const minute = 60_000;
const day = 24 * 60 * minute;

let fixture: Fixture;
let client: pg.Client;

beforeAll(async () => {
  fixture = await openFixture(24);
  client = new pg.Client({ connectionString: fixture.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await fixture.close();
});

const use = (accountId: string, at: Date, amount: string): LimitUse => ({
  accountId,
  product: 'payout',
  method: capability.method,
  currency: capability.currency,
  at,
  amount: exact(amount),
  count: amount.startsWith('-') ? -1 : 1,
});

/** Counts amounts in one decision; returns the moment. */
const count = (accountId: string, ...amounts: string[]): Promise<Date> =>
  fixture.store.transaction(async (tx) => {
    const { now } = await tx.moment();
    await tx.record([decide({ limitUses: amounts.map((amount) => use(accountId, now, amount)) })]);
    return now;
  });

const release = (accountId: string, at: Date, amount: string) =>
  act(fixture.store, () => decide({ limitUses: [use(accountId, at, `-${amount}`)] }));

const usage = async (accountId: string): Promise<string> =>
  (await fixture.store.transaction((tx) => tx.lockUsage(accountId, capability))).toFixed();

const moveClock = (ms: number) => fixture.store.transaction((tx) => tx.moveClock(ms));

describe('limits of 24 hours', () => {
  it('count accepted amounts for each account', async () => {
    const [one, other] = [await openAccount(fixture.store), await openAccount(fixture.store)];
    await count(one, '10');
    await count(one, '2.5', '0.25');
    expect(await usage(one)).toBe('12.75');
    expect(await usage(other)).toBe('0');
  });

  it('release the amounts of failed operations', async () => {
    const accountId = await openAccount(fixture.store);
    const at = await count(accountId, '10', '4');
    await release(accountId, at, '10');
    expect(await usage(accountId)).toBe('4');
  });

  it('add and subtract in the same minute in one decision', async () => {
    const accountId = await openAccount(fixture.store);
    const at = await count(accountId, '100');
    const decideOn = (...amounts: string[]) =>
      act(fixture.store, () => decide({ limitUses: amounts.map((amount) => use(accountId, at, amount)) }));
    await decideOn('1', '2', '-100');
    expect(await usage(accountId)).toBe('3');
    await decideOn('50', '-3');
    expect(await usage(accountId)).toBe('50');
    const { rows } = await client.query(
      'select sum(amount)::text as amount, sum(count)::int as count from limit_minute where account_id = $1',
      [accountId],
    );
    expect(rows).toEqual([{ amount: '50', count: 2 }]);
  });

  it('drop a minute exactly when it is 24 hours old', async () => {
    const accountId = await openAccount(fixture.store);
    await count(accountId, '10');
    await moveClock(day - minute);
    expect(await usage(accountId)).toBe('10');
    await count(accountId, '7');
    await moveClock(2 * minute);
    expect(await usage(accountId)).toBe('7');
    await moveClock(day);
    expect(await usage(accountId)).toBe('0');
  });

  it('never release an amount twice after its minute was dropped', async () => {
    const accountId = await openAccount(fixture.store);
    const at = await count(accountId, '10');
    await moveClock(day + minute);
    await count(accountId, '3');
    await release(accountId, at, '10');
    expect(await usage(accountId)).toBe('3');
  });

  it('accept exactly as many as fit with 20 at once', async () => {
    const accountId = await openAccount(fixture.store);
    const accept = () =>
      fixture.store.transaction(async (tx) => {
        const total = await tx.lockUsage(accountId, capability);
        const { now } = await tx.moment();
        if (total.plus(10).isGreaterThan(75)) return false;
        await tx.record([decide({ limitUses: [use(accountId, now, '10')] })]);
        return true;
      });
    const outcomes = await Promise.all(Array.from({ length: 20 }, accept));
    expect(outcomes.filter(Boolean)).toHaveLength(7);
    expect(await usage(accountId)).toBe('70');
    expect(fixture.retries).toEqual([]);
  });

  it('are exact without locks, because the decision is repeated', async () => {
    const accountId = await openAccount(fixture.store);
    await count(accountId, '1');
    // A transaction is tried at most four times, which ten concurrent ones can exceed; the caller then
    // retries.
    const forgetful = async () => {
      for (;;) {
        try {
          return await count(accountId, '1');
        } catch (error) {
          expect(error).toMatchObject({ code: 'temporarily_unavailable' });
        }
      }
    };
    await Promise.all(Array.from({ length: 10 }, forgetful));
    expect(await usage(accountId)).toBe('11');
    const { rows } = await client.query(
      'select sum(amount)::text as amount from limit_minute where account_id = $1',
      [accountId],
    );
    expect(rows).toEqual([{ amount: '11' }]);
    fixture.retries.length = 0;
  });
});

describe('load_payout_asks', () => {
  const askOf = (accountId: string, patch: Partial<PayoutAsk>): PayoutAsk => ({
    accountId,
    key: newId('request', new Date()),
    fingerprint: 'f',
    beneficiaryId: 'ben_none',
    quoteId: null,
    sourceCurrency: 'PEN',
    ...patch,
  });
  const load = (...asks: PayoutAsk[]): Promise<PayoutFacts[]> =>
    fixture.store.transaction((tx) => loadIn(tx, asks));
  const loadIn = (tx: Tx, asks: PayoutAsk[], wait = true) =>
    tx.loadPayouts(asks, { velocityMinutes: 10, wait });

  it('returns what a decision needs, in the order of the requests', async () => {
    const accountId = await openAccount(fixture.store);
    const beneficiaryId = await openBeneficiary(fixture.store, accountId);
    const foreign = await openBeneficiary(fixture.store, await openAccount(fixture.store));
    await deposit(fixture.store, { accountId, currency: 'PEN', amount: '100' });
    await pay(fixture.store, { accountId, beneficiaryId });
    const facts = await load(
      askOf(accountId, { beneficiaryId: foreign }),
      askOf(accountId, { beneficiaryId, sourceCurrency: 'USDT' }),
      askOf(accountId, { beneficiaryId }),
    );
    const [unknown, unheld, good] = facts;
    expect(facts).toHaveLength(3);
    expect(unknown?.beneficiary).toBeNull();
    expect(unheld?.available).toBeUndefined();
    expect(good).toMatchObject({
      busy: false,
      bound: null,
      beneficiary: { method: 'bank_transfer', currency: 'PEN', country: 'PE', status: 'active' },
      customer: { status: 'active', complianceStatus: 'unverified' },
      payoutsStopped: false,
      suspended: false,
      recentCount: 1,
      quote: null,
    });
    expect(good?.available?.toFixed()).toBe('88.5');
    expect(good?.dailyTotal.toFixed()).toBe('10');
  });

  it('finds the key of a payout, and counts only recent minutes', async () => {
    const accountId = await openAccount(fixture.store);
    const beneficiaryId = await openBeneficiary(fixture.store, accountId);
    await deposit(fixture.store, { accountId, currency: 'PEN', amount: '100' });
    const payout = await pay(fixture.store, { accountId, beneficiaryId });
    const { rows } = await client.query<{ key: string }>(
      'select key from idempotency_key where resource_id = $1',
      [payout.id],
    );
    await moveClock(12 * minute);
    const known = askOf(accountId, { beneficiaryId, key: rows[0]?.key ?? '' });
    const bound = { fingerprint: 'f', resourceId: payout.id };
    const [alone] = await load(known);
    expect(alone).toMatchObject({ busy: false, bound });
    const [facts, fresh] = await load(known, askOf(accountId, { beneficiaryId }));
    expect(facts).toMatchObject({ busy: false, bound });
    expect(fresh).toMatchObject({ busy: false, bound: null, recentCount: 0 });
    expect(fresh?.dailyTotal.toFixed()).toBe('10');
  });

  it("uses the balance of its own quote, and sees no other account's quote", async () => {
    const accountId = await openAccount(fixture.store);
    const beneficiaryId = await openBeneficiary(fixture.store, accountId);
    await deposit(fixture.store, { accountId, currency: 'USDT', amount: '42' });
    const quoteOf = (owner: string) =>
      act(fixture.store, (moment) =>
        createQuote(moment, {
          accountId: owner,
          method: 'bank_transfer',
          country: 'PE',
          beneficiaryId: null,
          price: {
            sourceCurrency: 'USDT',
            principal: exact('10'),
            platformFee: exact('0'),
            tenantMarkup: exact('0'),
            total: exact('10'),
            destinationAmount: exact('37'),
            destinationCurrency: 'PEN',
            rate: '3.7',
          },
          lifetimeSeconds: 60,
        }),
      );
    const { quote } = await quoteOf(accountId);
    const { quote: foreign } = await quoteOf(await openAccount(fixture.store));
    const ask = { beneficiaryId, sourceCurrency: null };
    const [own, other] = await load(
      askOf(accountId, { ...ask, quoteId: quote.id }),
      askOf(accountId, { ...ask, quoteId: foreign.id }),
    );
    expect(own?.quote?.id).toBe(quote.id);
    expect(own?.available?.toFixed()).toBe('42');
    expect(other?.quote).toBeNull();
    expect(other?.available).toBeUndefined();
  });

  it('skips a key locked by another transaction, and waits for it if required', async () => {
    const accountId = await openAccount(fixture.store);
    const held = askOf(accountId, {});
    const free = askOf(accountId, {});
    let waited: Promise<PayoutFacts[]> | undefined;
    await fixture.store.transaction(async (tx) => {
      await tx.claimKey(held);
      const seen = await fixture.store.transaction((other) => loadIn(other, [free, held], false));
      expect(seen.map((facts) => facts.busy)).toEqual([false, true]);
      waited = load(held);
      await tx.record([], [{ ...held, resourceId: 'pout_made' }]);
    });
    const [facts] = (await waited) ?? [];
    expect(facts).toMatchObject({ busy: false, bound: { fingerprint: 'f', resourceId: 'pout_made' } });
  });

  it.each([
    ['one locks the balance that it is decided on', { count: 1, wait: false, had: false }],
    ['several only look at it', { count: 2, wait: false, had: true }],
    ['several that wait lock it', { count: 2, wait: true, had: false }],
  ])('%s', async (_, { count, wait, had }) => {
    const accountId = await openAccount(fixture.store);
    await deposit(fixture.store, { accountId, currency: 'PEN', amount: '60' });
    const asks = Array.from({ length: count }, () => askOf(accountId, {}));
    await client.query('begin');
    await client.query('select from balance where account_id = $1 for no key update', [accountId]);
    let isOver = false;
    const loading = fixture.store.transaction((tx) => loadIn(tx, asks, wait)).finally(() => (isOver = true));
    const isWaited = async () => isOver || (await queryRows(fixture.url, waitingForLock)).length > 0;
    await expect.poll(isWaited, patience).toBe(true);
    const wasHad = isOver;
    await client.query('commit');
    expect((await loading).map(({ available }) => available?.toFixed())).toEqual(asks.map(() => '60'));
    expect(wasHad).toBe(had);
  });

  it('sees the kill switch and suspensions', async () => {
    const accountId = await openAccount(fixture.store);
    const beneficiaryId = await openBeneficiary(fixture.store, accountId);
    await client.query(
      `insert into suspension (id, account_id, product, method, currency, created_at, version)
         values ('sus_1', $1, 'payout', 'bank_transfer', 'PEN', now(), 1)`,
      [accountId],
    );
    await fixture.store.transaction((tx) => tx.killSwitch.set(true));
    const [facts] = await load(askOf(accountId, { beneficiaryId }));
    expect(facts).toMatchObject({ suspended: true, payoutsStopped: true });
    await fixture.store.transaction((tx) => tx.killSwitch.set(false));
    await client.query('update suspension set lifted_at = now()');
    const [after] = await load(askOf(accountId, { beneficiaryId }));
    expect(after).toMatchObject({ suspended: false, payoutsStopped: false });
  });

  it('20 concurrent payouts can use up a balance, but not overdraw it', async () => {
    const accountId = await openAccount(fixture.store);
    const beneficiaryId = await openBeneficiary(fixture.store, accountId);
    await deposit(fixture.store, { accountId, currency: 'PEN', amount: '60' });
    const made = await Promise.all(
      Array.from({ length: 20 }, () => pay(fixture.store, { accountId, beneficiaryId })),
    );
    expect(made.filter((payout) => payout.status === 'processing')).toHaveLength(5);
    expect(made.filter((payout) => payout.failureCode === 'insufficient_funds')).toHaveLength(15);
    expect(fixture.retries).toEqual([]);
  });
});
