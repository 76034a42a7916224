import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { FundingAccount } from '../../src/domain/funding-account.js';
import { exact } from '../../src/domain/money.js';
import { remittanceFlow, type RemittanceAction } from '../../src/domain/noun/remittance.js';
import type { Payout, PayoutStatus } from '../../src/domain/payout.js';
import { fundingOf } from '../../src/domain/quote.js';
import {
  beginRemittance,
  courseOf,
  creditedAt,
  failRemittance,
  followPayout,
  fundRemittance,
  isLate,
  payoutPriceOf,
  remittanceQuoteSeconds,
  unfundedCode,
  decisionOf,
  type Remittance,
} from '../../src/domain/remittance.js';
import { accountOf } from '../setup/funding-state.js';
import { before, moment, payoutIn, summaryOf } from '../setup/payout-state.js';
import { quoteFor } from '../setup/quoted.js';

/** 203 MXN, which must credit 11.0432 USDT, for 37 PEN. */
const quote = quoteFor('remittance');
const funding = fundingOf(quote);
const fields = {
  accountId: quote.accountId,
  beneficiaryId: moment.newId('beneficiary', before),
  customerId: null,
  method: 'bank_transfer',
  fundingAccountId: moment.newId('fundingAccount', before),
  sourcePayinId: null,
  description: 'rent for May',
  reference: 'ref-7',
  limitDaily: exact('1000'),
  dailyTotal: exact('37'),
};
const remittanceIn = (status: Remittance['status']): Remittance => ({
  ...beginRemittance(moment, quote, fields).row,
  status,
});

describe('a new remittance', () => {
  const begun = beginRemittance(moment, quote, fields);

  it('waits for its money until its quote expires, at the price of the quote', () => {
    expect(begun.row).toMatchObject({
      status: 'awaiting_funds',
      nextStepAt: quote.expiresAt,
      sourceCurrency: 'MXN',
      destinationCurrency: 'PEN',
      rate: '0.185',
      payinId: null,
      payoutId: null,
    });
    expect([begun.row.sourceAmount.toFixed(), begun.row.destinationAmount.toFixed()]).toEqual(['203', '37']);
    expect(remittanceQuoteSeconds, 'supplement §9: 30 minutes').toBe(30 * 60);
  });

  it('publishes its creation without its description, moves nothing and counts towards the limit', () => {
    const decision = summaryOf(decisionOf(begun, true));
    expect(decision).toMatchObject({
      rows: ['new remittance'],
      events: ['remittance.created'],
      moves: [],
      limits: ['37 1'],
    });
    expect(decision.data[0]).toMatchObject({
      status: 'awaiting_funds',
      source: {
        type: 'funding_account',
        funding_account_id: fields.fundingAccountId,
        currency: 'MXN',
        amount: '203.00',
      },
      destination: { amount: '37.00', currency: 'PEN' },
    });
    expect(decision.data[0]).not.toHaveProperty('description');
  });

  it('names the pay-in that funds it, if there is one', () => {
    const sourcePayinId = moment.newId('payin', before);
    const course = beginRemittance(moment, quote, { ...fields, fundingAccountId: null, sourcePayinId });
    expect(summaryOf(decisionOf(course)).data[0]?.['source']).toEqual({
      type: 'payin',
      payin_id: sourcePayinId,
      currency: 'MXN',
      amount: '203.00',
    });
  });
});

