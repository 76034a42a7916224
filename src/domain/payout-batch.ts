import { added, changed, decide, joined, type Change, type Decision, type Moment } from './decision.js';
import { requestApproval, showHold, type ApprovalRequest } from './approval.js';
import { eventOf, isoTime, type EventType, type Json, type Resource } from './event.js';
import { step } from './flow.js';
import { show, zero, type Amount } from './money.js';
import { unlabelled, type Labels } from './noun/label.js';
import {
  payoutBatch as declaration,
  payoutBatchFlow,
  type BatchMessage,
  type PayoutBatch,
  type PayoutBatchAction,
} from './noun/payout-batch.js';
import type { ItemAsk, PayoutBatchItem } from './noun/payout-batch-item.js';
import { shownAt, type MadeFields } from './noun/show.js';
import type { Payout, PayoutStatus } from './payout.js';

export type { BatchMessage, ItemAsk, PayoutBatch, PayoutBatchItem };

/** The most items of a batch (contract part 8). */
export const itemsMax = 1_000;

export type ItemStatus = 'pending' | 'refused' | PayoutStatus;

/** In the order of a summary. */
export const itemStatuses = [
  'pending',
  'processing',
  'completed',
  'failed',
  'refused',
  'returned',
  'cancelled',
  'verification_pending',
] as const satisfies readonly ItemStatus[];

/** Figures of a batch, counted on demand, so that no row has to change with every payout. */
export interface BatchCounts {
  readonly items: Readonly<Partial<Record<ItemStatus, number>>>;
  readonly totals: readonly BatchTotal[];
  /** When an item or its payout last changed; undefined for a new batch. */
  readonly changedAt?: Date;
}

export interface BatchTotal {
  readonly currency: string;
  readonly requested: Amount;
  readonly completed: Amount;
}

/** An item as requested, with its exact amount if the currency is known by then. */
export interface NewItem {
  readonly ask: ItemAsk;
  readonly reference?: string | undefined;
  readonly source: { readonly amount: Amount; readonly currency: string } | null;
}

export type NewBatch = Pick<
  PayoutBatch,
  'accountId' | 'description' | 'idempotencyKey' | 'bodyFingerprint' | 'repeatsId'
> &
  Partial<Labels> & {
    readonly requestedBy?: string | null;
    readonly message?: BatchMessage | undefined;
    readonly items: readonly NewItem[];
    /** The approval needed before any of it is sent. */
    readonly approval?: Pick<ApprovalRequest, 'requestedBy' | 'required' | 'expiresIn'> | undefined;
  };

/** Accepts the whole batch. Items are decided later, one by one, in this order. */
export function createBatch(
  moment: Moment,
  { items, approval: needed, message: file, ...fields }: NewBatch,
): Decision & { batch: PayoutBatch; counts: BatchCounts } {
  const at = { createdAt: moment.now, updatedAt: moment.now };
  const batch: PayoutBatch = {
    id: moment.newId('payoutBatch', moment.now),
    ...unlabelled,
    ...fields,
    status: 'processing',
    requestedBy: fields.requestedBy ?? null,
    messageId: file?.id ?? null,
    message: file ? { name: file.name, blocks: file.blocks } : null,
    approvalId: needed ? moment.newId('approval', moment.now) : null,
    approvalStatus: needed ? 'pending' : null,
    ...at,
    size: items.length,
    completedAt: null,
    cancelRequestedAt: null,
    cancelFinishedAt: null,
    nextStepAt: moment.now,
    version: 1,
  };
  const rows = items.map(({ ask, reference = null, source }, index): PayoutBatchItem => ({
    id: moment.newId('payoutBatchItem', moment.now),
    accountId: batch.accountId,
    batchId: batch.id,
    index,
    reference,
    payoutId: null,
    errorCode: null,
    errorParam: null,
    notCancelledReason: null,
    ...at,
    ask,
    askedAmount: source?.amount ?? null,
    askedCurrency: source?.currency ?? null,
    stage: 'pending',
    version: 1,
  }));
  const changes = [added('payoutBatch', batch), ...rows.map((row) => added('payoutBatchItem', row))];
  const counts = { items: { pending: items.length }, totals: requestedOf(items) };
  const made = decide({ changes, events: [fact(moment, batch, { type: 'payout_batch.created', counts })] });
  return { ...joined([made, ...approvalRequest(moment, batch, needed)]), batch, counts };
}

