import { beforeEach, describe, expect, it } from 'vitest';
import { BusinessTime } from '../../src/adapters/postgres/business-time.js';
import { KnownFacts } from '../../src/adapters/postgres/known-facts.js';
import type { AskRow } from '../../src/adapters/postgres/payout-facts.js';
import { exact } from '../../src/domain/money.js';
import type { PayoutAsk } from '../../src/ports/store.js';

let machineMs: number;
let known: KnownFacts;
beforeEach(() => {
  machineMs = 5_000;
  known = new KnownFacts(new BusinessTime(() => machineMs));
});

const ask: PayoutAsk = {
  accountId: 'acct_1',
  key: 'k-1',
  fingerprint: 'f',
  beneficiaryId: 'ben_1',
  quoteId: null,
  sourceCurrency: 'PEN',
};

const minute = Date.parse('2026-11-24T12:00Z') / 60_000;
const row: AskRow = {
  ord: 0,
  busy: false,
  moment: '2026-11-24 12:00:59.800+00',
  key_fingerprint: null,
  key_resource_id: null,
  method: 'bank_transfer',
  currency: 'PEN',
  country: 'PE',
  beneficiary_status: 'active',
  customer_status: 'active',
  compliance_status: 'verified',
  payouts_stopped: false,
  suspended: false,
  platform_fee_bps: null,
  tenant_markup_bps: null,
  overrides: null,
  daily_total: '40',
  recent: [
    [minute - 5, 1],
    [minute - 1, 1],
  ],
  available: '100',
  usage_version: '7',
  oldest_minute: String(minute - 1_440),
  account_version: '21',
  platform_version: '3',
};

const velocityMinutes = 5;
const learn = (patch: Partial<AskRow> = {}): void =>
  known.learn([ask], [{ ...row, ...patch }], velocityMinutes);

const recall = (...asks: PayoutAsk[]) => known.recall(asks);

const usage = { accountId: 'acct_1', product: 'payout', method: 'bank_transfer', currency: 'PEN' } as const;

