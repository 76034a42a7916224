import { added, decide, joined, type Decision, type Moment } from './decision.js';
import { eventOf, type EventType } from './event.js';
import { journalsOf, postings, type Postings } from './ledger.js';
import type { Amount } from './money.js';
import { madeOfTrace, untraced } from './noun/bank-reference.js';
import { unlabelled, type Labels } from './noun/label.js';
import { shownAt } from './noun/show.js';
import { withdrawal, withdrawalFlow, type Withdrawal, type WithdrawalAction } from './noun/withdrawal.js';
import { act, type Applied, type OfKind, type OperationSpec } from './operation.js';
import { holdForReview } from './risk.js';

declare module './operation-kind.js' {
  interface OperationKinds {
    withdrawal: Withdrawal;
  }
}

/** The postings of each action. The fee becomes the platform's when the withdrawal is paid. */
export const withdrawalPostings: Postings<WithdrawalAction | 'reserve', Withdrawal> = {
  reserve: {
    purpose: 'withdrawal_reserve',
    of: ({ total: amount, currency }) => [{ debit: 'available', credit: 'reserved', amount, currency }],
  },
  approve: 'none',
  authorize: 'none',
  accept: 'none',
  doubt: 'none',
  complete: {
    purpose: 'withdrawal_capture',
    of: ({ amount, fee, currency, provider }) =>
      postings(
        { debit: 'reserved', credit: `clearing:${provider ?? 'none'}`, amount, currency },
        { debit: 'reserved', credit: 'fees', amount: fee, currency },
      ),
  },
  fail: {
    purpose: 'reversal',
    of: ({ total: amount, currency }) => [{ debit: 'reserved', credit: 'available', amount, currency }],
  },
  cancel: {
    purpose: 'reversal',
    of: ({ total: amount, currency }) => [{ debit: 'reserved', credit: 'available', amount, currency }],
  },
};

const showWithdrawal = shownAt(withdrawal, 'event', madeOfTrace);

const stampOf: Readonly<Record<WithdrawalAction, (now: Date) => Partial<Withdrawal>>> = {
  approve: () => ({}),
  authorize: (approvedAt) => ({ approvedAt }),
  accept: (submittedAt) => ({ submittedAt }),
  doubt: () => ({}),
  complete: (completedAt) => ({ completedAt }),
  fail: (failedAt) => ({ failedAt }),
  cancel: (cancelledAt) => ({ cancelledAt }),
};

/** Withdrawals for the operation engine. */
export const withdrawalSpec: OperationSpec<Withdrawal, WithdrawalAction> = {
  kind: 'withdrawal',
  flow: withdrawalFlow,
  ends: { completed: 'paid', failed: 'not_executed', cancelled: 'not_executed' },
  waits: ({ status }) => status === 'pending_approval',
  postings: withdrawalPostings,
  events: {
    authorize: ['withdrawal.approved'],
    accept: ['withdrawal.submitted'],
    complete: ['withdrawal.completed'],
    fail: ['withdrawal.failed'],
    cancel: ['withdrawal.cancelled'],
  },
  stamps: (action, now) => stampOf[action](now),
  settles: ({ amount, currency }) => ({ amount, currency }),
  words: ({ description }) => description,
  show: showWithdrawal,
};

export const asOperation = (row: Withdrawal): OfKind<Withdrawal> => ({ spec: withdrawalSpec, row });

export type NewWithdrawal = Pick<
  Withdrawal,
  | 'accountId'
  | 'destinationId'
  | 'amount'
  | 'fee'
  | 'currency'
  | 'description'
  | 'approvalThresholdAmount'
  | 'approvalThresholdCurrency'
  | 'madeBy'
  | 'reference'
  | 'provider'
  | 'nextStepAt'
> &
  Partial<Labels>;

export interface WithdrawalFacts {
  readonly available: Amount;
  readonly needsApproval: boolean;
  readonly reviewReasons: readonly string[];
}

type WithdrawalDecision = Decision & { readonly withdrawal: Withdrawal };

