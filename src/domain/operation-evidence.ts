import { added, decide, joined, type Moment } from './decision.js';
import { failureCodeOf } from './failure-code.js';
import { can } from './flow.js';
import type { Intent } from './intent.js';
import type { Amount } from './money.js';
import type { BankReference } from './noun/bank-reference.js';
import { act, awaitsCancel, doubt, endOf, unchanged, withTrace } from './operation.js';
import type { Applied, End, OfKind, Operation } from './operation.js';
import { raiseException } from './reconciliation.js';
import { refuse } from './refusal.js';

/** Evidence about an operation from outside: a provider's notice, a look-up, or an operator's statement. */
export interface Evidence {
  /** `in_flight`: the provider has it and has not decided. */
  readonly outcome: End | 'in_flight';
  readonly code?: string | undefined;
  readonly amount?: Amount | undefined;
  /** Default: the operation's currency. */
  readonly currency?: string | undefined;
  /** The bank's reference of the money, if it reported one. */
  readonly trace?: BankReference | undefined;
  /** What exceptions about this operation already report: late outcomes, and payments of other amounts. */
  readonly known?: ReadonlySet<string> | undefined;
}

/** A provider's answer to a submission (supplement §7), with the exceptions that exist already. */
export type Answer = (
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'paid'; readonly amount: Amount; readonly currency?: string }
  | { readonly outcome: 'refused'; readonly code: string }
  | { readonly outcome: 'not_sent'; readonly reason: string; readonly againMs?: number }
  | { readonly outcome: 'too_late' }
  | { readonly outcome: 'uncertain'; readonly reason: string }
) &
  Pick<Evidence, 'known' | 'trace'>;

const mayBeReturned = <T extends Operation>({ spec, row }: OfKind<T>): boolean =>
  can(spec.flow, row.status, 'send_back');

/**
 * Evidence given by hand must concern an operation that was sent and can no longer leave; otherwise it could be sent
 * after it was completed. In a restored database it may have been sent before. Against a final state, an operator's
 * evidence raises an exception; in the sandbox only the return of a completed operation is accepted.
 */
export function checkFits<T extends Operation>(
  operation: OfKind<T>,
  outcome: End,
  {
    mayContradict,
    isLeaving,
    isRestored,
  }: { readonly mayContradict: boolean; readonly isLeaving: boolean; readonly isRestored: boolean },
): void {
  const { spec, row } = operation;
  const misfit = (how: string): never =>
    refuse('operation_not_in_flight', `The ${spec.kind} ${how}; this evidence does not fit.`);
  if (endOf(operation) !== undefined) {
    if (!mayContradict && !(outcome === 'returned' && mayBeReturned(operation))) misfit(`is ${row.status}`);
    return;
  }
  if (isLeaving) {
    refuse(
      'operation_not_in_flight',
      `The ${spec.kind} may still be on its way to the provider. Nothing was recorded; repeat in a few seconds.`,
    );
  }
  if (row.sending === 'unsent' && !isRestored) misfit('has not been sent');
}

/**
 * Applies evidence to an operation in flight. Repeated evidence changes nothing. Against a final state it moves no
 * money and raises a reconciliation exception (supplement §7, §9).
 */
export function applyEvidence<T extends Operation>(
  moment: Moment,
  operation: OfKind<T>,
  evidence: Evidence,
): Applied<T> {
  return withTrace(operation, {
    trace: evidence.trace,
    decideOn: (of) => decideBy(moment, of, evidence),
  });
}

function decideBy<T extends Operation>(moment: Moment, operation: OfKind<T>, evidence: Evidence): Applied<T> {
  const end = endOf(operation);
  if (evidence.outcome === 'in_flight') {
    const isNews = end === undefined && operation.row.sending === 'unsent';
    return isNews ? sentBefore(moment, operation, (sent) => doubt(moment, sent)) : unchanged(operation.row);
  }
  if (end === undefined) return decideInFlight(moment, operation, evidence);
  if (end === evidence.outcome) {
    const applied = unchanged(operation.row);
    return end === 'paid' ? asOrdered(moment, operation, { evidence, applied }) : applied;
  }
  // A return also proves the payment.
  if (end === 'returned' && evidence.outcome === 'paid') return unchanged(operation.row);
  if (evidence.outcome === 'returned' && mayBeReturned(operation))
    return asOrdered(moment, operation, { evidence, applied: sendBack(moment, operation) });
  return lateEvidence(moment, operation, evidence);
}

function decideInFlight<T extends Operation>(
  moment: Moment,
  operation: OfKind<T>,
  evidence: Evidence,
): Applied<T> {
  const { spec, row } = operation;
  if (evidence.outcome === 'not_executed') {
    const failureCode = failureCodeOf(evidence.code ?? 'resolved_not_executed');
    return act(moment, { spec, row: { ...overtaken(moment, row), failureCode } }, 'fail');
  }
  if (row.sending === 'unsent') {
    return sentBefore(moment, operation, (sent) => applyEvidence(moment, sent, evidence));
  }
  if (evidence.outcome === 'paid')
    return asOrdered(moment, operation, { evidence, applied: complete(moment, operation) });
  // The return arrived before the notice of the payment: it proves both.
  const completed = complete(moment, operation);
  return inOneStep(completed, applyEvidence(moment, { spec, row: completed.row }, evidence));
}

