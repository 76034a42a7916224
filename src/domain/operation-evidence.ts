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

/** The knowledge of an operation from outside: a provider's notice, a look-up, or an operator's word. */
export interface Evidence {
  /** `in_flight`: the provider has it, and has not decided. */
  readonly outcome: End | 'in_flight';
  readonly code?: string | undefined;
  readonly amount?: Amount | undefined;
  /** That of the operation unless stated. */
  readonly currency?: string | undefined;
  /** The bank's reference of the money, if it reported one. */
  readonly trace?: BankReference | undefined;
  /** The words of this operation that already stand in an exception: outcomes that came late, and other money that was paid. */
  readonly known?: ReadonlySet<string> | undefined;
}

/** A provider's answer to a submission (supplement §7), with the evidence that is known already. */
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
 * Evidence that is given by hand is of what was sent and can no longer leave: one that completed what had not left
 * would be sent after it. Where the database was restored it may have been sent all the same. Against a final state
 * an operator's makes an exception; in the sandbox only the return of what was completed fits.
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
 * Evidence decides an operation in flight; told twice it changes nothing, and against a final state it moves no
 * money but makes a reconciliation exception (supplement §7, §9).
 */
export function applyEvidence<T extends Operation>(
  moment: Moment,
  operation: OfKind<T>,
  evidence: Evidence,
): Applied<T> {
  return withTrace(operation, {
    told: evidence.trace,
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
  // A return proves the payment, too.
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
  // The return overtook the payment's own notice: it proves both.
  const completed = complete(moment, operation);
  return inOneStep(completed, applyEvidence(moment, { spec, row: completed.row }, evidence));
}

/** Everything that was told of one operation, in that order: each sees what became of the one before. */
export function applyInTurn<T extends Operation>(
  moment: Moment,
  { spec, row }: OfKind<T>,
  told: readonly Evidence[],
): Applied<T> {
  let applied = unchanged(row);
  const heard = new Set<string>();
  for (const evidence of told) {
    const known = new Set([...(evidence.known ?? []), ...heard]);
    applied = inOneStep(applied, applyEvidence(moment, { spec, row: applied.row }, { ...evidence, known }));
    heard.add(evidence.outcome);
    const { amount, currency = spec.settles(row).currency } = evidence;
    if (evidence.outcome === 'paid' && amount !== undefined) heard.add(paidOther({ amount, currency }));
  }
  return applied;
}

/**
 * The provider has it and it was not sent from here: the same request sent it before the database was restored. The
 * intent that was lost is written again as one of unknown end, and nothing is sent a second time.
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

/** Two steps of one operation in one transaction: both are posted and published, the row is written once. */
function inOneStep<T extends Operation>(first: Applied<T>, second: Applied<T>): Applied<T> {
  const both = joined([first, second]);
  const written = both.changes.findLast(({ row }) => row.id === second.row.id);
  const changes = both.changes.filter((change) => change.row.id !== second.row.id || change === written);
  return { ...both, changes, row: second.row };
}

/** A kind that has a status for what its provider has accepted passes through it: what was paid was accepted. */
function complete<T extends Operation>(moment: Moment, { spec, row }: OfKind<T>): Applied<T> {
  if (can(spec.flow, row.status, 'complete')) return act(moment, { spec, row }, 'complete');
  const accepted = act(moment, { spec, row }, 'accept');
  return inOneStep(accepted, act(moment, { spec, row: accepted.row }, 'complete'));
}

/** The word for a payment of other money than was ordered. */
export const paidOther = ({
  amount,
  currency,
}: {
  readonly amount: Amount;
  readonly currency: string;
}): string => `paid ${amount.toFixed()} ${currency}`;

/** The money of the evidence, where that is not what was ordered. */
function otherMoney<T extends Operation>({ spec, row }: OfKind<T>, evidence: Evidence) {
  const expected = spec.settles(row);
  const { amount, currency = expected.currency } = evidence;
  const isOther =
    amount !== undefined && !(amount.isEqualTo(expected.amount) && currency === expected.currency);
  return isOther ? { expected, actual: { amount, currency } } : undefined;
}

/** The bank moved money, and that decides; another amount or currency than the order's is for an operator to decide about. */
function asOrdered<T extends Operation>(
  moment: Moment,
  operation: OfKind<T>,
  { evidence, applied }: { readonly evidence: Evidence; readonly applied: Applied<T> },
): Applied<T> {
  const { spec, row } = operation;
  const other = otherMoney(operation, evidence);
  // Whatever was paid and told of comes back as it was.
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

/** Evidence came before a cancel that was asked for was carried out: it is refused. */
function overtaken<T extends Operation>(moment: Moment, row: T): T {
  return awaitsCancel(row) ? { ...row, cancelDecidedAt: moment.now } : row;
}

function sendBack<T extends Operation>(moment: Moment, { spec, row }: OfKind<T>): Applied<T> {
  return act(moment, { spec, row: { ...row, nextStepAt: moment.now } }, 'send_back');
}

/** The returned money is back in available. */
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
