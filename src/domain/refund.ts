import { added, decide, joined, type Decision, type Moment } from './decision.js';
import { eventOf } from './event.js';
import { journalsOf, postings, type Postings } from './ledger.js';
import { isPositive, show, zero, type Amount } from './money.js';
import { madeOfTrace, untraced } from './noun/bank-reference.js';
import { unlabelled, type Labels } from './noun/label.js';
import { refund, refundFlow, type Refund, type RefundAction } from './noun/refund.js';
import { shownAt } from './noun/show.js';
import type { OperationSpec } from './operation.js';
import type { Payin } from './payin.js';
import { shareOf } from './price.js';
import { refuse } from './refusal.js';
import { holdForReview } from './risk.js';

declare module './operation-kind.js' {
  interface OperationKinds {
    refund: Refund;
  }
}

/** The parts of a pay-in taken by its refunds, its remittance and its bank. */
export interface TakenParts {
  /** Refunds completed. */
  readonly refunded: Amount;
  /** All refunds that have not failed: completed, in flight or held. */
  readonly claimed: Amount;
  /** The same in the currency the payer paid. */
  readonly payerClaimed: Amount;
  /** Held or spent by its remittance. */
  readonly spent: Amount;
  /** The bank reversed the payment, or reported it failed and no operator has decided about that yet. */
  readonly isReversed: boolean;
}

export const noParts: TakenParts = {
  refunded: zero,
  claimed: zero,
  payerClaimed: zero,
  spent: zero,
  isReversed: false,
};

/** What is left of a pay-in. */
export const leftOf = ({ amount }: Payin, { claimed, spent }: TakenParts): Amount =>
  amount.minus(claimed).minus(spent);

type Features = readonly ('refund' | 'partial_refund')[];

/** How much of a pay-in can still be refunded; zero if its method cannot refund. */
export function refundableOf(payin: Payin, features: Features, taken: TakenParts): Amount {
  return obstacleOf(payin, features, taken) === undefined ? leftOf(payin, taken) : zero;
}

function obstacleOf(payin: Payin, features: Features, taken: TakenParts): string | undefined {
  if (payin.status !== 'completed')
    return `The pay-in is ${payin.status}; only a completed pay-in can be refunded.`;
  if (taken.isReversed) return 'The bank took the pay-in back, or reported it as failed.';
  if (!features.includes('refund')) return 'The method of this pay-in does not support refunds.';
  return isPositive(leftOf(payin, taken)) ? undefined : 'The pay-in is already fully refunded.';
}

/** The requested amount, or all that is left; refuses more than can be refunded (supplement §3.3). */
export function claimOf(
  payin: Payin,
  { features, taken, requested }: { features: Features; taken: TakenParts; requested: Amount | undefined },
): { readonly amount: Amount; readonly payerAmount: Amount } {
  const obstacle = obstacleOf(payin, features, taken);
  if (obstacle !== undefined) refuse('refund_not_supported', obstacle);
  const left = leftOf(payin, taken);
  const amount = requested ?? left;
  if (amount.isGreaterThan(left)) {
    const most = `${show(left, payin.currency)} ${payin.currency}`;
    refuse('invalid_parameter', `amount: exceeds what is left of the pay-in; send at most ${most}.`, {
      param: 'amount',
    });
  }
  if (amount.isLessThan(payin.amount) && !features.includes('partial_refund')) {
    refuse('refund_not_supported', 'The method only refunds a pay-in in full; leave amount out.');
  }
  const payerLeft = payin.paidAmount.minus(taken.payerClaimed);
  const share = shareOf(payin.paidAmount, { amount, of: payin.amount }, payin.paidCurrency);
  const isLast = taken.spent.isZero() && amount.isEqualTo(left);
  const payerAmount = isLast || share.isGreaterThan(payerLeft) ? payerLeft : share;
  if (isPositive(payerAmount)) return { amount, payerAmount };
  return refuse(
    'amount_too_small',
    `amount: converts to less than the smallest unit of ${payin.paidCurrency}; send more.`,
    { param: 'amount' },
  );
}

