import { describe, expect, it, test } from 'vitest';
import { exact } from '../../src/domain/money.js';
import { act } from '../../src/domain/operation.js';
import {
  asOperation,
  cancelInBatch,
  cancelRefusal,
  createPayout,
  payoutSpec,
  requestCancel,
} from '../../src/domain/payout-action.js';
import type { Payout, PayoutStatus } from '../../src/domain/payout.js';
import { before, moment, payoutIn, summaryOf } from '../setup/payout-state.js';

// Batches, remittances and the order of reasons. Creation, flow and most refusals to cancel: payout.test.ts.

const unsent = { sending: 'unsent', attempts: 0 } as const;
const inBatch = { batchId: 'pba_1', batchIndex: 0 };
const inRemittance = { remittanceId: 'rem_1' };
const inReview = { riskStatus: 'in_review' } as const;

describe('the reason why a payout cannot be cancelled', () => {
  // Supplement §9: final states, then managed_by_batch or managed_by_remittance, in_review, outcome_uncertain, submitted.
  test.each<[string, PayoutStatus, Partial<Payout>, string | undefined]>([
    ['processing and unsent', 'processing', unsent, undefined],
    ['sent', 'processing', {}, 'submitted'],
    ['in a batch and unsent', 'processing', { ...unsent, ...inBatch }, 'managed_by_batch'],
    ['in a batch and sent', 'processing', inBatch, 'managed_by_batch'],
    ['in a batch and in review', 'processing', { ...inBatch, ...inReview }, 'managed_by_batch'],
    ['in a batch and uncertain', 'verification_pending', inBatch, 'managed_by_batch'],
    ['in a batch and completed', 'completed', inBatch, 'already_completed'],
    ['of a remittance and unsent', 'processing', { ...unsent, ...inRemittance }, 'managed_by_remittance'],
    [
      'of a remittance and in review',
      'processing',
      { ...inRemittance, ...inReview },
      'managed_by_remittance',
    ],
    ['of a remittance and failed', 'failed', inRemittance, 'already_failed'],
    ['of a remittance and returned', 'returned', inRemittance, 'already_returned'],
    ['in review and uncertain', 'verification_pending', inReview, 'in_review'],
    ['in review and sent', 'processing', inReview, 'in_review'],
    ['uncertain and sent', 'verification_pending', { sending: 'accepted' }, 'outcome_uncertain'],
  ])('of one that is %s', (_what, status, patch, reason) => {
    const payout = payoutIn(status, patch);
    expect(cancelRefusal(payout)).toBe(reason);
    if (reason === undefined)
      return expect(requestCancel(moment, payout).row.cancelRequestedAt).toBe(moment.now);
    expect(() => requestCancel(moment, payout)).toThrow(
      expect.objectContaining({ code: 'payout_not_cancellable', reasons: [reason] }) as Error,
    );
  });
});

describe('the cancellation of a batch', () => {
  const cancel = (payout: Payout, isRestored = false) =>
    cancelInBatch(moment, payout, { requestedAt: before, isRestored });

  test.each<[string, Payout, isRestored: boolean]>([
    ['was never sent', payoutIn('processing', { ...unsent, ...inBatch }), false],
    [
      'provably never left, three times',
      payoutIn('processing', { ...inBatch, sending: 'unsent', attempts: 3 }),
      false,
    ],
    [
      'has no provider, in a restored database',
      payoutIn('processing', { ...unsent, ...inBatch, provider: null }),
      true,
    ],
  ])('cancels at once what %s', (_what, payout, isRestored) => {
    const cancelled = cancel(payout, isRestored);
    if (!('row' in cancelled)) throw new Error(cancelled.notCancelledReason);
    expect(cancelled.row).toMatchObject({
      status: 'cancelled',
      failureCode: 'cancelled_before_submission',
      cancelRequestedAt: before,
      cancelDecidedAt: moment.now,
    });
    expect(summaryOf(cancelled)).toMatchObject({
      events: ['payout.cancelled'],
      moves: ['reserved > available 11.5 USDT'],
      limits: ['-37 -1'],
    });
  });

  // Contract §4.9: each value of not_cancelled_reason that a payout can have.
  test.each<[string, PayoutStatus, Partial<Payout>, isRestored: boolean]>([
    ['in_review', 'processing', { ...unsent, ...inReview }, false],
    ['submitted', 'processing', { sending: 'open' }, false],
    ['submitted', 'processing', { sending: 'accepted' }, false],
    ['outcome_uncertain', 'verification_pending', {}, false],
    ['outcome_uncertain', 'processing', unsent, true],
    ['already_completed', 'completed', {}, false],
    ['already_failed', 'failed', {}, false],
    ['already_returned', 'returned', {}, true],
  ])(
    'leaves one with the reason %s: %s %j, restored: %s',
    (notCancelledReason, status, patch, isRestored) => {
      expect(cancel(payoutIn(status, { ...inBatch, ...patch }), isRestored)).toEqual({ notCancelledReason });
    },
  );

  it('does not change payouts that are cancelled already', () => {
    const row = payoutIn('cancelled', inBatch);
    expect(cancel(row)).toMatchObject({ changes: [], events: [], journals: [], row });
  });
});

describe('the limit of the last 24 hours', () => {
  const fields = payoutIn('processing', unsent);
  const facts = { available: exact('11.5'), reviewReasons: [] };

  test.each([
    ['counts what arrives, and one operation', {}, ['37 1'], ['-37 -1']],
    ['counts a payout of a batch likewise', inBatch, ['37 1'], ['-37 -1']],
    ['leaves a payout of a remittance to the remittance', inRemittance, [], []],
  ])('%s', (_what, patch, counted, released) => {
    expect(summaryOf(createPayout(moment, { ...fields, ...patch }, facts)).limits).toEqual(counted);
    for (const action of ['fail', 'cancel'] as const) {
      const ended = act(moment, asOperation(payoutIn('processing', { ...unsent, ...patch })), action);
      expect(summaryOf(ended).limits, action).toEqual(released);
    }
  });

  it('counts by method and currency of the beneficiary, from the creation of the payout', () => {
    const [use] = createPayout(moment, fields, facts).limitUses;
    expect(use).toMatchObject({
      product: 'payout',
      method: 'bank_transfer',
      currency: 'PEN',
      at: moment.now,
    });
  });

  it('still counts a returned payout', () => {
    expect(summaryOf(act(moment, asOperation(payoutIn('completed')), 'send_back')).limits).toEqual([]);
  });
});

it('orders exactly the destination amount from the provider', () => {
  const { amount, currency } = payoutSpec.settles(payoutIn('processing'));
  expect([amount.toFixed(), currency]).toEqual(['37', 'PEN']);
});
