import { z } from 'zod';
import { payoutBatch } from '../../domain/noun/payout-batch.js';
import { payoutBatchItem } from '../../domain/noun/payout-batch-item.js';
import { shownAt } from '../../domain/noun/show.js';
import {
  batchInDetail,
  itemStatus,
  itemStatuses,
  showCounts,
  type BatchCounts,
  type ItemStatus,
  type PayoutBatch,
} from '../../domain/payout-batch.js';
import { present, isoTime, type Resource } from '../../domain/event.js';
import type { Ports } from '../../ports/ports.js';
import type { BatchItem } from '../../ports/reader.js';
import { amount, exampleTimeAfter, metadata, named, time } from '../field.js';
import { heldApproval } from './approval-shape.js';
import { exampleAt, schemaOf } from './shape.js';

const count = z.int().min(0);
const counts = Object.fromEntries(itemStatuses.map((status) => [status, count]));

export const batchExample = exampleAt(payoutBatch, 'detail');

export const payoutBatchSchema = named(
  'PayoutBatch',
  schemaOf(payoutBatch, {
    summary: z.object({ total: count, ...counts }),
    totals: z.array(z.object({ currency: z.string(), requested: amount, completed: amount })),
    cancellation: z.object({
      requested_at: time,
      requested_via: z.string(),
      status: z.enum(['in_progress', 'finished']).describe('in_progress until every item has ended.'),
    }),
    approval: heldApproval,
    finishedAt: time,
  }),
  batchExample,
);

const { finished_at: _finished, ...unfinished } = batchExample;
const total = { currency: 'USDT', requested: '100.000000', completed: '0.000000' };
const nothingPaid = { status: 'processing', totals: [total] };
const summaryOf = (status: ItemStatus) => ({
  total: 1,
  ...Object.fromEntries(itemStatuses.map((each) => [each, each === status ? 1 : 0])),
});
const requested = { requested_at: exampleTimeAfter(40), requested_via: 'api' };

/** Example of a new batch. */
export const createdExample = { ...unfinished, ...nothingPaid, summary: summaryOf('pending') };

/** Examples after a cancellation request: while its payout is waiting, and when done. */
export const cancellingExample = {
  ...createdExample,
  summary: summaryOf('processing'),
  cancellation: { ...requested, status: 'in_progress' },
  updated_at: requested.requested_at,
};
export const cancelledExample = {
  ...cancellingExample,
  status: 'cancelled',
  summary: summaryOf('cancelled'),
  cancellation: { ...requested, status: 'finished' },
  updated_at: exampleTimeAfter(300),
  finished_at: exampleTimeAfter(300),
};

export const payoutBatchItemSchema = named(
  'PayoutBatchItem',
  schemaOf(payoutBatchItem, { status: z.enum(itemStatuses), metadata, failureCode: z.string() }),
  exampleAt(payoutBatchItem, 'list'),
);

/** Bodies of several batches, with counts read in one query. */
export async function batchBodies(
  ports: Pick<Ports, 'reader'>,
  batches: readonly PayoutBatch[],
): Promise<Resource[]> {
  const counted = await ports.reader.batchCounts(batches.map(({ id }) => id));
  return Promise.all(batches.map((batch) => batchBody(ports, batch, counted.get(batch.id))));
}

/** Body of one batch; its counts are read unless given. */
export async function batchBody(
  { reader }: Pick<Ports, 'reader'>,
  batch: PayoutBatch,
  known?: BatchCounts,
): Promise<Resource> {
  const own = known ?? (await reader.batchCounts([batch.id])).get(batch.id);
  if (own === undefined) throw new Error(`${batch.id} has no items`);
  return { ...batchInDetail(batch), ...showCounts(batch, own) };
}

const listed = shownAt(payoutBatchItem, 'list', {
  status: () => undefined,
  metadata: ({ ask }) => ask.metadata ?? {},
  failureCode: () => undefined,
});

/** An item with the status of its payout. */
export function itemBody({ item, payout }: BatchItem) {
  return present({
    ...listed(item),
    status: itemStatus(item, payout),
    failure_code: payout?.status === 'failed' ? payout.failureCode : null,
    updated_at: isoTime(
      payout !== null && payout.updatedAt > item.updatedAt ? payout.updatedAt : item.updatedAt,
    ),
  });
}
