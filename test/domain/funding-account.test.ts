import { describe, expect, it, test } from 'vitest';
import type { Decision } from '../../src/domain/decision.js';
import {
  closedAccount,
  createFundingAccount,
  failFundingAccount,
  limitUse,
  noteClosing,
  openFundingAccount,
  retryOpening,
  showFundingAccount,
  type FundingAccount,
} from '../../src/domain/funding-account.js';
import { exact } from '../../src/domain/money.js';
import { accountOf } from '../setup/funding-state.js';
import { before, moment, summaryOf } from '../setup/payout-state.js';

const at = (ms: number) => new Date(moment.now.getTime() + ms);
const minute = 60_000;
const one = exact('100');
const { country, reference, provider, ...shared } = accountOf();
const ask = {
  id: shared.id,
  accountId: shared.accountId,
  method: 'bank_transfer',
  country,
  currency: 'PEN',
  settlementCurrency: 'USDT',
  amount: null,
  payer: null,
  reference,
  provider,
  limitDaily: null,
  dailyTotal: null,
  lifetimeMinutes: 30,
};
const after = (decision: Decision): FundingAccount => {
  const [change] = decision.changes;
  if (change?.noun !== 'fundingAccount') throw new Error('the decision is about no funding account');
  return change.row;
};

describe('a new funding account', () => {
  it('is pending, due at once, and publishes nothing yet', () => {
    const decision = createFundingAccount(moment, ask);
    expect(summaryOf(decision)).toMatchObject({ rows: ['new fundingAccount'], events: [], moves: [] });
    expect(decision.fundingAccount).toMatchObject({
      status: 'pending',
      nextStepAt: moment.now,
      instructions: null,
      attempts: 0,
    });
  });

  // Supplement §3.10 and §9: one payment has 30 minutes, or the time of the remittance's quote, and counts at creation.
  test.each([
    ['that takes any deposit never ends and counts nothing', {}, null, []],
    ['for one payment ends after its lifetime and counts', { amount: one }, at(30 * minute), ['100 1']],
    [
      'for a remittance ends with the quote',
      { amount: one, endsAt: at(7 * minute) },
      at(7 * minute),
      ['100 1'],
    ],
    ['that takes any deposit does not end with a quote', { endsAt: at(7 * minute) }, null, []],
  ])('%s', (_what, patch, expiresAt, limits) => {
    const decision = createFundingAccount(moment, { ...ask, ...patch });
    expect(decision.fundingAccount.expiresAt).toEqual(expiresAt);
    expect(summaryOf(decision).limits).toEqual(limits);
  });

  it('counts what the payer sends towards the limit of pay-ins', () => {
    expect(limitUse(accountOf({ amount: one }), 1)).toMatchObject({
      product: 'payin',
      method: 'bank_transfer',
      currency: 'PEN',
      at: before,
    });
  });
});

describe('opening', () => {
  const pending = accountOf({ status: 'pending', instructions: null, attempts: 0 });

  it('makes it active, with instructions, until it expires', () => {
    const decision = openFundingAccount(moment, { ...pending, expiresAt: at(minute) }, { reference: 'ABC' });
    expect(summaryOf(decision)).toMatchObject({
      events: ['funding_account.active'],
      limits: [],
      data: [{ status: 'active', instructions: { reference: 'ABC' } }],
    });
    expect(after(decision).nextStepAt).toEqual(at(minute));
    expect(after(openFundingAccount(moment, pending, {})).nextStepAt, 'any deposit').toBeNull();
  });

  test.each([
    ['any deposit', null, []],
    ['one payment', one, ['-100 -1']],
  ])('that fails for %s names the code and gives the limit back', (_what, amount, limits) => {
    const decision = failFundingAccount(moment, { ...pending, amount }, 'provider_rejected');
    expect(summaryOf(decision)).toMatchObject({
      events: ['funding_account.failed'],
      limits,
      data: [{ status: 'failed', failure_code: 'provider_rejected' }],
    });
    expect(summaryOf(decision).data[0]).not.toHaveProperty('instructions');
    expect(after(decision).nextStepAt).toBeNull();
  });

  test.each([
    [0, 2],
    [1, 4],
    [2, 8],
    [3, 16],
  ])('is tried again after %i earlier failures in %i seconds', (attempts, seconds) => {
    const decision = retryOpening(moment, { ...pending, attempts });
    expect(summaryOf(decision).events).toEqual([]);
    expect(after(decision)).toMatchObject({
      status: 'pending',
      attempts: attempts + 1,
      nextStepAt: at(seconds * 1_000),
    });
  });

  it('fails with provider_unavailable at the fifth failure', () => {
    const decision = retryOpening(moment, { ...pending, amount: one, attempts: 4 });
    expect(summaryOf(decision)).toMatchObject({
      events: ['funding_account.failed'],
      limits: ['-100 -1'],
      data: [{ failure_code: 'provider_unavailable' }],
    });
  });
});

describe('closing', () => {
  test.each(['paid', 'failed', 'expired'] as const)(
    'of an account that is %s is due at the provider at once',
    (how) => {
      const closed = closedAccount(moment, accountOf({ attempts: 3 }), how);
      expect(closed).toMatchObject({
        row: { status: 'closed', closedBy: how, attempts: 0, nextStepAt: moment.now },
      });
    },
  );

  test.each([
    [0, 2],
    [1, 4],
    [10, 2_048],
    [11, 3_600],
    [30, 3_600],
  ])('is reported again after %i failures in %i seconds, at most an hour', (attempts, seconds) => {
    const decision = noteClosing(moment, accountOf({ status: 'closed', attempts }), false);
    expect(after(decision)).toMatchObject({ attempts: attempts + 1, nextStepAt: at(seconds * 1_000) });
  });

  it('is done once the provider knows', () => {
    expect(after(noteClosing(moment, accountOf({ status: 'closed' }), true)).nextStepAt).toBeNull();
  });
});

/** Contract §3.1; steps not listed here must not happen. */
const steps: Record<string, FundingAccount['status']> = {
  'pending open': 'active',
  'pending fail': 'failed',
  'active close': 'closed',
};
const acts = {
  open: (row: FundingAccount) => after(openFundingAccount(moment, row, {})),
  fail: (row: FundingAccount) => after(failFundingAccount(moment, row, 'no_route')),
  close: (row: FundingAccount) => {
    const change = closedAccount(moment, row, 'paid');
    return change.noun === 'fundingAccount' ? change.row : undefined;
  },
};
const statuses = ['pending', 'active', 'failed', 'closed'] as const;
const pairs = statuses.flatMap((status) =>
  (['open', 'fail', 'close'] as const).map((action) => [status, action] as const),
);
test.each(pairs)('a funding account in %s: %s', (status, action) => {
  const next = steps[`${status} ${action}`];
  const decide = () => acts[action](accountOf({ status }));
  if (next === undefined) return expect(decide).toThrow(`no step ${action} from ${status}`);
  expect(decide()?.status).toBe(next);
});

it('an event names neither its payer nor our names at the provider', () => {
  const resource = showFundingAccount(accountOf({ amount: one }));
  expect(resource).toMatchObject({ amount: '100.00', currency: 'PEN', settlement_currency: 'USDT' });
  for (const name of ['payer', 'reference', 'provider', 'limit_daily'])
    expect(resource).not.toHaveProperty(name);
});