function approvalRequest(
  moment: Moment,
  { id, accountId, approvalId }: PayoutBatch,
  needed: NewBatch['approval'],
): Decision[] {
  if (needed === undefined || approvalId === null) return [];
  const ask = { ...needed, accountId, resourceType: 'payout_batch', resourceId: id } as const;
  const { approval: _, ...decision } = requestApproval(moment, approvalId, ask);
  return [decision];
}

/** The approval was decided: workers release its payouts, or return their money. */
export function holdBatch(
  moment: Moment,
  batch: PayoutBatch,
  approvalStatus: 'approved' | 'declined' | 'expired',
): Decision {
  const next = { ...batch, approvalStatus, nextStepAt: moment.now, updatedAt: moment.now };
  return decide({ changes: [changed('payoutBatch', next)] });
}

/** Plans the next turn after a group of held payouts was released or failed. */
export const noteHeld = (moment: Moment, batch: PayoutBatch): Decision =>
  decide({
    changes: [changed('payoutBatch', { ...batch, nextStepAt: moment.now, updatedAt: moment.now })],
  });

/** The sums of known amounts by currency. */
export function requestedOf(items: readonly Pick<NewItem, 'source'>[]): BatchTotal[] {
  const sums = new Map<string, Amount>();
  for (const { source } of items) {
    if (source) sums.set(source.currency, (sums.get(source.currency) ?? zero).plus(source.amount));
  }
  return [...sums.keys()]
    .sort()
    .map((currency) => ({ currency, requested: sums.get(currency) ?? zero, completed: zero }));
}

/** The result of an item's turn: a payout or a refusal. */
export type ItemOutcome =
  { readonly payoutId: string } | { readonly errorCode: string; readonly errorParam: string | null };

/** When the batch has its next turn. `later`: after a short wait for a key locked by another transaction. */
export type NextTurn = 'at_once' | 'later' | 'none';

const heldMs = 200;

/** Records the results of items, and when the batch has its next turn. */
export function settleItems(
  moment: Moment,
  batch: PayoutBatch,
  {
    outcomes,
    nextTurn,
  }: { outcomes: readonly (readonly [PayoutBatchItem, ItemOutcome])[]; nextTurn: NextTurn },
): Decision {
  const items = outcomes.map(([item, outcome]) =>
    itemChange(moment, item, { ...outcome, stage: 'payoutId' in outcome ? 'made' : 'refused' }),
  );
  const nextStepAt =
    nextTurn === 'none' ? null : new Date(moment.now.getTime() + (nextTurn === 'later' ? heldMs : 0));
  const updatedAt = items.length === 0 ? batch.updatedAt : moment.now;
  return decide({ changes: [changed('payoutBatch', { ...batch, nextStepAt, updatedAt }), ...items] });
}

/** A batch that is cancelled or ends before its approval is decided needs none any more. */
const unapproved = ({ approvalStatus }: PayoutBatch): Partial<PayoutBatch> =>
  approvalStatus === 'pending' ? { approvalStatus: 'declined' } : {};

/** Records the request to cancel; workers carry it out. Repeating it changes nothing. */
export function requestBatchCancel(
  moment: Moment,
  batch: PayoutBatch,
  counts: BatchCounts,
): Decision & { batch: PayoutBatch } {
  if (batch.cancelRequestedAt !== null) return { ...decide({}), batch };
  const next: PayoutBatch = {
    ...batch,
    ...unapproved(batch),
    status: step(payoutBatchFlow, batch.status, 'cancel'),
    cancelRequestedAt: moment.now,
    nextStepAt: moment.now,
    updatedAt: moment.now,
  };
  const events = [fact(moment, next, { type: 'payout_batch.cancellation_requested', counts })];
  return { ...decide({ changes: [changed('payoutBatch', next)], events }), batch: next };
}

/** An item that a cancellation has reached; the reason is set if it was not cancelled. */
export type ItemCancelled = readonly [PayoutBatchItem, notCancelledReason: string | undefined];

export function noteCancelled(
  moment: Moment,
  batch: PayoutBatch,
  { items, goesOn }: { items: readonly ItemCancelled[]; goesOn: boolean },
): Decision {
  const changes = items.map(([item, reason]) =>
    itemChange(
      moment,
      item,
      reason === undefined ? { stage: 'cancelled' } : { notCancelledReason: reason, stage: item.stage },
    ),
  );
  const next = { ...batch, nextStepAt: goesOn ? moment.now : null, updatedAt: moment.now };
  return decide({ changes: [changed('payoutBatch', next), ...changes] });
}

/** Whether anything is still to come: an item's turn, the end of a payout, a cancellation. */
export const isOpen = (batch: PayoutBatch): boolean =>
  batch.status === 'processing' || (batch.cancelRequestedAt !== null && batch.cancelFinishedAt === null);

