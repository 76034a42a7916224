import { show } from '../../domain/money.js';
import { json, oneOf, text, time, whole, words, type Field } from '../../domain/noun/declare.js';
import { payoutBatchItem } from '../../domain/noun/payout-batch-item.js';
import { finishedAt, itemStatus, type ItemStatus, type PayoutBatchItem } from '../../domain/payout-batch.js';
import { amount, part, parts, shape } from '../shape.js';
import type { Context } from './context.js';
import { answering } from './type.js';

const statusWords = words(
  {
    pending: 'Waiting for its turn.',
    refused: 'Could not become a payout; see errorCode.',
    processing: 'Its payout is in flight, or held by risk rules.',
    verification_pending: 'The outcome of its payout is unknown.',
    completed: 'Paid.',
    failed: 'Not paid.',
    returned: 'Paid, then sent back.',
    cancelled: 'Cancelled before it was sent.',
  } satisfies Readonly<Record<ItemStatus, string>>,
  { name: 'PayoutBatchItemStatus', says: 'Status of a batch item.' },
);

const { verification_pending: verificationPending, ...meanings } = statusWords.meanings;
const counts = Object.entries({ ...meanings, verificationPending }).map(([name, says]) => [
  name,
  whole(says),
]);

const summary = shape('BatchSummary', 'Number of items of a batch by status; they always add up to total.', {
  total: whole('All items.'),
  ...(Object.fromEntries(counts) as Record<string, Field<number>>),
});

const total = shape('BatchTotalType', 'Amounts of a batch in one currency.', {
  currency: text('Currency of the requested amounts.'),
  requested: amount('Requested amount.'),
  completed: amount('Paid amount.'),
});

const cancellation = shape('BatchCancellation', 'Cancellation of a batch.', {
  requestedAt: time('Time of the request.'),
  finishedAt: time('Time when the last item ended.', { optional: true }),
});

/** More currencies than the catalogue has. */
const currenciesMost = 20;

export const batchAnswers = answering('payoutBatch', {
  summary: {
    is: part(summary, 'Number of items by status.'),
    answer: async ({ id, size }, { load }) => {
      const { items } = await load.batchCounts(id);
      const counted = statusWords.values.map((status) => [status, items[status] ?? 0] as const);
      const { verification_pending: unknown, ...known } = Object.fromEntries(counted);
      return { ...known, verificationPending: unknown, total: size };
    },
  },
  totals: {
    is: parts(total, 'Requested and paid amounts, by currency.', { most: currenciesMost }),
    answer: async ({ id }, { load }) => {
      const { totals } = await load.batchCounts(id);
      return totals.map(({ currency, requested, completed }) => ({
        currency,
        requested: show(requested, currency),
        completed: show(completed, currency),
      }));
    },
  },
  cancellation: {
    is: part(cancellation, 'Cancellation, if it was requested.', { optional: true }),
    answer: ({ cancelRequestedAt: requestedAt, cancelFinishedAt }) =>
      requestedAt === null ? null : { requestedAt, finishedAt: cancelFinishedAt },
  },
  finishedAt: {
    is: time('Time when its last item ended.', { optional: true }),
    answer: (batch) => finishedAt(batch),
  },
});

const payoutOf = ({ payoutId }: Pick<PayoutBatchItem, 'payoutId'>, { load }: Context) =>
  payoutId === null ? null : load.row('payout', payoutId);

export const batchItemAnswers = answering('payoutBatchItem', {
  status: {
    is: oneOf(statusWords, { says: "Status of the item; the payout's status once it has one." }),
    answer: async (item, context) => itemStatus(item, await payoutOf(item, context)),
  },
  metadata: {
    is: json()(payoutBatchItem.fields.metadata.says),
    answer: ({ ask }) => ask.metadata ?? {},
  },
  failureCode: {
    is: text(payoutBatchItem.fields.failureCode.says, { optional: true }),
    answer: async (item, context) => {
      const payout = await payoutOf(item, context);
      return payout?.status === 'failed' ? payout.failureCode : null;
    },
  },
});
