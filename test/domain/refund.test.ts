import { describe, expect, it, test } from 'vitest';
import { untraced } from '../../src/domain/noun/bank-reference.js';
import { exact } from '../../src/domain/money.js';
import type { Refund } from '../../src/domain/noun/refund.js';
import { act, decideReview } from '../../src/domain/operation.js';
import type { Payin } from '../../src/domain/payin.js';
import { claimOf, createRefund, leftOf, noParts, refundableOf, refundSpec } from '../../src/domain/refund.js';
import { testFlow } from '../setup/flow-table.js';
import { before, moment, summaryOf } from '../setup/payout-state.js';

/** 30 USDT credited for 100 PEN. */
const payin: Payin = {
  id: moment.newId('payin', before),
  accountId: moment.newId('account', before),
  status: 'completed',
  fundingAccountId: moment.newId('fundingAccount', before),
  amount: exact('30'),
  currency: 'USDT',
  paidAmount: exact('100'),
  paidCurrency: 'PEN',
  failureCode: null,
  provider: 'sandbox',
  bankReference: 'bank-7',
  ...untraced,
  paymentReference: 'pay-7',
  attempts: 1,
  nextStepAt: null,
  createdAt: before,
  completedAt: before,
  version: 2,
};
const both = ['refund', 'partial_refund'] as const;
const fields = { amount: exact('12'), payerAmount: exact('40'), reason: null, reference: 'ref-7' };
const facts = { available: exact('30'), reviewReasons: [] as string[] };
const ask = { ...fields, nextStepAt: moment.now, payin };

const rowIn = (status: Refund['status'], patch: Partial<Refund> = {}): Refund => ({
  ...createRefund(moment, ask, facts).refund,
  status,
  ...patch,
});

describe('the part of a pay-in that can be refunded', () => {
  test.each([
    ['all of it', both, {}, '30'],
    ['less what other refunds claim', both, { claimed: exact('12') }, '18'],
    ['less what its remittance spends', both, { claimed: exact('12'), spent: exact('10') }, '8'],
    ['nothing once the bank took it back', both, { isReversed: true }, '0'],
    ['nothing by a method without refunds', [], {}, '0'],
  ])('%s', (_when, features, taken, left) => {
    expect(refundableOf(payin, features, { ...noParts, ...taken }).toFixed()).toBe(left);
  });

  test.each(['processing', 'failed'] as const)('of a pay-in that is %s is zero', (status) => {
    expect(refundableOf({ ...payin, status }, both, noParts).toFixed()).toBe('0');
  });

  it('is what is left if nothing prevents it', () => {
    expect(leftOf(payin, noParts)).toEqual(refundableOf(payin, both, noParts));
  });
});

describe('a claim on a pay-in', () => {
  const claim = (
    requested: string | undefined,
    taken = {},
    features: readonly ('refund' | 'partial_refund')[] = both,
  ) =>
    claimOf(payin, {
      features,
      taken: { ...noParts, ...taken },
      requested: requested === undefined ? undefined : exact(requested),
    });

  // The payer gets a share at the pay-in's rate, rounded down; the last refund returns the rest.
  test.each([
    ['all of it', undefined, {}, '30', '100'],
    ['a part, rounded down', '10', {}, '10', '33.33'],
    [
      'the last part, with what rounding left',
      '10',
      { claimed: exact('20'), payerClaimed: exact('66.66') },
      '10',
      '33.34',
    ],
    ['a part beside what a remittance spent', undefined, { spent: exact('20') }, '10', '33.33'],
  ])('%s', (_when, requested, taken, amount, payer) => {
    const claimed = claim(requested, taken);
    expect([claimed.amount.toFixed(), claimed.payerAmount.toFixed()]).toEqual([amount, payer]);
  });

  test.each([
    ['more than is left', '30.000001', {}, both, { code: 'invalid_parameter', param: 'amount' }],
    ['nothing is left', undefined, { claimed: exact('30') }, both, { code: 'refund_not_supported' }],
    ['the method has no refunds', '1', {}, [], { code: 'refund_not_supported' }],
    [
      'a part, where the method sends all or nothing',
      '1',
      {},
      ['refund'] as const,
      { code: 'refund_not_supported' },
    ],
    ['the bank took it back', '1', { isReversed: true }, both, { code: 'refund_not_supported' }],
    [
      'less than the least amount of the payer',
      '0.000001',
      {},
      both,
      { code: 'amount_too_small', param: 'amount' },
    ],
  ])('is refused where %s', (_when, requested, taken, features, refusal) => {
    expect(() => claim(requested, taken, features)).toThrow(expect.objectContaining(refusal));
  });
});

describe('a new refund', () => {
  it('reserves its money and is processing', () => {
    const decision = createRefund(moment, ask, facts);
    expect(summaryOf(decision)).toMatchObject({
      rows: ['new refund'],
      events: ['refund.created', 'refund.processing'],
      purposes: ['refund_reserve'],
      moves: ['available > reserved 12 USDT'],
    });
    expect(decision.refund).toMatchObject({
      status: 'processing',
      nextStepAt: moment.now,
      riskStatus: 'allowed',
    });
  });

  it('held by risk rules waits with its money reserved', () => {
    const decision = createRefund(moment, ask, { ...facts, reviewReasons: ['amount'] });
    expect(summaryOf(decision)).toMatchObject({
      rows: ['new refund', 'new riskDecision'],
      events: ['refund.created', 'risk.review_required'],
      moves: ['available > reserved 12 USDT'],
    });
    expect(decision.refund).toMatchObject({
      status: 'pending_review',
      nextStepAt: null,
      riskStatus: 'in_review',
    });
  });

  it('is refused if the balance does not cover it', () => {
    expect(() => createRefund(moment, ask, { ...facts, available: exact('11.999999') })).toThrow(
      expect.objectContaining({ code: 'insufficient_funds' }),
    );
  });
});

/** Supplement §3.3, restated by hand; pairs not listed here must not happen. */
const steps: Record<string, Refund['status']> = {
  'pending_review approve': 'processing',
  'pending_review complete': 'completed',
  'pending_review fail': 'failed',
  'processing accept': 'processing',
  'processing complete': 'completed',
  'processing fail': 'failed',
};
const effects = {
  approve: { events: ['refund.approved', 'refund.processing'], moves: [] },
  accept: { events: [], moves: [] },
  complete: {
    events: ['refund.completed'],
    moves: ['reserved > fx 12 USDT', 'fx > clearing:sandbox 40 PEN'],
  },
  fail: { events: ['refund.failed'], moves: ['reserved > available 12 USDT'] },
};
describe('a refund', () => {
  testFlow({ spec: refundSpec, rowIn, steps, effects });

  it("in the payer's currency is not converted", () => {
    const row = rowIn('processing', { payerAmount: exact('12'), payerCurrency: 'USDT' });
    expect(summaryOf(act(moment, { spec: refundSpec, row }, 'complete')).moves).toEqual([
      'reserved > clearing:sandbox 12 USDT',
    ]);
  });

  it('that is rejected gives its money back', () => {
    const row = rowIn('pending_review', { riskStatus: 'in_review' });
    const rejected = decideReview(moment, { spec: refundSpec, row }, { approve: false });
    expect(summaryOf(rejected)).toMatchObject({
      events: ['refund.failed'],
      moves: ['reserved > available 12 USDT'],
    });
    expect(rejected.row).toMatchObject({ failureCode: 'risk_rejected', riskStatus: 'rejected' });
  });
});
