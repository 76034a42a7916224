import type { Change, Decision, LimitUse, Moment } from './decision.js';
import { decide, joined } from './decision.js';
import { eventOf, type EventType, type Resource } from './event.js';
import { can, step, type Flow } from './flow.js';
import { journalsOf, type PostingRow } from './ledger.js';
import type { Amount } from './money.js';
import { tracedBy, type BankReference, type Traced } from './noun/bank-reference.js';
import type { OperationKind } from './operation-kind.js';

export type Sending = 'unsent' | 'open' | 'accepted' | 'uncertain';

const riskStatuses = ['allowed', 'in_review', 'approved', 'rejected'] as const;

/** What the service knows about anything it sends to a provider. The row of each kind extends it. */
export interface Operation extends Traced {
  readonly id: string;
  readonly accountId: string;
  readonly status: string;
  readonly failureCode: string | null;
  readonly riskStatus: (typeof riskStatuses)[number];
  readonly riskDecisionId: string | null;
  /** Only for kinds that can be cancelled. */
  readonly cancelRequestedAt?: Date | null;
  readonly cancelDecidedAt?: Date | null;
  /** Our reference at the provider, derived from the account and the idempotency key; unique across kinds. */
  readonly reference: string;
  readonly provider: string | null;
  readonly sending: Sending;
  readonly attempts: number;
  readonly lookUps: number;
  /** Machine time until which an open intent may still be sent. */
  readonly sendBy: Date | null;
  /** Business time of the next step: sending, cancelling, looking up, settling a return. */
  readonly nextStepAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** The steps of the engine. Each kind has those in its flow. */
export type OperationAction =
  | 'hold'
  | 'approve'
  | 'authorize'
  | 'accept'
  | 'doubt'
  | 'complete'
  | 'fail'
  | 'cancel'
  | 'send_back'
  | 'settle_return';

/** How an operation ended. */
export type End = 'paid' | 'not_executed' | 'returned';

/**
 * A kind of operation, as the engine uses it. Every flow needs `complete` and `fail`. A kind without `doubt` keeps
 * its status while the outcome is uncertain; a kind without `send_back` cannot be returned.
 */
export interface OperationSpec<T extends Operation = Operation, A extends OperationAction = OperationAction> {
  readonly kind: OperationKind;
  readonly flow: Flow<string, A>;
  /** The final statuses. */
  readonly ends: Readonly<Record<string, End>>;
  /** Whether people must approve it before it is sent. */
  waits?(row: T): boolean;
  readonly postings: Readonly<Partial<Record<A, PostingRow<T>>>>;
  /** The events that an action publishes, in order. */
  readonly events: Readonly<Partial<Record<A, readonly EventType[]>>>;
  /** The fields that an action sets in addition to the status. */
  stamps(action: A, now: Date, row: T): Partial<T>;
  /** The amount that the provider should pay. */
  settles(row: T): { readonly amount: Amount; readonly currency: string };
  /** The caller's text about it, which may be sent to the provider. */
  words(row: T): string | null;
  /** The resource in its events. */
  show(row: T): Resource;
  /** What an action counts towards limits, or gives back. */
  limitUses?(row: T, action: A): readonly LimitUse[];
}

/** An operation with the spec of its kind. */
export interface OfKind<T extends Operation = Operation> {
  readonly spec: OperationSpec<T>;
  readonly row: T;
}

/** A decision, and the operation after it. */
export type Applied<T extends Operation = Operation> = Decision & { readonly row: T };

export const unchanged = <T extends Operation>(row: T): Applied<T> => ({ ...decide({}), row });

/** How it ended; undefined while it is in flight. */
export const endOf = <T extends Operation>({ spec, row }: OfKind<T>): End | undefined =>
  spec.ends[row.status];

export const isFinal = <T extends Operation>(operation: OfKind<T>): boolean => endOf(operation) !== undefined;

/** The statuses that are not final. */
export const openStatuses = <T extends Operation>({ flow, ends }: OperationSpec<T>): string[] =>
  Object.keys(flow).filter((status) => !(status in ends));

/** Actions that leave something due; the caller sets the time. */
const goesOn: ReadonlySet<OperationAction> = new Set([
  'approve',
  'authorize',
  'accept',
  'doubt',
  'send_back',
]);

/** Whether someone has to decide before it is sent: the platform because of risk rules, or people who approve. */
export const isHeld = <T extends Operation>({ spec, row }: OfKind<T>): boolean =>
  row.riskStatus === 'in_review' || (spec.waits?.(row) ?? false);

/** A review ends with its operation. If the bank paid, the review counts as approved, possibly before a restore. */
const reviewAfter = ({ riskStatus }: Operation, end: End | undefined): Partial<Operation> =>
  riskStatus === 'in_review' && end !== undefined
    ? { riskStatus: end === 'not_executed' ? 'rejected' : 'approved' }
    : {};

/** One step of the flow, with its postings, events and limit use. */
export function act<T extends Operation>(
  moment: Moment,
  { spec, row }: OfKind<T>,
  action: OperationAction,
): Applied<T> {
  const posted = spec.postings[action];
  if (posted === undefined) throw new Error(`a ${spec.kind} has no postings of ${action}`);
  const status = step(spec.flow, row.status, action);
  const next: T = {
    ...row,
    ...reviewAfter(row, spec.ends[status]),
    ...spec.stamps(action, moment.now, row),
    nextStepAt: goesOn.has(action) ? row.nextStepAt : null,
    status,
    updatedAt: moment.now,
  };
  const types = spec.events[action] ?? [];
  const { accountId } = next;
  return {
    ...decide({
      changes: [changeOf(spec.kind, next)],
      journals: journalsOf(moment, posted, { originType: spec.kind, state: next }),
      events: types.map((type) => eventOf(moment, { accountId, type, data: spec.show(next) })),
      limitUses: spec.limitUses?.(next, action) ?? [],
    }),
    row: next,
  };
}

/** Changes fields without changing the status; publishes no event. */
export function note<T extends Operation>({ spec, row }: OfKind<T>, patch: Partial<Operation>): Applied<T> {
  const next: T = { ...row, ...patch };
  return { ...decide({ changes: [changeOf(spec.kind, next)] }), row: next };
}

/**
 * Applies a decision about an operation and stores the bank reference that came with it. If the decision does not
 * change the row, only the reference is stored: no event is published, and `updatedAt` stays, because an ended batch
 * keeps its own.
 */
export function withTrace<T extends Operation, D extends Decision>(
  { spec, row }: OfKind<T>,
  { trace, decideOn }: { readonly trace: BankReference | undefined; readonly decideOn: (of: OfKind<T>) => D },
): D {
  const operation = { spec, row: tracedBy(row, trace) };
  const decided = decideOn(operation);
  if (operation.row === row || decided.changes.some((change) => change.row.id === row.id)) return decided;
  const noted = note(operation, {});
  return { ...decided, ...joined([decided, noted]), ...('row' in decided && { row: noted.row }) };
}

/** A step that not every kind has. Without it, only the fields change. */
export function actOrNote<T extends Operation>(
  moment: Moment,
  { spec, row }: OfKind<T>,
  { action, patch }: { readonly action: OperationAction; readonly patch: Partial<Operation> },
): Applied<T> {
  return can(spec.flow, row.status, action)
    ? act(moment, { spec, row: { ...row, ...patch } }, action)
    : note({ spec, row }, patch);
}

/** Wait before the next look-up of an uncertain operation: short at first, then longer. */
export const uncertainWait = (lookUps: number): number => Math.min(3_600_000, 1_000 * 2 ** lookUps);

/** It may or may not have been executed: the money stays reserved until a look-up decides (contract §3.3). */
export function doubt<T extends Operation>(moment: Moment, operation: OfKind<T>): Applied<T> {
  const nextStepAt = new Date(moment.now.getTime() + uncertainWait(0));
  return actOrNote(moment, operation, { action: 'doubt', patch: { sending: 'uncertain', nextStepAt } });
}

/** The row's next version. The caller ensures that noun and row belong together. */
const changeOf = (noun: OperationKind, row: Operation): Change =>
  ({ noun, row: { ...row, version: row.version + 1 }, isNew: false }) as Change;

/** Whether a cancel was requested, decided or not. */
export const isCancelRequested = (row: Operation): boolean => (row.cancelRequestedAt ?? null) !== null;

/** Whether a requested cancel is still undecided. */
export const awaitsCancel = (row: Operation): boolean =>
  isCancelRequested(row) && (row.cancelDecidedAt ?? null) === null;

export function carryOutCancel<T extends Operation>(moment: Moment, { spec, row }: OfKind<T>): Applied<T> {
  const failureCode = 'cancelled_before_submission';
  return act(moment, { spec, row: { ...row, failureCode, cancelDecidedAt: moment.now } }, 'cancel');
}

/** An operator decides a review: the operation continues, not before `notBefore`, or fails. */
export function decideReview<T extends Operation>(
  moment: Moment,
  { spec, row }: OfKind<T>,
  { approve, notBefore = moment.now }: { approve: boolean; notBefore?: Date },
): Applied<T> {
  // The bank had decided already: the review ends without effect.
  if (isFinal({ spec, row }) || row.sending !== 'unsent')
    return note({ spec, row }, { riskStatus: approve ? 'approved' : 'rejected' });
  if (!approve) {
    const rejected: T = { ...row, failureCode: 'risk_rejected', riskStatus: 'rejected' };
    return act(moment, { spec, row: rejected }, 'fail');
  }
  const nextStepAt = spec.waits?.(row) ? null : notBefore > moment.now ? notBefore : moment.now;
  const patch = { riskStatus: 'approved', nextStepAt, updatedAt: moment.now } as const;
  return actOrNote(moment, { spec, row }, { action: 'approve', patch });
}
