import { anyId, oneOf, ref, text, texts, whole, words } from '../../domain/noun/declare.js';
import { payout } from '../../domain/noun/payout.js';
import { refund } from '../../domain/noun/refund.js';
import { outcomeMeanings, previewFields } from '../preview.js';
import { amount, money, part, parts, shape } from '../shape.js';
import { bucketWords } from '../balance.js';
import { direction } from './balance.js';
import { sourceShape } from './quote.js';

const outcomes = words(outcomeMeanings, { name: 'PreviewOutcome', says: 'Result of a preview.' });

const refusal = part(
  shape('PreviewRefusal', 'The refusal that REST would return.', {
    status: whole('Status that the answer would have.'),
    code: text('Its error.code.'),
    message: text('Reason.'),
    param: text('Field at fault.', { optional: true }),
    reasons: texts('Reasons of the risk rules.', { optional: true }),
  }),
  'Why it would be refused.',
  { optional: true },
);

const entry = shape('PreviewEntry', 'A movement of a balance that would be posted at once.', {
  account: oneOf(bucketWords, { says: 'Part of the balance that would move.' }),
  direction,
  purpose: text('Purpose, such as payout_reserve.'),
  amount: amount('How much.'),
  currency: text('Currency of the movement.'),
});

/** No operation posts more entries when it is created. */
const entriesMost = 4;

const previewed = {
  outcome: oneOf(outcomes),
  refusal,
  ...previewFields,
  entries: parts(entry, 'Journals that would be posted at once.', { most: entriesMost }),
};

const newPayout = shape('PreviewedPayout', 'A payout as it would be created, without id and times.', {
  status: oneOf(payout.fields.status.words, { says: 'Status that it would have.' }),
  method: text('Method of the beneficiary.'),
  beneficiaryId: anyId('Beneficiary that would be paid.'),
  source: part(sourceShape, 'Amount that the account would pay.'),
  destination: part(money, 'Amount that would arrive.'),
  rate: text('Destination units for one unit of principal.'),
  quoteId: ref('quote', 'Quote that would set its price.', { optional: true }),
  failureCode: text('Why it would fail.', { optional: true }),
  riskStatus: oneOf(payout.fields.riskStatus.words, { says: 'Result of the risk rules.' }),
});

const previewedPayout = {
  ...previewed,
  payout: part(newPayout, 'The payout as it would be created.', { optional: true }),
};

export const payoutPreview = shape('PayoutPreview', 'Result of a payout preview.', previewedPayout);

export const itemPreview = shape('PayoutBatchItemPreview', 'Result of one item in a batch preview.', {
  ...previewedPayout,
  index: whole('Position in the batch, from 0.'),
  reference: text('Your own id for the item.', { optional: true }),
});

const summary = shape('PayoutBatchPreviewSummary', 'Number of items by result.', {
  total: whole('All items.'),
  created: whole(outcomeMeanings.created),
  inReview: whole(outcomeMeanings.in_review),
  failed: whole(outcomeMeanings.failed),
  refused: whole(outcomeMeanings.refused),
});

const total = shape('PayoutBatchPreviewTotal', 'Amounts of a batch in one currency.', {
  currency: text('Currency of the requested amounts.'),
  requested: amount('Requested amount.'),
});

/** More currencies than the catalogue has. */
const perCurrency = { optional: true, most: 20 } as const;

export const batchPreview = shape(
  'PayoutBatchPreview',
  'Result of a batch preview, if nothing else moved meanwhile.',
  {
    outcome: oneOf(outcomes, { says: 'Whether it would be accepted: created or refused.' }),
    refusal,
    summary: part(summary, 'Number of items by result.', { optional: true }),
    totals: parts(total, 'Requested amounts, by currency.', perCurrency),
    short: parts(money, 'Money needed so that no item fails.', perCurrency),
    warnings: texts('approval_required: members have to approve the batch.', { optional: true }),
  },
);

const newRefund = shape('PreviewedRefund', 'A refund as it would be created, without id and times.', {
  status: oneOf(refund.fields.status.words, { says: 'Status that it would have.' }),
  payinId: ref('payin', refund.fields.payinId.says),
  amount: part(money, 'Amount that would leave the balance.'),
  payer: part(money, 'Amount that the payer would receive.', { optional: true }),
  reason: text(refund.fields.reason.says, { optional: true }),
  riskStatus: oneOf(refund.fields.riskStatus.words, { says: 'Result of the risk rules.' }),
});

export const refundPreview = shape('RefundPreview', 'Result of a refund preview.', {
  ...previewed,
  refund: part(newRefund, 'The refund as it would be created.', { optional: true }),
});
