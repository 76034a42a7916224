import { describe, expect, it, test } from 'vitest';
import {
  createBatch,
  finishBatch,
  noteItemsChanged,
  requestBatchCancel,
  type BatchCounts,
  type ItemStatus,
  type PayoutBatch,
} from '../../src/domain/payout-batch.js';
import { moment, summaryOf } from '../setup/payout-state.js';

/** Statuses of an item, in order. */
const fates = {
  paid: ['processing', 'completed'],
  returned: ['processing', 'completed', 'returned'],
  failed: ['processing', 'failed'],
  refused: ['refused'],
  cancelled: ['cancelled'],
} as const satisfies Record<string, readonly ItemStatus[]>;
type Fate = keyof typeof fates;
const names = Object.keys(fates) as Fate[];

function batchOf(size: number, isCancelled: boolean): PayoutBatch {
  const none = { description: null, bodyFingerprint: null, repeatsId: null };
  const items = Array.from({ length: size }, () => ({ ask: { beneficiaryId: 'ben_1' }, source: null }));
  const accountId = moment.newId('account', moment.now);
  const { batch, counts } = createBatch(moment, { accountId, ...none, idempotencyKey: 'k', items });
  const current = isCancelled ? requestBatchCancel(moment, batch, counts).batch : batch;
  return { ...current, nextStepAt: null };
}

function countsOf(items: readonly ItemStatus[], changedAt = moment.now): BatchCounts {
  const counted = Object.groupBy(items, (status) => status);
  const entries = Object.entries(counted).map(([status, some]) => [status, some.length] as const);
  return { items: Object.fromEntries(entries), totals: [], changedAt };
}

const rowOf = (changes: ReturnType<typeof finishBatch>['changes']): PayoutBatch | undefined =>
  changes.flatMap((change) => (change.noun === 'payoutBatch' ? [change.row] : [])).at(-1);

/** All interleavings of the items' steps, as the index of the item that makes each step. */
function* orders(left: readonly number[]): Generator<readonly number[]> {
  if (left.every((count) => count === 0)) yield [];
  for (const [index, count] of left.entries()) {
    if (count === 0) continue;
    for (const rest of orders(left.with(index, count - 1))) yield [index, ...rest];
  }
}

/** The final statuses of a batch, over every order and every moment at which a worker may try to finish it. */
function endsOf(fate: readonly Fate[], isCancelled: boolean): Set<string> {
  const ends = new Set<string>();
  const batch = batchOf(fate.length, isCancelled);
  for (const order of orders(fate.map((each) => fates[each].length))) {
    const steps = fate.map(() => -1);
    for (const index of order) {
      steps[index] = (steps[index] ?? -1) + 1;
      const items = fate.map((each, at): ItemStatus => fates[each][steps[at] ?? -1] ?? 'pending');
      const row = rowOf(finishBatch(moment, batch, countsOf(items)).changes);
      if (row) ends.add(row.status);
    }
  }
  return ends;
}

/** Supplement §11.1, restated independently. */
function expected(fate: readonly Fate[]): string {
  const isPaid = (each: Fate): boolean => each === 'paid' || each === 'returned';
  if (fate.every(isPaid)) return 'completed';
  if (fate.every((each) => each === 'cancelled')) return 'cancelled';
  return fate.includes('cancelled') ? 'partially_cancelled' : 'completed_with_failures';
}

const all = names.flatMap((one) => names.flatMap((other) => names.map((third) => [one, other, third])));

describe('the final status of a batch', () => {
  // Only a cancellation cancels an item.
  test.each([
    ['a batch', false, all.filter((fate) => !fate.includes('cancelled'))],
    ['a batch with a requested cancellation', true, all],
  ])('of %s is the same in every order in which its items end', (_what, isCancelled, cases) => {
    const wrong = cases.flatMap((fate) => {
      const ends = [...endsOf(fate, isCancelled)];
      return ends.length === 1 && ends[0] === expected(fate) ? [] : [`${fate.join(' ')}: ${ends.join(' ')}`];
    });
    expect(wrong).toEqual([]);
    expect(cases.length).toBeGreaterThan(60);
  });

  it('is decided once', () => {
    const paid = countsOf(['completed', 'completed']);
    const done = rowOf(finishBatch(moment, batchOf(2, false), paid).changes);
    if (!done) throw new Error('the batch did not end');
    expect(finishBatch(moment, done, countsOf(['completed', 'returned'])).changes).toEqual([]);
    const cancelling = requestBatchCancel(moment, done, paid).batch;
    const over = finishBatch(moment, { ...cancelling, nextStepAt: null }, countsOf(['returned', 'returned']));
    expect(rowOf(over.changes)).toMatchObject({ status: 'completed', cancelFinishedAt: moment.now });
    expect(summaryOf(over).events).toEqual(['payout_batch.cancellation_finished']);
  });

  it('has no earlier time than the last change of its items', () => {
    const later = new Date(moment.now.getTime() + 5);
    const done = rowOf(finishBatch(moment, batchOf(1, false), countsOf(['completed'], later)).changes);
    expect(done).toMatchObject({ completedAt: later, updatedAt: later });
  });
});

describe('a change of an item', () => {
  const done = rowOf(finishBatch(moment, batchOf(2, false), countsOf(['completed', 'completed'])).changes);
  if (!done) throw new Error('the batch did not end');

  it('of a finished batch moves updatedAt on and publishes the new figures', () => {
    const change = noteItemsChanged(moment, done, countsOf(['completed', 'returned']));
    const next = rowOf(change.changes);
    expect(next).toMatchObject({ status: 'completed', completedAt: done.completedAt });
    expect(next?.updatedAt.getTime()).toBeGreaterThan(done.updatedAt.getTime());
    expect(summaryOf(change)).toMatchObject({
      events: ['payout_batch.updated'],
      data: [
        {
          status: 'completed',
          updated_at: next?.updatedAt.toISOString(),
          summary: { total: 2, completed: 1, returned: 1 },
        },
      ],
    });
  });

  it('of an unfinished batch changes nothing: the figures are counted when it finishes', () => {
    expect(noteItemsChanged(moment, batchOf(2, false), countsOf(['returned', 'processing'])).changes).toEqual(
      [],
    );
  });
});
