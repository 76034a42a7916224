import { added, decide, type Decision, type Moment } from './decision.js';
import { journalsOf, type Postings } from './ledger.js';
import type { Amount } from './money.js';
import type { Adjustment } from './noun/adjustment.js';
import { refuse } from './refusal.js';

export type { Adjustment };

export type NewAdjustment = Pick<Adjustment, 'direction' | 'amount' | 'currency'>;

/** The other side of each correction is the platform's `adjustments` account. */
export const adjustmentPostings: Postings<Adjustment['direction'], Adjustment> = {
  credit: {
    purpose: 'adjustment_credit',
    of: ({ amount, currency }) => [{ debit: 'adjustments', credit: 'available', amount, currency }],
  },
  debit: {
    purpose: 'adjustment_debit',
    of: ({ amount, currency }) => [{ debit: 'available', credit: 'adjustments', amount, currency }],
  },
};

/** `available`: the account's balance in the currency; a debit cannot exceed it. */
export function adjust(
  moment: Moment,
  exception: { id: string; accountId: string },
  { available, ...fields }: NewAdjustment & { available: Amount },
): Decision & { adjustment: Adjustment } {
  if (fields.direction === 'debit' && fields.amount.isGreaterThan(available)) {
    refuse('insufficient_funds', 'adjustment.amount: exceeds the available balance; send at most that.', {
      param: 'adjustment.amount',
    });
  }
  const adjustment: Adjustment = {
    ...fields,
    id: moment.newId('adjustment', moment.now),
    accountId: exception.accountId,
    exceptionId: exception.id,
    createdAt: moment.now,
    version: 1,
  };
  const row = adjustmentPostings[adjustment.direction];
  const journals = journalsOf(moment, row, { originType: 'adjustment', state: adjustment });
  return { ...decide({ changes: [added('adjustment', adjustment)], journals }), adjustment };
}