describe('the funding of a remittance', () => {
  const payinId = moment.newId('payin', before);
  const fund = (status: Remittance['status'], patch: Partial<Payout> = {}) =>
    fundRemittance(moment, courseOf(remittanceIn(status)), {
      payinId,
      payout: payoutIn('processing', patch),
    });

  test.each([
    ['processing', 'allowed', 'remittance.processing', 'processingAt'],
    ['review', 'in_review', 'remittance.review', 'reviewAt'],
  ] as const)('leads to %s if the risk status of its payout is %s', (status, riskStatus, event, stamp) => {
    const course = fund('awaiting_funds', { riskStatus });
    expect(course.row).toMatchObject({
      status,
      payinId,
      nextStepAt: null,
      updatedAt: moment.now,
      [stamp]: moment.now,
    });
    expect(course.row.payoutId).toMatch(/^pout_/);
    expect(summaryOf(decisionOf(course))).toMatchObject({ events: [event], limits: [] });
  });

  test.each(['processing', 'review', 'completed', 'failed', 'returned'] as const)(
    'is never possible in %s',
    (status) => {
      expect(() => fund(status)).toThrow(`no step fund from ${status}`);
    },
  );

  // Supplement §3.4: a deposit below the funding, or after the end of the quote.
  test.each(['funding_insufficient', 'quote_expired'])('fails with %s and gives the limit back', (code) => {
    const course = failRemittance(moment, courseOf(remittanceIn('awaiting_funds')), code);
    expect(course.row).toMatchObject({ status: 'failed', failureCode: code, failedAt: moment.now });
    expect(summaryOf(decisionOf(course))).toMatchObject({
      events: ['remittance.failed'],
      moves: [],
      limits: ['-37 -1'],
    });
  });
});

describe('a funding account', () => {
  type State = Pick<FundingAccount, 'status' | 'closedBy'>;
  test.each<[State, string | undefined]>([
    [{ status: 'pending', closedBy: null }, undefined],
    [{ status: 'active', closedBy: null }, undefined],
    [{ status: 'failed', closedBy: null }, 'no_route'],
    [{ status: 'closed', closedBy: 'expired' }, 'quote_expired'],
    [{ status: 'closed', closedBy: 'failed' }, 'funding_insufficient'],
    [{ status: 'closed', closedBy: 'paid' }, 'funding_insufficient'],
  ])('that is %j ends the wait with %s', (state, code) => {
    const failureCode = state.status === 'failed' ? 'no_route' : null;
    expect(unfundedCode(accountOf({ ...state, failureCode }))).toBe(code);
  });
});

describe('a remittance', () => {
  const held = { riskStatus: 'in_review' } as const;
  const paidBack = ['remittance.completed', 'remittance.returned'];

  /** Supplement §3.4: it ends as its payout does. */
  const table: [
    Remittance['status'],
    PayoutStatus,
    Partial<Payout>,
    Remittance['status'] | 'as before',
    events: string[],
  ][] = [
    ['processing', 'processing', {}, 'as before', []],
    ['processing', 'verification_pending', {}, 'as before', []],
    ['processing', 'completed', {}, 'completed', ['remittance.completed']],
    ['processing', 'failed', {}, 'failed', ['remittance.failed']],
    ['processing', 'cancelled', {}, 'failed', ['remittance.failed']],
    ['processing', 'returned', {}, 'returned', paidBack],
    ['review', 'processing', held, 'as before', []],
    ['review', 'processing', { riskStatus: 'approved' }, 'processing', ['remittance.processing']],
    ['review', 'verification_pending', {}, 'processing', ['remittance.processing']],
    ['review', 'completed', {}, 'completed', ['remittance.completed']],
    ['review', 'failed', {}, 'failed', ['remittance.failed']],
    ['review', 'returned', {}, 'returned', paidBack],
    ['completed', 'completed', {}, 'as before', []],
    ['completed', 'returned', {}, 'returned', ['remittance.returned']],
    ['returned', 'returned', {}, 'as before', []],
    ['failed', 'failed', {}, 'as before', []],
  ];
  test.each(table)('in %s follows a payout in %s %j: %s', (status, payout, patch, after, events) => {
    const decision = followPayout(moment, remittanceIn(status), payoutIn(payout, patch));
    const rows = decision.changes.flatMap((change) => (change.noun === 'remittance' ? [change.row] : []));
    expect(rows.map((row) => row.status)).toEqual(after === 'as before' ? [] : [after]);
    const limits = after === 'failed' ? ['-37 -1'] : [];
    expect(summaryOf(decision)).toMatchObject({ events, moves: [], limits });
  });

  it('fails with the code of its payout', () => {
    const failed = payoutIn('failed', { failureCode: 'risk_rejected' });
    const decision = followPayout(moment, remittanceIn('review'), failed);
    expect(summaryOf(decision).data[0]).toMatchObject({ failure_code: 'risk_rejected' });
  });

  it('has the times at which its payout was completed and returned', () => {
    const { changes } = followPayout(moment, remittanceIn('processing'), payoutIn('returned'));
    expect(changes).toMatchObject([{ row: { completedAt: moment.now, returnedAt: moment.now, version: 2 } }]);
  });

  it('has only the steps of the contract', () => {
    const steps = Object.entries(remittanceFlow).flatMap(([from, actions]) =>
      Object.entries(actions).map(([action, to]) => `${from} ${action as RemittanceAction} ${to}`),
    );
    expect(new Set(steps)).toEqual(
      new Set([
        'awaiting_funds fund processing',
        'awaiting_funds hold review',
        'awaiting_funds fail failed',
        'review approve processing',
        'review complete completed',
        'review fail failed',
        'processing complete completed',
        'processing fail failed',
        'completed send_back returned',
      ]),
    );
  });
});

