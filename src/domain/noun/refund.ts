import type { Flow } from '../flow.js';
import { traced, traceFilters } from './bank-reference.js';
import {
  amount,
  declare,
  exampleTime,
  inConsole,
  nowhere,
  oneOf,
  ref,
  text,
  time,
  words,
  type RowOf,
  money,
} from './declare.js';
import { labelFilters, labels } from './label.js';
import { riskStatusOf, sent } from './sent.js';

const status = words(
  {
    pending_review: 'Held by risk rules: the money is reserved, and nothing is sent until a decision.',
    processing: 'In flight; also while the outcome is unknown.',
    completed: 'The payer has received it.',
    failed: 'Not paid; the reserved money is available again.',
  },
  { name: 'RefundStatus', says: 'Status of a refund.' },
);

const riskStatus = riskStatusOf('RefundRiskStatus');

export type RefundAction = 'approve' | 'accept' | 'complete' | 'fail';

/** Supplement §3.3. An uncertain refund stays processing; refunds cannot be cancelled or returned. */
export const refundFlow: Flow<(typeof status.values)[number], RefundAction> = {
  // The bank may have executed it before the database was restored: then it needs no approval any more.
  pending_review: { approve: 'processing', complete: 'completed', fail: 'failed' },
  processing: { accept: 'processing', complete: 'completed', fail: 'failed' },
  completed: {},
  failed: {},
};

/** Supplement §3.3, contract §4.9. */
export const refund = declare('refund', {
  called: ['refund', 'refunds'],
  says: 'Money of a credited pay-in that goes back to its payer.',
  listedBy: 'account',
  flow: refundFlow,
  draws: ['amount', 'currency'],
  fields: {
    accountId: ref('account', 'Account that pays it back.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    status: oneOf(status, { example: 'completed' }),
    payinId: ref('payin', 'Pay-in that is refunded.', {
      as: 'payin',
      children: ['refunds', 'Refunds of the pay-in, newest first.'],
      fixed: true,
    }),
    amount: amount('Amount that leaves the balance, in the currency in which the pay-in was credited.', {
      currency: 'currency',
      fixed: true,
      example: '1.000000',
    }),
    currency: text('Currency of the amount.', { fixed: true, example: 'USDT', format: 'currency' }),
    payer: money(
      "Amount that the payer receives, in the currency they paid: at the pay-in's rate, rounded down. The last refund of a pay-in returns the rest.",
      { fixed: true, example: { amount: '18.38', currency: 'MXN' } },
    ),
    reason: text('Reason given by the account.', {
      optional: true,
      fixed: true,
      shows: ['list', 'detail', 'console'],
      example: 'Order 1042 was cancelled',
    }),
    failureCode: text(
      "Why it failed: risk_rejected, no_route, not_submitted, resolved_not_executed, or the provider's own code; open set.",
      { optional: true },
    ),
    riskStatus: oneOf(riskStatus, { example: 'allowed' }),
    riskDecisionId: ref('riskDecision', 'Review that held it.', { as: 'riskDecision', optional: true }),
    ...labels,
    ...traced,
    createdAt: time('Time of the request.', { fixed: true }),
    updatedAt: time('Time of the last change.'),
    completedAt: time('Time when it was paid.', { optional: true, example: exampleTime }),
    failedAt: time('Time when it failed.', { optional: true }),
    approvedAt: time('Time when the platform approved it.', { optional: true, shows: nowhere }),
    processingAt: time('Time when processing began.', { optional: true, shows: nowhere }),
    ...sent,
  },
  filters: {
    status: { says: 'Only with this status.', many: true },
    payinId: { says: 'Only of this pay-in.' },
    ...labelFilters,
    ...traceFilters,
    riskStatus: { says: 'Only with this risk status.', many: true, inConsole: true },
    currency: { says: 'Only in this currency.', inConsole: true },
  },
  amounts: ['amount'],
  sums: ['amount', 'currency'],
  indexes: [
    { by: ['traceReference'] },
    { by: ['accountId', 'clientReference'] },
    { by: ['accountId', 'payinId'] },
    { by: ['accountId', 'status'] },
    { by: ['accountId'] },
    { by: ['status'], only: ['pending_review', 'failed'] },
  ],
  events: {
    'refund.created': { says: 'The refund was requested, and its money is reserved.', at: 'createdAt' },
    'refund.approved': {
      says: 'The refund was held for review, and the platform approved it.',
      at: 'approvedAt',
      status: 'processing',
    },
    'refund.processing': { says: 'The refund is in flight.', at: 'processingAt', status: 'processing' },
    'refund.completed': {
      says: 'The payer has received it.',
      at: 'completedAt',
      when: { status: ['completed'] },
      status: 'completed',
    },
    'refund.failed': {
      says: 'The refund was not paid; the reserved money is available again. See failure_code.',
      at: 'failedAt',
      when: { status: ['failed'] },
      status: 'failed',
    },
  },
});

export type Refund = RowOf<typeof refund>;