/**
 * Ends the batch when its last item has ended; before that it changes nothing. The status is decided here, once,
 * independent of the order in which items ended (supplement §11.1).
 */
export function finishBatch(moment: Moment, batch: PayoutBatch, counts: BatchCounts): Decision {
  const { pending = 0, processing = 0, verification_pending: uncertain = 0 } = counts.items;
  if (!isOpen(batch) || batch.nextStepAt !== null || pending + processing + uncertain > 0) return decide({});
  const isCancelled = batch.cancelRequestedAt !== null;
  // An item may have changed between reading the time and counting.
  const now = new Date(Math.max(moment.now.getTime(), counts.changedAt?.getTime() ?? 0));
  const next: PayoutBatch = {
    ...batch,
    status:
      batch.status === 'processing'
        ? step(payoutBatchFlow, batch.status, endOf(batch, counts))
        : batch.status,
    ...unapproved(batch),
    ...(isCancelled ? { cancelFinishedAt: now } : { completedAt: now }),
    updatedAt: now,
  };
  const type = isCancelled ? 'payout_batch.cancellation_finished' : 'payout_batch.completed';
  const events = [fact({ ...moment, now }, next, { type, counts })];
  return decide({ changes: [changed('payoutBatch', next)], events });
}

/** A paid item counts as completed, even if the bank has returned it since. */
function endOf({ size }: PayoutBatch, { items }: BatchCounts): PayoutBatchAction {
  const { completed = 0, returned = 0, cancelled = 0 } = items;
  if (completed + returned === size) return 'complete';
  if (cancelled === 0) return 'complete_in_part';
  return cancelled === size ? 'finish_cancelled' : 'finish_in_part';
}

/** A payout of a finished batch changed: its figures change, its status stays. */
export function noteItemsChanged(moment: Moment, batch: PayoutBatch, counts: BatchCounts): Decision {
  if (batch.status === 'processing') return decide({});
  // The batch may have changed after the time was read; each change must have a later time.
  const updatedAt = new Date(Math.max(moment.now.getTime(), batch.updatedAt.getTime() + 1));
  const next: PayoutBatch = { ...batch, updatedAt };
  const events = [fact(moment, next, { type: 'payout_batch.updated', counts })];
  return decide({ changes: [changed('payoutBatch', next)], events });
}

function itemChange(moment: Moment, item: PayoutBatchItem, patch: Partial<PayoutBatchItem>): Change {
  return changed('payoutBatchItem', { ...item, ...patch, updatedAt: moment.now });
}

/** The status of an item: that of its payout, once it has one. */
export function itemStatus({ stage }: PayoutBatchItem, payout: Pick<Payout, 'status'> | null): ItemStatus {
  if (payout !== null) return payout.status;
  if (stage === 'made') throw new Error('an item that is a payout names it');
  return stage;
}

export const batchMade: MadeFields<typeof declaration> = {
  /** Counted separately and added by the caller. */
  summary: () => undefined,
  totals: () => undefined,
  cancellation: (batch) => showBatchCancellation(batch),
  approval: showHold,
  finishedAt: (batch) => isoTime(finishedAt(batch)),
};

/** When its last item ended for the first time. */
export const finishedAt = ({ completedAt, cancelFinishedAt }: PayoutBatch): Date | null =>
  completedAt ?? cancelFinishedAt;

export const batchInDetail = shownAt(declaration, 'detail', batchMade);
const batchInEvent = shownAt(declaration, 'event', batchMade);

function showBatchCancellation({ cancelRequestedAt, cancelFinishedAt }: PayoutBatch): Json | undefined {
  if (cancelRequestedAt === null) return undefined;
  return {
    requested_at: isoTime(cancelRequestedAt),
    requested_via: 'api',
    status: cancelFinishedAt === null ? 'in_progress' : 'finished',
  };
}

/** The counts as REST shows them. */
export function showCounts({ size }: PayoutBatch, { items, totals }: BatchCounts) {
  const counted = itemStatuses.map((status) => [status, items[status] ?? 0] as const);
  return {
    summary: { total: size, ...Object.fromEntries(counted) },
    totals: totals.map(({ currency, requested, completed }) => ({
      currency,
      requested: show(requested, currency),
      completed: show(completed, currency),
    })),
  };
}

function fact(
  moment: Moment,
  batch: PayoutBatch,
  { type, counts }: { type: EventType; counts: BatchCounts },
) {
  const data: Resource = { ...batchInEvent(batch), ...showCounts(batch, counts) };
  return eventOf(moment, { accountId: batch.accountId, type, data });
}