/** The postings of each action: the deposit in reverse. */
export const refundPostings: Postings<RefundAction | 'reserve', Refund> = {
  reserve: {
    purpose: 'refund_reserve',
    of: ({ amount, currency }) => [{ debit: 'available', credit: 'reserved', amount, currency }],
  },
  approve: 'none',
  accept: 'none',
  complete: {
    purpose: 'refund_capture',
    of: ({ amount, currency, payerAmount, payerCurrency, provider }) => {
      const clearing = `clearing:${provider ?? 'none'}` as const;
      if (currency === payerCurrency) return [{ debit: 'reserved', credit: clearing, amount, currency }];
      return postings(
        { debit: 'reserved', credit: 'fx', amount, currency },
        { debit: 'fx', credit: clearing, amount: payerAmount, currency: payerCurrency },
      );
    },
  },
  fail: {
    purpose: 'reversal',
    of: ({ amount, currency }) => [{ debit: 'reserved', credit: 'available', amount, currency }],
  },
};

const showRefund = shownAt(refund, 'event', madeOfTrace);

const stampOf: Readonly<Record<RefundAction, (now: Date) => Partial<Refund>>> = {
  approve: (now) => ({ approvedAt: now, processingAt: now }),
  accept: () => ({}),
  complete: (completedAt) => ({ completedAt }),
  fail: (failedAt) => ({ failedAt }),
};

/** Refunds for the operation engine. */
export const refundSpec: OperationSpec<Refund, RefundAction> = {
  kind: 'refund',
  flow: refundFlow,
  ends: { completed: 'paid', failed: 'not_executed' },
  postings: refundPostings,
  events: {
    approve: ['refund.approved', 'refund.processing'],
    complete: ['refund.completed'],
    fail: ['refund.failed'],
  },
  stamps: (action, now) => stampOf[action](now),
  settles: ({ payerAmount: amount, payerCurrency: currency }) => ({ amount, currency }),
  words: ({ reason }) => reason,
  show: showRefund,
};

export type NewRefund = Pick<Refund, 'amount' | 'payerAmount' | 'reason' | 'reference' | 'nextStepAt'> &
  Partial<Labels>;

/** Reserves the money. A refund held by risk rules waits, and counts against the rest of the pay-in meanwhile. */
export function createRefund(
  moment: Moment,
  { payin, ...fields }: NewRefund & { readonly payin: Payin },
  { available, reviewReasons }: { available: Amount; reviewReasons: readonly string[] },
): Decision & { refund: Refund } {
  const isHeld = reviewReasons.length > 0;
  const { accountId, currency } = payin;
  const made: Refund = {
    ...unlabelled,
    ...untraced,
    ...fields,
    id: moment.newId('refund', moment.now),
    accountId,
    status: isHeld ? 'pending_review' : 'processing',
    payinId: payin.id,
    currency,
    payerCurrency: payin.paidCurrency,
    failureCode: null,
    riskStatus: isHeld ? 'in_review' : 'allowed',
    riskDecisionId: isHeld ? moment.newId('riskDecision', moment.now) : null,
    createdAt: moment.now,
    updatedAt: moment.now,
    completedAt: null,
    failedAt: null,
    approvedAt: null,
    processingAt: isHeld ? null : moment.now,
    provider: payin.provider,
    sending: 'unsent',
    attempts: 0,
    lookUps: 0,
    sendBy: null,
    nextStepAt: isHeld ? null : fields.nextStepAt,
    version: 1,
  };
  if (made.amount.isGreaterThan(available)) {
    const has = `${show(available, currency)} ${currency}`;
    refuse(
      'insufficient_funds',
      `The refund needs ${show(made.amount, currency)} ${currency}; ${has} are available.`,
      { short: { amount: show(made.amount.minus(available), currency), currency } },
    );
  }
  const types = isHeld ? (['refund.created'] as const) : (['refund.created', 'refund.processing'] as const);
  const reserved = decide({
    changes: [added('refund', made)],
    journals: journalsOf(moment, refundPostings.reserve, { originType: 'refund', state: made }),
    events: types.map((type) => eventOf(moment, { accountId, type, data: showRefund(made) })),
  });
  if (made.riskDecisionId === null) return { ...reserved, refund: made };
  const hold = holdForReview(
    moment,
    { ...made, kind: 'refund' },
    { id: made.riskDecisionId, reasons: reviewReasons },
  );
  return { ...joined([reserved, hold]), refund: made };
}