/** Reserves amount and fee together, or fails at once if the balance does not cover both (supplement §3.5, §9). */
export function createWithdrawal(
  moment: Moment,
  fields: NewWithdrawal,
  facts: WithdrawalFacts,
): WithdrawalDecision {
  const total = fields.amount.plus(fields.fee);
  const isFunded = !total.isGreaterThan(facts.available);
  const isHeld = isFunded && facts.reviewReasons.length > 0;
  const waits = isFunded && facts.needsApproval;
  const when = (is: boolean): Date | null => (is ? moment.now : null);
  const made: Withdrawal = {
    ...unlabelled,
    ...untraced,
    ...fields,
    id: moment.newId('withdrawal', moment.now),
    total,
    status: statusOf({ isFunded, waits }),
    failureCode: isFunded ? null : 'insufficient_funds',
    riskStatus: isHeld ? 'in_review' : 'allowed',
    riskDecisionId: isHeld ? moment.newId('riskDecision', moment.now) : null,
    createdAt: moment.now,
    updatedAt: moment.now,
    submittedAt: null,
    completedAt: null,
    failedAt: when(!isFunded),
    cancelledAt: null,
    heldAt: when(isFunded),
    approvalAskedAt: when(waits),
    approvedAt: null,
    sending: 'unsent',
    attempts: 0,
    lookUps: 0,
    sendBy: null,
    nextStepAt: isFunded && !isHeld && !waits ? fields.nextStepAt : null,
    version: 1,
  };
  return decisionOf(moment, made, facts.reviewReasons);
}

function statusOf({ isFunded, waits }: { isFunded: boolean; waits: boolean }): Withdrawal['status'] {
  if (!isFunded) return 'failed';
  return waits ? 'pending_approval' : 'processing';
}

/** The decision to create the row: an unfunded one reserves nothing and publishes only its failure. */
function decisionOf(moment: Moment, made: Withdrawal, reasons: readonly string[]): WithdrawalDecision {
  const types: EventType[] = made.heldAt === null ? ['withdrawal.failed'] : ['withdrawal.created'];
  if (made.approvalAskedAt !== null) types.push('withdrawal.pending_approval');
  const { reserve } = withdrawalPostings;
  const of = { originType: 'withdrawal', state: made } as const;
  const begun = decide({
    changes: [added('withdrawal', made)],
    journals: made.heldAt === null ? [] : journalsOf(moment, reserve, of),
    events: types.map((type) =>
      eventOf(moment, { accountId: made.accountId, type, data: showWithdrawal(made) }),
    ),
  });
  if (made.riskDecisionId === null) return { ...begun, withdrawal: made };
  const held = { ...made, kind: 'withdrawal' } as const;
  const hold = holdForReview(moment, held, { id: made.riskDecisionId, reasons });
  return { ...joined([begun, hold]), withdrawal: made };
}

/** Whether the platform must approve it. An amount that cannot be converted needs approval. */
export function needsApproval(
  amount: Amount,
  threshold: { readonly amount: Amount; readonly rate: string | undefined } | undefined,
): boolean {
  if (threshold === undefined) return false;
  const { rate } = threshold;
  return rate === undefined || amount.times(rate).isGreaterThan(threshold.amount);
}

/** The platform's decision about it, if any. */
export function verdictOn({ approvedAt, cancelledAt }: Withdrawal): 'approved' | 'declined' | 'undecided' {
  if (approvedAt !== null) return 'approved';
  return cancelledAt === null ? 'undecided' : 'declined';
}

/**
 * The platform approves it, and it continues unless risk rules hold it; or declines it, and its money is available
 * again.
 */
export function decideApproval(
  moment: Moment,
  row: Withdrawal,
  { approve, notBefore }: { readonly approve: boolean; readonly notBefore: Date },
): Applied<Withdrawal> {
  if (!approve) return act(moment, asOperation(row), 'cancel');
  const nextStepAt = notBefore > moment.now ? notBefore : moment.now;
  const going: Withdrawal = { ...row, nextStepAt: row.riskStatus === 'in_review' ? null : nextStepAt };
  return act(moment, asOperation(going), 'authorize');
}