/** Applies several pieces of evidence about one operation, in order: each sees the result of the one before. */
export function applyInTurn<T extends Operation>(
  moment: Moment,
  { spec, row }: OfKind<T>,
  all: readonly Evidence[],
): Applied<T> {
  let applied = unchanged(row);
  const seen = new Set<string>();
  for (const evidence of all) {
    const known = new Set([...(evidence.known ?? []), ...seen]);
    applied = inOneStep(applied, applyEvidence(moment, { spec, row: applied.row }, { ...evidence, known }));
    seen.add(evidence.outcome);
    const { amount, currency = spec.settles(row).currency } = evidence;
    if (evidence.outcome === 'paid' && amount !== undefined) seen.add(paidOther({ amount, currency }));
  }
  return applied;
}

/**
 * The provider has an operation that was not sent from here: the same request sent it before the database was
 * restored. The lost intent is recorded again as uncertain, and nothing is sent a second time.
 */
function sentBefore<T extends Operation>(
  moment: Moment,
  { spec, row }: OfKind<T>,
  decideSent: (sent: OfKind<T>) => Applied<T>,
): Applied<T> {
  const intent: Intent = {
    id: moment.newId('intent', moment.now),
    accountId: row.accountId,
    kind: spec.kind,
    operationId: row.id,
    number: row.attempts + 1,
    reference: row.reference,
    state: 'uncertain',
    sendBy: moment.now,
    detail: 'reported before it was sent from here',
    createdAt: moment.now,
    decidedAt: moment.now,
    version: 1,
  };
  const { number: attempts, sendBy } = intent;
  const sent: T = { ...overtaken(moment, row), sending: 'uncertain', attempts, sendBy };
  const decided = decideSent({ spec, row: sent });
  return { ...joined([decide({ changes: [added('intent', intent)] }), decided]), row: decided.row };
}

/** Joins two steps of one operation in one transaction: both are posted and published, the row is written once. */
function inOneStep<T extends Operation>(first: Applied<T>, second: Applied<T>): Applied<T> {
  const both = joined([first, second]);
  const update = both.changes.findLast(({ row }) => row.id === second.row.id);
  const changes = both.changes.filter((change) => change.row.id !== second.row.id || change === update);
  return { ...both, changes, row: second.row };
}

/** Completes an operation. If its kind has a status for acceptance, it passes through that status first. */
function complete<T extends Operation>(moment: Moment, { spec, row }: OfKind<T>): Applied<T> {
  if (can(spec.flow, row.status, 'complete')) return act(moment, { spec, row }, 'complete');
  const accepted = act(moment, { spec, row }, 'accept');
  return inOneStep(accepted, act(moment, { spec, row: accepted.row }, 'complete'));
}

/** The text that identifies a payment of another amount than ordered. */
export const paidOther = ({
  amount,
  currency,
}: {
  readonly amount: Amount;
  readonly currency: string;
}): string => `paid ${amount.toFixed()} ${currency}`;

/** The money in the evidence, if it differs from the order. */
function otherMoney<T extends Operation>({ spec, row }: OfKind<T>, evidence: Evidence) {
  const expected = spec.settles(row);
  const { amount, currency = expected.currency } = evidence;
  const isOther =
    amount !== undefined && !(amount.isEqualTo(expected.amount) && currency === expected.currency);
  return isOther ? { expected, actual: { amount, currency } } : undefined;
}

/**
 * The bank moved money, so the operation is decided. If amount or currency differ from the order, an operator decides
 * about the difference.
 */
function asOrdered<T extends Operation>(
  moment: Moment,
  operation: OfKind<T>,
  { evidence, applied }: { readonly evidence: Evidence; readonly applied: Applied<T> },
): Applied<T> {
  const { spec, row } = operation;
  const other = otherMoney(operation, evidence);
  // A return of the other amount that was paid and reported is no new difference.
  if (other === undefined || evidence.known?.has(paidOther(other.actual)) === true) return applied;
  const mismatch = raiseException(moment, {
    accountId: row.accountId,
    type: 'provider_mismatch',
    resourceType: spec.kind,
    resourceId: row.id,
    ...other,
    cause: evidence.outcome,
  });
  return { ...joined([applied, mismatch]), row: applied.row };
}

/** Refuses a requested cancel that was not carried out before the evidence arrived. */
function overtaken<T extends Operation>(moment: Moment, row: T): T {
  return awaitsCancel(row) ? { ...row, cancelDecidedAt: moment.now } : row;
}

function sendBack<T extends Operation>(moment: Moment, { spec, row }: OfKind<T>): Applied<T> {
  return act(moment, { spec, row: { ...row, nextStepAt: moment.now } }, 'send_back');
}

/** Makes the returned money available again. */
export const settleReturn = <T extends Operation>(moment: Moment, operation: OfKind<T>): Applied<T> =>
  act(moment, operation, 'settle_return');

function lateEvidence<T extends Operation>(
  moment: Moment,
  { spec, row }: OfKind<T>,
  evidence: Evidence,
): Applied<T> {
  if (evidence.known?.has(evidence.outcome)) return unchanged(row);
  const raised = raiseException(moment, {
    accountId: row.accountId,
    type: 'late_payment_evidence',
    resourceType: spec.kind,
    resourceId: row.id,
    expected: undefined,
    actual:
      evidence.outcome === 'not_executed'
        ? undefined
        : (otherMoney({ spec, row }, evidence)?.actual ?? spec.settles(row)),
    cause: evidence.outcome,
  });
  return { ...raised, row };
}
