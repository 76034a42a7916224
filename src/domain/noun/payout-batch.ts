import type { Flow } from '../flow.js';
import { approvalOf } from './approval.js';
import {
  anyId,
  declare,
  exampleTime,
  inConsole,
  json,
  made,
  nowhere,
  oneOf,
  ref,
  text,
  time,
  whole,
  words,
  type RowOf,
} from './declare.js';
import { labelFilters, labels } from './label.js';

const status = words(
  {
    processing: 'An item is not decided yet, or its payout is in flight.',
    completed: 'Every item was paid.',
    completed_with_failures: 'Every item is decided, and some were not paid.',
    cancelled: 'Every item was cancelled.',
    partially_cancelled: 'Some items were cancelled; the others were paid, failed or were refused.',
  },
  {
    name: 'PayoutBatchStatus',
    says: 'Status of the batch. The final status is decided with the last item; a later return does not change it.',
  },
);

export type PayoutBatchAction =
  'cancel' | 'complete' | 'complete_in_part' | 'finish_cancelled' | 'finish_in_part';

/** Supplement §3.2. A cancellation can be requested in any status; the request alone changes no status. */
export const payoutBatchFlow: Flow<(typeof status.values)[number], PayoutBatchAction> = {
  processing: {
    cancel: 'processing',
    complete: 'completed',
    complete_in_part: 'completed_with_failures',
    finish_cancelled: 'cancelled',
    finish_in_part: 'partially_cancelled',
  },
  completed: { cancel: 'completed' },
  completed_with_failures: { cancel: 'completed_with_failures' },
  cancelled: {},
  partially_cancelled: {},
};

/** The ISO 20022 message that a batch was created from. Its status report repeats these ids. */
export interface BatchMessage {
  /** `pain.001.001.03` or `pain.001.001.09`. */
  readonly name: string;
  /** `MsgId`, up to 35 characters. */
  readonly id: string;
  /** Each `PmtInf` in order, with its number of payments. */
  readonly blocks: readonly { readonly id: string; readonly size: number }[];
}

/** Contract §4.9, supplement §3.2. */
export const payoutBatch = declare('payoutBatch', {
  called: ['payout batch', 'payout batches'],
  says: 'Up to 1000 payouts requested at once. Each is processed on its own.',
  command: 'batch',
  listedBy: 'account',
  flow: payoutBatchFlow,
  fields: {
    accountId: ref('account', 'Account that pays.', { as: 'account', fixed: true, shows: inConsole }),
    status: oneOf(status, { example: 'completed' }),
    description: text('Description by the account. Do not store personal data.', {
      optional: true,
      fixed: true,
      shows: ['list', 'detail', 'console'],
      example: 'Salaries of November',
    }),
    summary: made('Number of items by status; they always add up to total.', {
      example: {
        total: 1,
        pending: 0,
        processing: 0,
        completed: 1,
        failed: 0,
        refused: 0,
        returned: 0,
        cancelled: 0,
        verification_pending: 0,
      },
    }),
    totals: made('Requested and paid amounts, by currency.', {
      example: [{ currency: 'USDT', requested: '100.000000', completed: '100.000000' }],
    }),
    messageId: text('Message id (`MsgId`) of the ISO 20022 file that created it.', {
      optional: true,
      fixed: true,
      shows: ['list', 'detail', 'console'],
    }),
    ...approvalOf,
    cancellation: made('Whether cancellation was requested.', { optional: true }),
    ...labels,
    createdAt: time('Time of creation.', { fixed: true }),
    updatedAt: time('Time of the last change.'),
    finishedAt: made('Time when its last item ended.', { optional: true, example: exampleTime }),
    idempotencyKey: text('Its Idempotency-Key, from which its payouts derive theirs.', {
      fixed: true,
      shows: nowhere,
    }),
    bodyFingerprint: text('Hash of the request body, the same under any key.', {
      optional: true,
      fixed: true,
      withheld: true,
      shows: nowhere,
    }),
    repeatsId: ref('payoutBatch', 'First batch with the same body under another key.', {
      as: 'repeats',
      optional: true,
      fixed: true,
      shows: inConsole,
    }),
    requestedBy: anyId('API key, member or operator that requested it.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    message: json<Omit<BatchMessage, 'id'>>()('Parts of that file.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    size: whole('Number of items.', { fixed: true, shows: nowhere }),
    completedAt: time('Time when it ended without a cancellation.', { optional: true, shows: nowhere }),
    cancelRequestedAt: time('Time when cancellation was requested.', { optional: true, shows: nowhere }),
    cancelFinishedAt: time('Time when the last item ended after that.', { optional: true, shows: nowhere }),
    nextStepAt: time('Time of the next step; empty while its payouts are in flight.', {
      optional: true,
      shows: nowhere,
    }),
  },
  filters: {
    status: { says: 'Only with this status.', many: true },
    messageId: { says: 'Only batches from the file with this message id.', max: 35 },
    ...labelFilters,
  },
  indexes: [
    { by: ['accountId', 'messageId'] },
    { by: ['accountId', 'clientReference'] },
    { by: ['accountId', 'status'] },
    { by: ['accountId'] },
    { by: ['status'], only: ['completed_with_failures', 'cancelled', 'partially_cancelled'] },
  ],
  events: {
    'payout_batch.created': {
      says: 'The batch was accepted; its items become payouts one after another.',
      at: 'createdAt',
      status: 'processing',
    },
    'payout_batch.completed': {
      says: 'Its last item ended, without a cancellation.',
      at: 'completedAt',
    },
    'payout_batch.cancellation_requested': {
      says: 'It is being cancelled, item by item.',
      at: 'cancelRequestedAt',
    },
    'payout_batch.cancellation_finished': {
      says: 'Its last item ended after cancellation was requested.',
      at: 'cancelFinishedAt',
    },
    'payout_batch.updated': {
      says: 'An item of a finished batch changed: its payout was returned, or the returned money was settled. The status stays.',
      isRepeated: true,
    },
  },
});

export type PayoutBatch = RowOf<typeof payoutBatch>;