describe('what is known', () => {
  it('is what was read, and what was recorded on top of it', async () => {
    learn();
    known.add(
      {
        version: 8,
        usages: [{ ...usage, minute, amount: exact('10'), count: 1 }],
        funds: [{ accountId: 'acct_1', currency: 'PEN', available: exact('-11.5') }],
      },
      [ask],
    );
    const recalled = recall({ ...ask, key: 'k-2' });
    expect(recalled?.now.toISOString()).toBe('2026-11-24T12:00:59.800Z');
    const [facts] = recalled?.facts ?? [];
    expect([facts?.dailyTotal.toFixed(), facts?.recentCount, facts?.available?.toFixed()]).toEqual([
      '50',
      3,
      '88.5',
    ]);
    expect(recalled?.assumption).toMatchObject({
      platformVersion: 3,
      usages: [{ ...usage, version: 8, accountVersion: 21 }],
    });
  });

  it('is read anew once the oldest minute that counts has slid out of the 24 hours', async () => {
    learn();
    machineMs += 199;
    expect(recall(ask)).toBeDefined();
    machineMs += 1;
    expect(recall(ask)).toBeUndefined();
  });

  it('counts what was lately accepted, minute by minute', async () => {
    learn({ oldest_minute: String(minute - 5) });
    known.add({ version: 8, usages: [{ ...usage, minute, amount: exact('10'), count: 4 }], funds: [] }, []);
    const counts: (number | undefined)[] = [];
    for (const later of [0, 200, 4 * 60_000, 60_000]) {
      machineMs += later;
      // Time is told again all along: that of a minute ago counts no more.
      const moment = new Date(Date.parse('2026-11-24T12:00:59.800Z') + machineMs - 5_000).toISOString();
      known.learn([], [{ ...row, moment }], velocityMinutes);
      counts.push(recall(ask)?.facts[0]?.recentCount);
    }
    expect(counts).toEqual([6, 5, 4, 0]);
  });

  it('is read anew where time was not told for a minute', async () => {
    learn({ oldest_minute: null });
    machineMs += 60_000;
    expect(recall(ask)).toBeDefined();
    machineMs += 1;
    expect(recall(ask)).toBeUndefined();
  });

  it.each<[string, Partial<PayoutAsk>]>([
    ['another account', { accountId: 'acct_2' }],
    ['another beneficiary', { beneficiaryId: 'ben_2' }],
    ['another balance', { sourceCurrency: 'USDT' }],
    ['a quote', { quoteId: 'quo_1', sourceCurrency: null }],
  ])('is nothing about %s', async (_what, patch) => {
    learn();
    expect(recall(ask, { ...ask, ...patch })).toBeUndefined();
  });

  it.each<[string, Partial<AskRow>]>([
    ['payouts are stopped', { payouts_stopped: true }],
    ['the capability is suspended', { suspended: true }],
    ['the account never held the currency', { available: null }],
    ['there is no such beneficiary', { method: null, currency: null, beneficiary_status: null }],
  ])('is nothing where %s', async (_what, patch) => {
    learn(patch);
    expect(recall(ask)).toBeUndefined();
  });

  it('does not answer a key that was bound: what it made is read', async () => {
    learn();
    known.add({ version: 8, usages: [], funds: [] }, [ask]);
    expect(recall(ask)).toBeUndefined();
    expect(recall({ ...ask, key: 'k-2' })).toBeDefined();
  });

  it('is of one version of the account: with another nothing of it is kept', async () => {
    learn();
    const second = { ...ask, key: 'k-2', beneficiaryId: 'ben_2' };
    known.learn([second], [{ ...row, account_version: '22' }], velocityMinutes);
    expect(recall(ask)).toBeUndefined();
    expect(recall(second)?.assumption.usages).toMatchObject([{ accountVersion: 22 }]);
  });

  it('is kept of those that were of use last, however many there are', async () => {
    const asks = Array.from({ length: 60_000 }, (_, nth) => ({
      ...ask,
      accountId: `acct_${Math.floor(nth / 20)}`,
      beneficiaryId: `ben_${nth}`,
      key: `k-${nth}`,
    }));
    for (const [nth, each] of asks.entries()) {
      known.learn([each], [row], velocityMinutes);
      // The first account pays all along and is never read again.
      if (nth % 1_000 > 0) continue;
      const added = { ...usage, accountId: 'acct_0', minute, amount: exact('1'), count: 1 };
      known.add({ version: nth, usages: [added], funds: [] }, []);
    }
    const kept: string[] = [];
    for (const each of asks) if (recall({ ...each, key: 'new' })) kept.push(each.beneficiaryId);
    expect(kept).toHaveLength(50_000);
    expect(kept.slice(0, 20)).toEqual(asks.slice(0, 20).map(({ beneficiaryId }) => beneficiaryId));
    expect(kept.at(-1)).toBe('ben_59999');
  });

  it('is doubted after a fault until it was read three times', async () => {
    learn();
    const recalled = recall(ask);
    if (!recalled) throw new Error('it is known');
    known.wasWrong(recalled.assumption);
    const known3: boolean[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      known3.push(recall(ask) !== undefined);
      learn({ usage_version: '9' });
    }
    expect(known3).toEqual([false, false, false]);
    expect(recall(ask)).toBeDefined();
  });
});

describe('business time', () => {
  it('is carried on from the soonest that was told, so it is never ahead', () => {
    const time = new BusinessTime(() => machineMs);
    expect(time.now()).toBeUndefined();
    time.learn(new Date(1_000_000));
    machineMs += 10;
    expect(time.now()?.getTime()).toBe(1_000_010);
    // Told 4 ms late: what was told before is nearer to it.
    time.learn(new Date(1_000_006));
    expect(time.now()?.getTime()).toBe(1_000_010);
    time.learn(new Date(1_000_012));
    expect(time.now()?.getTime()).toBe(1_000_012);
  });

  it('is not known where it was not told for a minute', () => {
    const time = new BusinessTime(() => machineMs);
    time.learn(new Date(1_000_000));
    machineMs += 60_001;
    expect(time.now()).toBeUndefined();
  });

  it('follows a database whose clock is set back, after a minute', () => {
    const time = new BusinessTime(() => machineMs);
    time.learn(new Date(1_000_000));
    machineMs += 60_001;
    time.learn(new Date(1_050_000));
    expect(time.now()?.getTime()).toBe(1_050_000);
  });
});
