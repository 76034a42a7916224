import { added, changed, decide, joined, type Decision, type Moment } from './decision.js';
import { eventOf, isoTime } from './event.js';
import { journalsOf, postings, type Postings } from './ledger.js';
import { isPositive, show, type Amount } from './money.js';
import { madeOfTrace, untraced } from './noun/bank-reference.js';
import { settlement, settlementFlow, type Settlement, type SettlementAction } from './noun/settlement.js';
import type { SettlementSchedule } from './noun/settlement-schedule.js';
import { shownAt, type MadeFields } from './noun/show.js';
import { act, type Applied, type OperationSpec } from './operation.js';
import { refuse } from './refusal.js';
import { holdForReview } from './risk.js';
import { nextOf } from './settlement-schedule.js';

declare module './operation-kind.js' {
  interface OperationKinds {
    settlement: Settlement;
  }
}

/** A balance over a period, as in its statement, and the amount available now. */
export interface SettlementFigures {
  /** The entry before the period, and its last entry. */
  readonly fromSeq: string;
  readonly toSeq: string;
  readonly opening: Amount;
  readonly credits: Amount;
  readonly debits: Amount;
  /** When the settlement is made, which may be long after the cut-off. */
  readonly availableNow: Amount;
}

/** The amounts of a settlement. */
export interface SettlementAmounts {
  readonly amount: Amount;
  readonly fee: Amount;
  readonly total: Amount;
}

/** The lesser of the amount available at the cut-off and now, minus the fee; undefined if too small to send. */
export function settlementAmounts(
  { opening, credits, debits, availableNow }: Omit<SettlementFigures, 'fromSeq' | 'toSeq'>,
  { fee, minimum }: { readonly fee: Amount; readonly minimum: Amount },
): SettlementAmounts | undefined {
  const then = opening.plus(credits).minus(debits);
  const total = availableNow.isLessThan(then) ? availableNow : then;
  const amount = total.minus(fee);
  return isPositive(amount) && amount.isGreaterThanOrEqualTo(minimum) ? { amount, fee, total } : undefined;
}

/** The part of the period's closing balance that was not settled. */
export const unsettledOf = ({ opening, credits, debits, total }: Settlement): Amount =>
  opening.plus(credits).minus(debits).minus(total);

/** The postings of each action: from available to the provider and the fees. */
export const settlementPostings: Postings<SettlementAction | 'commit', Settlement> = {
  commit: {
    purpose: 'settlement_commit',
    of: ({ total: amount, currency }) => [{ debit: 'available', credit: 'in_settlement', amount, currency }],
  },
  hold: 'none',
  approve: 'none',
  accept: 'none',
  complete: {
    purpose: 'settlement_capture',
    of: ({ amount, fee, currency, provider }) =>
      postings(
        { debit: 'in_settlement', credit: `clearing:${provider ?? 'none'}`, amount, currency },
        { debit: 'in_settlement', credit: 'fees', amount: fee, currency },
      ),
  },
  fail: {
    purpose: 'reversal',
    of: ({ total: amount, currency }) => [{ debit: 'in_settlement', credit: 'available', amount, currency }],
  },
};

/** The items are entries of the ledger; callers read them there. */
export const madeOfSettlement: MadeFields<typeof settlement> = {
  period: ({ periodFrom, periodTo }) => ({ from: isoTime(periodFrom), to: isoTime(periodTo) }),
  left: (row) => (unsettledOf(row).isZero() ? undefined : show(unsettledOf(row), row.currency)),
  items: () => undefined,
  ...madeOfTrace,
};

const showSettlement = shownAt(settlement, 'event', madeOfSettlement);

const stampOf: Readonly<Partial<Record<SettlementAction, (now: Date) => Partial<Settlement>>>> = {
  complete: (completedAt) => ({ completedAt }),
  fail: (failedAt) => ({ failedAt }),
};

