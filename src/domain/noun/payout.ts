import type { Flow } from '../flow.js';
import { approvalOf } from './approval.js';
import { traced, traceFilters } from './bank-reference.js';
import {
  amount,
  declare,
  inConsole,
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
import { priced } from './priced.js';
import { sent } from './sent.js';

const status = words(
  {
    processing: 'In flight, or held by risk rules.',
    verification_pending: 'The outcome at the bank is unknown.',
    completed: 'Paid.',
    failed: 'Not paid; the money is available again.',
    returned: 'Paid, then sent back.',
    cancelled: 'Cancelled before it was sent.',
  },
  { name: 'PayoutStatus', says: 'Status of a payout.' },
);
export type PayoutStatus = (typeof status.values)[number];

const riskStatus = words(
  {
    allowed: 'Not held.',
    in_review: 'Held for review.',
    approved: 'Held, then approved.',
    rejected: 'Held, then rejected.',
  },
  { name: 'RiskStatus', says: 'Result of the risk rules.' },
);

const refundStatus = words(
  { pending: 'Not available yet.', settled: 'Available again.' },
  { name: 'PayoutReturnStatus', says: 'Status of returned money.' },
);
export const returnStatuses = refundStatus;

export type PayoutAction = 'doubt' | 'complete' | 'fail' | 'cancel' | 'send_back' | 'settle_return';

/** Contract §3.3. The only step out of a final state is completed → returned. */
export const payoutFlow: Flow<PayoutStatus, PayoutAction> = {
  processing: { doubt: 'verification_pending', complete: 'completed', fail: 'failed', cancel: 'cancelled' },
  verification_pending: { complete: 'completed', fail: 'failed' },
  completed: { send_back: 'returned' },
  failed: {},
  returned: { settle_return: 'returned' },
  cancelled: {},
};

const inDetail = { shows: ['detail', 'event', 'console'] } as const;
const ended = { optional: true, ...inDetail } as const;

/** Contract §2.12, plus internal fields for sending. */
export const payout = declare('payout', {
  called: ['payout', 'payouts'],
  says: 'Money sent from a balance to a beneficiary.',
  listedBy: 'account',
  hasHandwrittenEventRules: true,
  flow: payoutFlow,
  draws: ['total', 'sourceCurrency'],
  fields: {
    accountId: ref('account', 'Account that pays.', { as: 'account', fixed: true, shows: inConsole }),
    status: oneOf(status, {
      says: 'Status of the payout. failed, returned and cancelled are final.',
    }),
    method: text('Method of the beneficiary.', { fixed: true, example: 'pix' }),
    beneficiaryId: ref('beneficiary', 'The beneficiary that receives the money.', {
      as: 'beneficiary',
      children: ['payouts', 'Payouts to the beneficiary, newest first.'],
      fixed: true,
    }),
    ...priced,
    quoteId: ref('quote', 'Quote that set its price.', {
      as: 'quote',
      optional: true,
      fixed: true,
    }),
    remittanceId: ref('remittance', 'Remittance that it belongs to.', {
      as: 'remittance',
      optional: true,
      fixed: true,
    }),
    batchId: ref('payoutBatch', 'Batch that it belongs to.', {
      as: 'batch',
      optional: true,
      fixed: true,
    }),
    batchIndex: whole('Position in the batch.', { optional: true, fixed: true, shows: nowhere }),
    failureCode: text(
      "Why it failed or was cancelled: insufficient_funds, invalid_instruction, no_route, not_submitted, resolved_not_executed, risk_rejected, customer_blocked, cancelled_before_submission, or a provider's own code. An unknown code means not paid.",
      { optional: true },
    ),
    riskStatus: oneOf(riskStatus, {
      example: 'allowed',
    }),
    riskDecisionId: ref('riskDecision', 'Review that held it.', {
      as: 'riskDecision',
      optional: true,
    }),
    ...approvalOf,
    refundStatus: oneOf(refundStatus, { optional: true, shows: nowhere }),
    refund: made('Amount returned: the principal.', {
      optional: true,
      shows: ['list', 'detail', 'event'],
    }),
    cancellation: made('Only on retrieve and in the answer to a cancel.', {
      optional: true,
      shows: ['detail'],
    }),
    beneficiary: made('On retrieve and in lists.', { optional: true, shows: ['detail'] }),
    description: text('Description by the account; in sandbox it may contain a sim: tag. Only on retrieve.', {
      optional: true,
      fixed: true,
      shows: ['detail', 'console'],
    }),
    country: text('Country of the method, if it has one.', { optional: true, fixed: true, ...inDetail }),
    ...labels,
    ...traced,
    createdAt: time('Time of creation.', { fixed: true }),
    updatedAt: time('When it last changed; metadata and bank_reference aside.'),
    completedAt: time('Time when it was paid.', ended),
    failedAt: time('Time when it failed.', ended),
    returnedAt: time('Time when it came back.', ended),
    cancelledAt: time('Time when it was cancelled.', ended),
    cancelRequestedAt: time('Time when cancellation was requested.', { optional: true, shows: nowhere }),
    cancelDecidedAt: time('Time when the cancellation was decided.', { optional: true, shows: nowhere }),
    ...sent,
    provider: text(sent.provider.says, { optional: true, shows: nowhere }),
    limitDaily: amount('Limit in force when it was accepted.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    dailyTotal: amount('Amount of the limit used then.', { optional: true, fixed: true, shows: nowhere }),
  },
  filters: {
    status: { says: 'The status.', many: 'Only with one of these statuses. Default: all.' },
    beneficiaryId: { says: 'Only to this beneficiary.' },
    riskStatus: { says: 'Risk status.', many: 'Only with one of these risk statuses. Default: all.' },
    ...labelFilters,
    ...traceFilters,
    method: { says: 'Only of this method.', inConsole: true },
    sourceCurrency: { says: 'Only from this currency.', inConsole: true },
    destinationCurrency: { says: 'Only to this currency.', inConsole: true },
    failureCode: { says: 'Only with this failure code.', inConsole: true },
  },
  amounts: ['destinationAmount', 'Amounts are those that arrive.'],
  sums: ['destinationAmount', 'destinationCurrency'],
  indexes: [
    { by: ['traceReference'] },
    { by: ['accountId', 'clientReference'] },
    { by: ['accountId', 'beneficiaryId'] },
    { by: ['accountId', 'riskStatus'], only: ['in_review', 'approved', 'rejected'] },
    { by: ['accountId', 'status'] },
    { by: ['accountId'] },
    { by: ['riskStatus'], only: ['in_review', 'approved', 'rejected'] },
    { by: ['status'], only: ['verification_pending', 'failed', 'returned', 'cancelled'] },
  ],
});

export type Payout = RowOf<typeof payout>;
