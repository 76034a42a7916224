import { z } from 'zod';
import { buckets } from '../../domain/ledger.js';
import { amount, money, named } from '../field.js';
import { outcomes, previewFields } from '../preview.js';
import { payoutExample, payoutSchema } from './payout-shape.js';
import { refundResource } from './refund.js';
import { shapeFields } from './shape.js';

const refusalExample = {
  status: 422,
  code: 'limit_exceeded',
  message: 'amount: exceeds the limit of one operation; send at most 5500000.00 BRL.',
  param: 'amount',
};
const refusalSchema = named(
  'PreviewRefusal',
  z.object({
    status: z.int().describe('Status that the answer would have.'),
    code: z.string().describe('Its error.code.'),
    message: z.string(),
    param: z.string().exactOptional(),
    reasons: z.array(z.string()).exactOptional(),
  }),
  refusalExample,
);

const entriesExample = [
  { account: 'available', direction: 'debit', purpose: 'payout_reserve' },
  { account: 'reserved', direction: 'credit', purpose: 'payout_reserve' },
].map((each) => ({ ...each, amount: '101.500000', currency: 'USDT' }));
const entrySchema = named(
  'PreviewEntry',
  z.object({
    account: z.enum(buckets).describe('Part of the balance that would move.'),
    direction: z.enum(['credit', 'debit']),
    purpose: z.string().describe('Open set, as for balance entries.'),
    amount,
    currency: z.string(),
  }),
  entriesExample[0],
);

const outcome = z
  .enum(outcomes)
  .describe(
    'created: created and sent. in_review: held by risk rules with its money reserved. failed: created as failed, because the balance is too low. refused: see refusal.',
  );
const common = {
  outcome,
  refusal: refusalSchema.exactOptional(),
  ...shapeFields(previewFields),
  entries: z.array(entrySchema).describe('Journals that would be posted at once.'),
};

const payoutFields = [
  'status',
  'method',
  'beneficiary_id',
  'source',
  'destination',
  'rate',
  'quote_id',
  'failure_code',
  'risk_status',
] as const;
const refundFields = ['status', 'payin_id', 'amount', 'currency', 'payer', 'reason', 'risk_status'] as const;

/** Selects these fields of a row or of a schema. */
const only = <T>(names: readonly string[], fields: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name] as T]] : [])));

/** A payout that would be created: without id and times. */
export const newPayout = (fields: Readonly<Record<string, unknown>>) => only(payoutFields, fields);
export const newRefund = (fields: Readonly<Record<string, unknown>>) => only(refundFields, fields);

const previewedPayout = { outcome: 'created', entries: entriesExample, payout: newPayout(payoutExample) };
const payoutPreviewed = z
  .object(only<z.ZodType>(payoutFields, payoutSchema.shape))
  .describe('The payout as it would be created. Absent if it would be refused.');
export const payoutPreviewSchema = named(
  'PayoutPreview',
  z.object({ ...common, payout: payoutPreviewed.exactOptional() }),
  previewedPayout,
);

const itemPreviewSchema = named(
  'PayoutBatchItemPreview',
  z.object({
    index: z.int().min(0),
    reference: z.string().exactOptional(),
    ...common,
    payout: payoutPreviewed.exactOptional(),
  }),
  { index: 0, reference: 'salary-1042', ...previewedPayout },
);
const count = z.int().min(0);
export const batchPreviewSchema = named(
  'PayoutBatchPreview',
  z.object({
    outcome: z.enum(['created', 'refused']).describe('Whether the batch would be accepted.'),
    refusal: refusalSchema.exactOptional(),
    summary: z
      .object({ total: count, ...Object.fromEntries(outcomes.map((each) => [each, count])) })
      .exactOptional()
      .describe('Number of items by result.'),
    totals: z
      .array(z.object({ currency: z.string(), requested: amount }))
      .exactOptional()
      .describe('Same as in the batch.'),
    short: z
      .array(money)
      .exactOptional()
      .describe('Money needed so that no item fails; empty if the balance suffices.'),
    warnings: z
      .array(z.string())
      .exactOptional()
      .describe('approval_required: members have to approve the batch. Ignore values that you do not know.'),
    items: z.array(itemPreviewSchema).exactOptional().describe('All items, in order.'),
  }),
  {
    outcome: 'created',
    summary: { total: 1, created: 1, in_review: 0, failed: 0, refused: 0 },
    totals: [{ currency: 'USDT', requested: '100.000000' }],
    short: [],
    items: [{ index: 0, reference: 'salary-1042', ...previewedPayout }],
  },
);

export const refundPreviewSchema = named(
  'RefundPreview',
  z.object({
    ...common,
    refund: z
      .object(only<z.ZodType>(refundFields, refundResource.schema.shape))
      .exactOptional()
      .describe('The refund as it would be created. Absent if it would be refused.'),
  }),
  {
    outcome: 'created',
    entries: entriesExample.map((each) => ({ ...each, purpose: 'refund_reserve', amount: '1.000000' })),
    refund: newRefund({ ...refundResource.example, status: 'processing' }),
  },
);