/** Settlements for the operation engine. */
export const settlementSpec: OperationSpec<Settlement, SettlementAction> = {
  kind: 'settlement',
  flow: settlementFlow,
  ends: { completed: 'paid', failed: 'not_executed' },
  postings: settlementPostings,
  events: {
    hold: ['settlement.on_hold'],
    approve: ['settlement.processing'],
    complete: ['settlement.completed'],
    fail: ['settlement.failed'],
  },
  stamps: (action, now) => stampOf[action]?.(now) ?? {},
  settles: ({ amount, currency }) => ({ amount, currency }),
  words: ({ memo }) => memo,
  show: showSettlement,
};

export type NewSettlement = SettlementAmounts &
  SettlementFigures &
  Pick<Settlement, 'destinationId' | 'periodTo' | 'memo' | 'reference' | 'provider' | 'nextStepAt'>;

/**
 * Commits the money; a settlement held by risk rules waits. The schedule's next period starts at the end of this one.
 */
export function createSettlement(
  moment: Moment,
  schedule: SettlementSchedule,
  { fields, reviewReasons }: { readonly fields: NewSettlement; readonly reviewReasons: readonly string[] },
): Decision & { settlement: Settlement } {
  const isHeld = reviewReasons.length > 0;
  const { id: scheduleId, accountId, currency } = schedule;
  const made: Settlement = {
    ...untraced,
    ...fields,
    id: moment.newId('settlement', moment.now),
    accountId,
    status: isHeld ? 'on_hold' : 'processing',
    scheduleId,
    currency,
    periodFrom: schedule.settledTo,
    failureCode: null,
    riskStatus: isHeld ? 'in_review' : 'allowed',
    riskDecisionId: isHeld ? moment.newId('riskDecision', moment.now) : null,
    createdAt: moment.now,
    updatedAt: moment.now,
    completedAt: null,
    failedAt: null,
    sending: 'unsent',
    attempts: 0,
    lookUps: 0,
    sendBy: null,
    nextStepAt: isHeld ? null : fields.nextStepAt,
    version: 1,
  };
  const { periodTo, toSeq } = fields;
  const settled = {
    ...schedule,
    settledTo: periodTo,
    settledSeq: toSeq,
    nextStepAt: nextOf(schedule, periodTo),
  };
  const types = ['settlement.created', isHeld ? 'settlement.on_hold' : 'settlement.processing'] as const;
  const committed = decide({
    changes: [changed('settlementSchedule', settled), added('settlement', made)],
    journals: journalsOf(moment, settlementPostings.commit, { originType: 'settlement', state: made }),
    events: types.map((type) => eventOf(moment, { accountId, type, data: showSettlement(made) })),
  });
  if (made.riskDecisionId === null) return { ...committed, settlement: made };
  const hold = holdForReview(
    moment,
    { ...made, kind: 'settlement' },
    { id: made.riskDecisionId, reasons: reviewReasons },
  );
  return { ...joined([committed, hold]), settlement: made };
}

/** Holds a settlement that was not sent; nothing is sent until it is released. */
export function holdSettlement(moment: Moment, row: Settlement): Applied<Settlement> {
  if (row.status !== 'processing' || row.sending !== 'unsent') {
    const how = row.status === 'processing' ? 'has already been sent' : `is ${row.status}`;
    refuse(
      'invalid_request',
      `The settlement ${how}; only a processing settlement that has not been sent can be held.`,
    );
  }
  return act(moment, { spec: settlementSpec, row }, 'hold');
}

/** Releases a settlement that an operator held; not sent before `notBefore`. */
export function releaseSettlement(moment: Moment, row: Settlement, notBefore: Date): Applied<Settlement> {
  if (row.status !== 'on_hold') refuse('invalid_request', `The settlement is ${row.status}, not held.`);
  if (row.riskStatus === 'in_review') {
    refuse('invalid_request', 'Risk rules hold the settlement; decide the review instead.');
  }
  const due = notBefore > moment.now ? notBefore : moment.now;
  const nextStepAt = row.sending === 'unsent' ? due : row.nextStepAt;
  return act(moment, { spec: settlementSpec, row: { ...row, nextStepAt } }, 'approve');
}
