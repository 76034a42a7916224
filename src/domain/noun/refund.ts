import type { Flow } from '../flow.js';
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
    pending_review: 'Held by risk rules: the money is reserved, and nothing is sent until somebody decides.',
    processing: 'On its way; it stays so while nobody knows how it ended.',
    completed: 'The payer has it.',
    failed: 'The payer does not get it; what it reserved is available again.',
  },
  { name: 'RefundStatus', says: 'How far it has come.' },
);

const riskStatus = riskStatusOf('RefundRiskStatus');

export type RefundAction = 'approve' | 'accept' | 'complete' | 'fail';

/** Supplement §3.3. A refund of unknown end stays processing; none is cancelled or comes back. */
export const refundFlow: Flow<(typeof status.values)[number], RefundAction> = {
  // The bank may have had it before its database was restored: then nobody need approve it any more.
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
    accountId: ref('account', 'The account that pays it back.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    status: oneOf(status, { example: 'completed' }),
    payinId: ref('payin', 'The pay-in of which it is.', {
      as: 'payin',
      children: ['refunds', 'What of it was sent back, or is to be, newest first.'],
      fixed: true,
    }),
    amount: amount('What leaves the balance, in the currency in which the pay-in was credited.', {
      currency: 'currency',
      fixed: true,
      example: '1.000000',
    }),
    currency: text('The currency of the amount.', { fixed: true, example: 'USDT', format: 'currency' }),
    payer: money(
      'What the payer gets, in the currency that was paid: at the rate of the pay-in, rounded down; the last refund of a pay-in brings back what is left of it.',
      { fixed: true, example: { amount: '18.38', currency: 'MXN' } },
    ),
    reason: text('Why, in the words of the account.', {
      optional: true,
      fixed: true,
      shows: ['list', 'detail', 'console'],
      example: 'Order 1042 was cancelled',
    }),
    failureCode: text(
      "Why it failed: risk_rejected, no_route, not_submitted, resolved_not_executed, or the provider's own; open set.",
      { optional: true },
    ),
    riskStatus: oneOf(riskStatus, { example: 'allowed' }),
    riskDecisionId: ref('riskDecision', 'The review that held it.', { as: 'riskDecision', optional: true }),
    ...labels,
    createdAt: time('When it was asked for.', { fixed: true }),
    updatedAt: time('When it last changed.'),
    completedAt: time('When it was paid.', { optional: true, example: exampleTime }),
    failedAt: time('When it failed.', { optional: true }),
    approvedAt: time('When the platform let it go.', { optional: true, shows: nowhere }),
    processingAt: time('When it began to be processed.', { optional: true, shows: nowhere }),
    ...sent,
  },
  filters: {
    status: { says: 'With this status.', many: true },
    payinId: { says: 'Of this pay-in.' },
    ...labelFilters,
    riskStatus: { says: 'With this risk status.', many: true, inConsole: true },
    currency: { says: 'In this currency.', inConsole: true },
  },
  indexes: [
    { by: ['accountId', 'clientReference'] },
    { by: ['accountId', 'payinId'] },
    { by: ['accountId', 'status'] },
    { by: ['accountId'] },
    { by: ['status'], only: ['pending_review', 'failed'] },
  ],
  events: {
    'refund.created': { says: 'It was asked for, and the money is reserved.', at: 'createdAt' },
    'refund.approved': {
      says: 'It was held for review, and the platform lets it go.',
      at: 'approvedAt',
      tells: 'processing',
    },
    'refund.processing': { says: 'It is on its way.', at: 'processingAt', tells: 'processing' },
    'refund.completed': {
      says: 'The payer has it.',
      at: 'completedAt',
      when: { status: ['completed'] },
      tells: 'completed',
    },
    'refund.failed': {
      says: 'It was not paid; what it reserved is available again. See failure_code.',
      at: 'failedAt',
      when: { status: ['failed'] },
      tells: 'failed',
    },
  },
});

export type Refund = RowOf<typeof refund>;
