import { added, changed, decide, joined, type Decision, type LimitUse, type Moment } from './decision.js';
import { eventOf, type EventType } from './event.js';
import { can, step } from './flow.js';
import { journalsOf } from './ledger.js';
import type { Amount } from './money.js';
import {
  payoutEvents,
  payoutFlow,
  payoutPostings,
  showPayout,
  type Payout,
  type PayoutAction,
} from './payout.js';
import { refuse } from './refusal.js';
import { holdForReview } from './risk.js';

export type NewPayout = Omit<
  Payout,
  | 'id'
  | 'status'
  | 'failureCode'
  | 'riskStatus'
  | 'riskDecisionId'
  | 'refundStatus'
  | 'cancelRequestedAt'
  | 'cancelDecidedAt'
  | 'sending'
  | 'attempts'
  | 'lookUps'
  | 'sendBy'
  | 'createdAt'
  | 'updatedAt'
  | 'completedAt'
  | 'failedAt'
  | 'returnedAt'
  | 'cancelledAt'
  | 'version'
>;

/** Reserves the money, or fails at once where the balance does not cover it (contract §3.3). */
export function createPayout(
  moment: Moment,
  fields: NewPayout,
  facts: { available: Amount; reviewReasons: readonly string[] },
): Decision & { payout: Payout } {
  const payout: Payout = {
    ...fields,
    id: moment.newId('payout', moment.now),
    status: 'processing',
    failureCode: null,
    riskStatus: 'allowed',
    riskDecisionId: null,
    refundStatus: null,
    cancelRequestedAt: null,
    cancelDecidedAt: null,
    sending: 'unsent',
    attempts: 0,
    lookUps: 0,
    sendBy: null,
    createdAt: moment.now,
    updatedAt: moment.now,
    completedAt: null,
    failedAt: null,
    returnedAt: null,
    cancelledAt: null,
    version: 1,
  };
  if (payout.total.isGreaterThan(facts.available)) return unfunded(moment, payout);
  if (facts.reviewReasons.length === 0) return reserved(moment, payout);
  const riskDecisionId = moment.newId('riskDecision', moment.now);
  const held = reserved(moment, { ...payout, riskStatus: 'in_review', riskDecisionId, nextStepAt: null });
  const hold = holdForReview(moment, held.payout, { id: riskDecisionId, reasons: facts.reviewReasons });
  return { ...joined([held, hold]), payout: held.payout };
}

function unfunded(moment: Moment, payout: Payout) {
  const failed: Payout = {
    ...payout,
    status: 'failed',
    failureCode: 'insufficient_funds',
    failedAt: moment.now,
    nextStepAt: null,
    dailyTotal: null,
    limitDaily: null,
  };
  const events = [fact(moment, failed, 'payout.failed')];
  return { ...decide({ changes: [added('payout', failed)], events }), payout: failed };
}

function reserved(moment: Moment, payout: Payout) {
  return {
    ...decide({
      changes: [added('payout', payout)],
      journals: journalsOf(moment, payoutPostings.reserve, { originType: 'payout', state: payout }),
      events: [fact(moment, payout, 'payout.created')],
      limitUses: [limitUse(payout, 1)],
    }),
    payout,
  };
}

const stampOf: Readonly<Record<PayoutAction, Partial<Record<keyof Payout, true>>>> = {
  doubt: {},
  complete: { completedAt: true },
  fail: { failedAt: true },
  cancel: { cancelledAt: true },
  send_back: { returnedAt: true },
  settle_return: {},
};

/** Actions after which something is still due, at the time that the caller sets. */
const goesOn: ReadonlySet<PayoutAction> = new Set(['doubt', 'send_back']);

