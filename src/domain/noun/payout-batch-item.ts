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

/** The payout that an item asks for, in the words of the use case that makes payouts. */
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
    pending: 'Its turn has not come.',
    made: 'It is a payout.',
    refused: 'It could not become one.',
    cancelled: 'Cancelled before it was sent, as a payout or before it was one.',
  },
  { says: 'How far it has come by itself: its payout tells the rest.' },
);

/** Supplement §3.2. Its status is its payout's once it has one, and stands nowhere else. */
export const payoutBatchItem = declare('payoutBatchItem', {
  called: ['payout batch item', 'payout batch items'],
  says: 'One payout that a batch asks for.',
  command: 'batch-item',
  listedBy: 'platform',
  fields: {
    accountId: ref('account', 'The account that pays.', { as: 'account', fixed: true, shows: inConsole }),
    batchId: ref('payoutBatch', 'The batch that it stands in.', {
      as: 'batch',
      children: ['items', 'Its items, in the order in which they were given.'],
      fixed: true,
      shows: inConsole,
    }),
    index: whole('Its place in the batch, from 0.', { fixed: true, example: 0 }),
    reference: text('Your own reference, which its payout has too. It need not be unique.', {
      optional: true,
      fixed: true,
      example: 'salary-1042',
    }),
    metadata: made('The pairs that it was given, which its payout has too.', { example: { order: '1042' } }),
    status: made("Where it stands; its payout's status once it has one.", { example: 'completed' }),
    payoutId: ref('payout', 'The payout that it became.', {
      as: 'payout',
      optional: true,
      example: 'pout_01k9zq3v5e8x7m2n4p6r8t0w1y',
    }),
    failureCode: made("Why its payout failed: the payout's own failure_code.", { optional: true }),
    errorCode: text('Why it was refused; a code of part 7.', { optional: true }),
    errorParam: text('The field that it was refused for.', { optional: true }),
    notCancelledReason: text('Why the cancellation of its batch did not stop it.', { optional: true }),
    createdAt: time('When it was given.', { fixed: true }),
    updatedAt: time('When it, or its payout, last changed.'),
    ask: json<ItemAsk>()('What it asks for.', { fixed: true, shows: nowhere }),
    asked: money('What it asks for, on the side on which it is exact, where that is known.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    stage: oneOf(stage, { shows: nowhere }),
  },
  filters: {
    batchId: { says: 'Of this batch.' },
    errorCode: { says: 'Refused with this code.', max: 64 },
  },
  indexes: [{ by: ['batchId'] }, { by: ['accountId'] }],
});

export type PayoutBatchItem = RowOf<typeof payoutBatchItem>;
