import { requestApproval, type ApprovalRequest, type ApprovalStatus } from './approval.js';
import { added, decide, joined, type Decision, type LimitUse, type Moment } from './decision.js';
import { eventOf, type EventType } from './event.js';
import { journalsOf } from './ledger.js';
import type { Amount } from './money.js';
import { untraced } from './noun/bank-reference.js';
import {
  payoutEvents,
  payoutFlow,
  payoutPostings,
  showPayout,
  type Payout,
  type PayoutAction,
} from './payout.js';
import {
  act,
  awaitsCancel,
  carryOutCancel,
  isCancelRequested,
  note,
  unchanged,
  type Applied,
  type OfKind,
  type OperationSpec,
} from './operation.js';
import { refuse } from './refusal.js';
import { holdForReview } from './risk.js';

export type NewPayout = Omit<
  Payout,
  | 'id'
  | 'status'
  | 'failureCode'
  | 'riskStatus'
  | 'riskDecisionId'
  | 'approvalId'
  | 'approvalStatus'
  | 'refundStatus'
  | 'cancelRequestedAt'
  | 'cancelDecidedAt'
  | 'sending'
  | 'attempts'
  | 'lookUps'
  | 'sendBy'
  | 'createdAt'
  | 'updatedAt'
  | 'traceKind'
  | 'traceReference'
  | 'completedAt'
  | 'failedAt'
  | 'returnedAt'
  | 'cancelledAt'
  | 'version'
>;

/** The approval that a new payout needs: its batch's approval or its own. */
export type NeededApproval =
  | {
      readonly of: 'batch';
      readonly id: string;
      readonly status: Extract<ApprovalStatus, 'pending' | 'approved'>;
    }
  | { readonly of: 'payout'; readonly ask: Pick<ApprovalRequest, 'requestedBy' | 'required' | 'expiresIn'> };

export interface NewPayoutFacts {
  readonly available: Amount;
  readonly reviewReasons: readonly string[];
  /** Absent if no approval is needed. */
  readonly approval?: NeededApproval | undefined;
}

/** Reserves the money, or fails at once if the balance is too low (contract §3.3). */
export function createPayout(
  moment: Moment,
  fields: NewPayout,
  facts: NewPayoutFacts,
): Decision & { payout: Payout } {
  const payout: Payout = {
    ...fields,
    ...untraced,
    id: moment.newId('payout', moment.now),
    status: 'processing',
    failureCode: null,
    riskStatus: 'allowed',
    riskDecisionId: null,
    approvalId: null,
    approvalStatus: null,
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
  const { patch, decision: approvalDecision } = approvalFor(moment, payout, facts.approval);
  const approvable: Payout = { ...payout, ...patch };
  const waits = approvable.approvalStatus === 'pending';
  if (facts.reviewReasons.length === 0) {
    const begun = reserved(moment, waits ? { ...approvable, nextStepAt: null } : approvable);
    return { ...joined([begun, approvalDecision]), payout: begun.payout };
  }
  const riskDecisionId = moment.newId('riskDecision', moment.now);
  const held = reserved(moment, { ...approvable, riskStatus: 'in_review', riskDecisionId, nextStepAt: null });
  const hold = holdForReview(
    moment,
    { ...held.payout, kind: 'payout' },
    { id: riskDecisionId, reasons: facts.reviewReasons },
  );
  return { ...joined([held, hold, approvalDecision]), payout: held.payout };
}

type ApprovalFields = Pick<Payout, 'approvalId' | 'approvalStatus'>;

function approvalFor(
  moment: Moment,
  { id, accountId }: Payout,
  needed: NeededApproval | undefined,
): { readonly patch: Partial<ApprovalFields>; readonly decision: Decision } {
  if (needed === undefined) return { patch: {}, decision: decide({}) };
  if (needed.of === 'batch')
    return { patch: { approvalId: needed.id, approvalStatus: needed.status }, decision: decide({}) };
  const approvalId = moment.newId('approval', moment.now);
  const ask = { ...needed.ask, accountId, resourceType: 'payout', resourceId: id } as const;
  const { approval: _, ...decision } = requestApproval(moment, approvalId, ask);
  return { patch: { approvalId, approvalStatus: 'pending' }, decision };
}

/** Approved by members: it continues, not before `notBefore`, unless risk rules hold it. */
export function releasePayout(moment: Moment, payout: Payout, notBefore: Date): Applied<Payout> {
  const nextStepAt = notBefore > moment.now ? notBefore : moment.now;
  return note(asOperation({ ...payout, approvalStatus: 'approved' }), {
    nextStepAt: payout.riskStatus === 'in_review' ? null : nextStepAt,
    updatedAt: moment.now,
  });
}

/**
 * Declined by members, or expired: its money is available again. A cancellation recorded before is carried out
 * (contract §4.6).
 */
export function dismissPayout(
  moment: Moment,
  payout: Payout,
  approvalStatus: 'declined' | 'expired',
): Applied<Payout> {
  if (isCancelRequested(payout)) return carryOutCancel(moment, asOperation({ ...payout, approvalStatus }));
  const failureCode = `approval_${approvalStatus}`;
  return act(moment, asOperation({ ...payout, approvalStatus, failureCode }), 'fail');
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
      limitUses: limitUses(payout, 1),
    }),
    payout,
  };
}

/**
 * A payout that moves on before a decision needs no approval any more. If the bank executed it, it had been approved:
 * the approval was lost when the database was restored.
 */