/** One step of the flow, with its postings, its event and what it gives back of the day's limit. */
export function actOnPayout(
  moment: Moment,
  payout: Payout,
  action: PayoutAction,
): Decision & { payout: Payout } {
  const stamps = Object.fromEntries(Object.keys(stampOf[action]).map((name) => [name, moment.now]));
  const status = step(payoutFlow, payout.status, action);
  const nextStepAt = goesOn.has(action) ? payout.nextStepAt : null;
  const next: Payout = { ...payout, ...stamps, nextStepAt, status, updatedAt: moment.now };
  const type = payoutEvents[action];
  return {
    ...decide({
      changes: [changed('payout', next)],
      journals: journalsOf(moment, payoutPostings[action], { originType: 'payout', state: next }),
      events: type === null ? [] : [fact(moment, next, type)],
      limitUses: action === 'fail' || action === 'cancel' ? [limitUse(next, -1)] : [],
    }),
    payout: next,
  };
}

/** Keeps the payout's status and notes something about it; no event. */
export function noteOnPayout(payout: Payout, patch: Partial<Payout>): Decision & { payout: Payout } {
  const next: Payout = { ...payout, ...patch };
  return { ...decide({ changes: [changed('payout', next)] }), payout: next };
}

export const isFinal = (payout: Pick<Payout, 'status'>): boolean =>
  !can(payoutFlow, payout.status, 'complete');

/** Contract §4.6 and supplement §9: why a payout cannot be cancelled, the final states first. */
export function cancelRefusal(payout: Payout): string | undefined {
  if (payout.status === 'completed') return 'already_completed';
  if (payout.status === 'failed') return 'already_failed';
  if (payout.status === 'returned') return 'already_returned';
  if (payout.riskStatus === 'in_review') return 'in_review';
  if (payout.status === 'verification_pending') return 'outcome_uncertain';
  return payout.sending === 'unsent' ? undefined : 'submitted';
}

/** A cancel was asked for, and it is not decided yet. */
export const awaitsCancel = (payout: Payout): boolean =>
  payout.cancelRequestedAt !== null && payout.cancelDecidedAt === null;

/** Records the wish; the dispatcher carries it out instead of sending. Asking again before that changes nothing. */
export function requestCancel(moment: Moment, payout: Payout): Decision & { payout: Payout } {
  if (payout.status === 'cancelled' || awaitsCancel(payout)) return { ...decide({}), payout };
  const reason = cancelRefusal(payout);
  if (reason !== undefined) {
    refuse('payout_not_cancellable', 'The payout can no longer be cancelled; see reasons.', {
      reasons: [reason],
    });
  }
  return noteOnPayout(payout, {
    cancelRequestedAt: moment.now,
    nextStepAt: moment.now,
    updatedAt: moment.now,
  });
}

export function carryOutCancel(moment: Moment, payout: Payout): Decision & { payout: Payout } {
  const failureCode = 'cancelled_before_submission';
  return actOnPayout(moment, { ...payout, failureCode, cancelDecidedAt: moment.now }, 'cancel');
}

export function decideReview(
  moment: Moment,
  payout: Payout,
  { approve, notBefore = moment.now }: { approve: boolean; notBefore?: Date },
): Decision & { payout: Payout } {
  // The bank knew of it before we did: the review ends, and changes nothing any more.
  if (isFinal(payout)) return noteOnPayout(payout, { riskStatus: approve ? 'approved' : 'rejected' });
  if (!approve) {
    return actOnPayout(moment, { ...payout, failureCode: 'risk_rejected', riskStatus: 'rejected' }, 'fail');
  }
  const nextStepAt = notBefore > moment.now ? notBefore : moment.now;
  return noteOnPayout(payout, { riskStatus: 'approved', nextStepAt, updatedAt: moment.now });
}

function limitUse(payout: Payout, sign: 1 | -1): LimitUse {
  return {
    accountId: payout.accountId,
    product: 'payout',
    method: payout.method,
    currency: payout.destinationCurrency,
    at: payout.createdAt,
    amount: payout.destinationAmount.multipliedBy(sign),
    count: sign,
  };
}

function fact(moment: Moment, payout: Payout, type: EventType) {
  return eventOf(moment, { accountId: payout.accountId, type, data: showPayout(payout) });
}
