import {
  declare,
  inConsole,
  json,
  made,
  money,
  nowhere,
  oneOf,
  ref,
  text,
  time,
  whole,
  words,
  type RowOf,
} from './declare.js';
import type { LabelsAsk } from './label.js';

/** The payout requested by an item, in the field names of the use case that creates payouts. */
export interface ItemAsk extends LabelsAsk {
  readonly beneficiaryId: string;
  readonly quoteId?: string;
  readonly sourceCurrency?: string;
  readonly amount?: string;
  readonly amountSide?: 'source' | 'destination';
  readonly description?: string;
}

const stage = words(
  {
    pending: 'Waiting for its turn.',
    made: 'Became a payout.',
    refused: 'Could not become a payout.',
    cancelled: 'Cancelled before it was sent, as an item or as a payout.',
  },
  { says: 'Status of a batch item; its payout has the rest.' },
);

/** Supplement §3.2. Once it has a payout, its status is the payout's and is stored only there. */
export const payoutBatchItem = declare('payoutBatchItem', {
  called: ['payout batch item', 'payout batch items'],
  says: 'One payout requested in a batch.',
  command: 'batch-item',
  listedBy: 'platform',
  fields: {
    accountId: ref('account', 'Account that pays.', { as: 'account', fixed: true, shows: inConsole }),
    batchId: ref('payoutBatch', 'Batch of the item.', {
      as: 'batch',
      children: ['items', 'Items of the batch, in the order of the request.'],
      fixed: true,
      shows: inConsole,
    }),
    index: whole('Position in the batch, from 0.', { fixed: true, example: 0 }),
    reference: text('Your own reference, copied to its payout. It need not be unique.', {
      optional: true,
      fixed: true,
      example: 'salary-1042',
    }),
    metadata: made('Metadata of the item, copied to its payout.', { example: { order: '1042' } }),
    status: made("Status of the item; the payout's status once it has one.", { example: 'completed' }),
    payoutId: ref('payout', 'Payout that it became.', {
      as: 'payout',
      optional: true,
      example: 'pout_01k9zq3v5e8x7m2n4p6r8t0w1y',
    }),
    failureCode: made("Why its payout failed: the payout's own failure_code.", { optional: true }),
    errorCode: text('Why it was refused: an error code.', { optional: true }),
    errorParam: text('Field at fault.', { optional: true }),
    notCancelledReason: text("Why the batch's cancellation did not stop it.", { optional: true }),
    createdAt: time('Time of the request.', { fixed: true }),
    updatedAt: time('Time of the last change of the item or its payout.'),
    ask: json<ItemAsk>()('Requested payout.', { fixed: true, shows: nowhere }),
    asked: money('Requested amount on its exact side, if known.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    stage: oneOf(stage, { shows: nowhere }),
  },
  filters: {
    batchId: { says: 'Only of this batch.' },
    errorCode: { says: 'Only refused with this code.', max: 64 },
  },
  indexes: [{ by: ['batchId'] }, { by: ['accountId'] }],
});

export type PayoutBatchItem = RowOf<typeof payoutBatchItem>;