function approvalAfter({ approvalStatus }: Payout, action: PayoutAction): Partial<Payout> {
  if (approvalStatus !== 'pending') return {};
  return { approvalStatus: action === 'fail' || action === 'cancel' ? 'declined' : 'approved' };
}

const stampOf: Readonly<Record<PayoutAction, (now: Date) => Partial<Payout>>> = {
  doubt: () => ({}),
  complete: (completedAt) => ({ completedAt }),
  fail: (failedAt) => ({ failedAt }),
  cancel: (cancelledAt) => ({ cancelledAt }),
  send_back: (returnedAt) => ({ returnedAt, refundStatus: 'pending' }),
  settle_return: () => ({ refundStatus: 'settled' }),
};

/** Payouts for the operation engine. */
export const payoutSpec: OperationSpec<Payout, PayoutAction> = {
  kind: 'payout',
  flow: payoutFlow,
  ends: { completed: 'paid', failed: 'not_executed', cancelled: 'not_executed', returned: 'returned' },
  postings: payoutPostings,
  events: payoutEvents,
  stamps: (action, now, row) => ({ ...stampOf[action](now), ...approvalAfter(row, action) }),
  settles: ({ destinationAmount: amount, destinationCurrency: currency }) => ({ amount, currency }),
  words: ({ description }) => description,
  waits: ({ approvalStatus }) => approvalStatus === 'pending',
  show: showPayout,
  limitUses: (payout, action) => (action === 'fail' || action === 'cancel' ? limitUses(payout, -1) : []),
};

export const asOperation = (row: Payout): OfKind<Payout> => ({ spec: payoutSpec, row });

/** Why a payout is not cancelled. */
export const cancelRefusals = [
  'already_completed',
  'already_failed',
  'already_returned',
  'in_review',
  'managed_by_batch',
  'managed_by_remittance',
  'outcome_uncertain',
  'submitted',
] as const;
type CancelRefusal = (typeof cancelRefusals)[number];

/** Contract §4.6 and supplement §9: why a payout cannot be cancelled; final states are checked first. */
export function cancelRefusal(payout: Payout): CancelRefusal | undefined {
  return endedAs(payout) ?? managedBy(payout) ?? heldBack(payout);
}

function endedAs({ status }: Payout): CancelRefusal | undefined {
  if (status === 'completed') return 'already_completed';
  if (status === 'failed') return 'already_failed';
  return status === 'returned' ? 'already_returned' : undefined;
}

function managedBy({ batchId, remittanceId }: Payout): CancelRefusal | undefined {
  if (batchId !== null) return 'managed_by_batch';
  return remittanceId === null ? undefined : 'managed_by_remittance';
}

function heldBack(payout: Payout): CancelRefusal | undefined {
  if (payout.riskStatus === 'in_review') return 'in_review';
  if (payout.status === 'verification_pending') return 'outcome_uncertain';
  return payout.sending === 'unsent' ? undefined : 'submitted';
}

/**
 * Cancels a payout with its batch: at once if it was never sent, otherwise with the reason why not (contract §4.9).
 * In a restored database it may have been sent before.
 */
export function cancelInBatch(
  moment: Moment,
  payout: Payout,
  { requestedAt, isRestored }: { readonly requestedAt: Date; readonly isRestored: boolean },
): Applied<Payout> | { readonly notCancelledReason: CancelRefusal } {
  if (payout.status === 'cancelled') return unchanged(payout);
  const isUnknown = isRestored && payout.provider !== null;
  const cancelled = asOperation({ ...payout, cancelRequestedAt: requestedAt });
  if (payout.approvalStatus === 'pending') {
    // It cannot be approved any more. In a restored database the bank is asked before it is cancelled.
    return isUnknown
      ? note(cancelled, { nextStepAt: moment.now, updatedAt: moment.now })
      : carryOutCancel(moment, cancelled);
  }
  const notCancelledReason =
    endedAs(payout) ?? heldBack(payout) ?? (isUnknown ? 'outcome_uncertain' : undefined);
  return notCancelledReason === undefined ? carryOutCancel(moment, cancelled) : { notCancelledReason };
}

/** Records the request to cancel; the dispatcher carries it out instead of sending. Repeating it changes nothing. */
export function requestCancel(moment: Moment, payout: Payout): Applied<Payout> {
  if (payout.status === 'cancelled' || awaitsCancel(payout)) return unchanged(payout);
  const reason = cancelRefusal(payout);
  if (reason !== undefined) {
    refuse('payout_not_cancellable', 'The payout can no longer be cancelled; see reasons.', {
      reasons: [reason],
    });
  }
  return note(asOperation(payout), {
    cancelRequestedAt: moment.now,
    nextStepAt: moment.now,
    updatedAt: moment.now,
  });
}

/** The payout of a remittance counts towards the limit of remittances. */
function limitUses(payout: Payout, sign: 1 | -1): LimitUse[] {
  if (payout.remittanceId !== null) return [];
  const use: LimitUse = {
    accountId: payout.accountId,
    product: 'payout',
    method: payout.method,
    currency: payout.destinationCurrency,
    at: payout.createdAt,
    amount: payout.destinationAmount.multipliedBy(sign),
    count: sign,
  };
  return [use];
}

function fact(moment: Moment, payout: Payout, type: EventType) {
  return eventOf(moment, { accountId: payout.accountId, type, data: showPayout(payout) });
}