test.each([
  ['one millisecond before its end', -1, false],
  ['at its end', 0, true],
  ['one millisecond after its end', 1, true],
])('a quote is late %s', (_when, ms, late) => {
  expect(isLate(quote, new Date(quote.expiresAt.getTime() + ms))).toBe(late);
});

// Supplement §9: the quote's price applies to 203 MXN, and the excess is converted at the current rate.
test.each([
  ['exactly the total', '203', '0.06', '11.0432'],
  ['one unit less', '202.99', '0.06', undefined],
  ['one unit more', '203.01', '0.06', '11.0438'],
  ['100 MXN more, rounded down', '303', '0.054432199', '16.486419'],
  ['an excess worth less than one unit', '203.01', '0.0000999', '11.0432'],
])('a deposit of %s (%s MXN at %s) credits %s', (_what, paid, rate, credited) => {
  expect(creditedAt(quote, { funding, paid: exact(paid), rate })?.toFixed()).toBe(credited);
});

describe('the payout of a remittance', () => {
  const priceOf = (patch: Partial<typeof quote>, rate: string, amount: string) => {
    const price = payoutPriceOf({ ...quote, ...patch }, { amount: exact(amount), currency: 'USDT', rate });
    const { platformFee, tenantMarkup, principal, total, destinationAmount } = price;
    return [platformFee, tenantMarkup, principal, total, destinationAmount].map((each) => each.toFixed());
  };

  test.each([
    // 2 and 1 MXN at 0.0544.
    ['exact fees', {}, '0.0544', '11.0432', ['0.1088', '0.0544', '10.88', '11.0432', '37']],
    // 1.11 MXN are 0.060419631 USDT, and 0.37 MXN are 0.020139877 USDT.
    [
      'fees rounded down, the rest being principal',
      { platformFee: exact('1.11'), tenantMarkup: exact('0.37') },
      '0.0544321',
      '11.049716',
      ['0.060419', '0.020139', '10.969158', '11.049716', '37'],
    ],
    [
      'no fees',
      { platformFee: exact('0'), tenantMarkup: exact('0') },
      '0.0544',
      '11.0432',
      ['0', '0', '11.0432', '11.0432', '37'],
    ],
  ])('draws exactly its funding: %s', (_what, patch, rate, amount, figures) => {
    expect(priceOf(patch, rate, amount)).toEqual(figures);
  });

  it('has a rate of 12 digits that converts the principal to the arriving amount', () => {
    // 37 / 10.88 = 3.400735294117…, rounded up.
    expect(payoutPriceOf(quote, funding)).toMatchObject({ sourceCurrency: 'USDT', rate: '3.40073529412' });
  });

  it('adds up to its funding and arrives exactly, for amounts up to ten million', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000_000 });
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 0, max: 500 }), (drawn, arrives, percent) => {
        const destinationAmount = exact(String(arrives)).shiftedBy(-2);
        const amount = exact(String(drawn)).shiftedBy(-2);
        const platformFee = amount.times(percent).shiftedBy(-3).decimalPlaces(2, 1);
        const price = payoutPriceOf({ ...quote, platformFee, destinationAmount }, { ...funding, amount });
        expect(price.principal.plus(price.platformFee).plus(price.tenantMarkup).toFixed()).toBe(
          amount.toFixed(),
        );
        // Rounding down is mode 1.
        const arrived = price.principal.times(price.rate).decimalPlaces(2, 1);
        if (price.principal.isGreaterThan(0)) expect(arrived.toFixed()).toBe(destinationAmount.toFixed());
      }),
    );
  });
});
