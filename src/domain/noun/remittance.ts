import type { Flow } from '../flow.js';
import {
  amount,
  anyId,
  decimal,
  declare,
  exampleTime,
  inConsole,
  money,
  nowhere,
  oneOf,
  ref,
  text,
  time,
  words,
  type RowOf,
} from './declare.js';
import { labelFilters, labels } from './label.js';

const status = words(
  {
    awaiting_funds: 'Waiting for its deposit to be credited.',
    processing: 'Funded; its payout is in flight.',
    review: 'Its payout is held by risk rules, with its money reserved.',
    completed: 'The beneficiary was paid.',
    failed: 'Nothing was paid out; the credited money is available. See failure_code.',
    returned: "The beneficiary's bank sent it back; the money is available in the settlement asset.",
  },
  { name: 'RemittanceStatus', says: 'Status of a remittance.' },
);

export type RemittanceAction = 'fund' | 'hold' | 'approve' | 'complete' | 'fail' | 'send_back';

/** Supplement §3.4. */
export const remittanceFlow: Flow<(typeof status.values)[number], RemittanceAction> = {
  awaiting_funds: { fund: 'processing', hold: 'review', fail: 'failed' },
  // The bank may decide the payout before the review does: then the review has no effect any more.
  review: { approve: 'processing', complete: 'completed', fail: 'failed' },
  processing: { complete: 'completed', fail: 'failed' },
  completed: { send_back: 'returned' },
  failed: {},
  returned: {},
};

/** Supplement §3.4. */
export const remittance = declare('remittance', {
  called: ['remittance', 'remittances'],
  says: 'A pay-in in one currency and a payout in another, at one price.',
  listedBy: 'account',
  flow: remittanceFlow,
  fields: {
    accountId: ref('account', 'Account that owns the remittance.', {
      fixed: true,
      shows: inConsole,
    }),
    status: oneOf(status, { example: 'completed' }),
    quoteId: ref('quote', 'Quote that set its price.', { as: 'quote', fixed: true }),
    beneficiaryId: ref('beneficiary', 'Beneficiary that is paid.', {
      as: 'beneficiary',
      fixed: true,
      children: ['remittances', 'Remittances to the beneficiary, newest first.'],
    }),
    customerId: ref('customer', 'Customer on whose behalf it is paid.', {
      optional: true,
      as: 'customer',
      fixed: true,
      children: ['remittances', 'Remittances of the customer, newest first.'],
    }),
    method: text('Method of its payout.', { fixed: true, shows: inConsole }),
    source: money("Amount that the payer pays: the quote's total.", {
      fixed: true,
      example: {
        type: 'funding_account',
        funding_account_id: 'fa_01k9zq3v5e8x7m2n4p6r8t0w1y',
        currency: 'PEN',
        amount: '101.50',
      },
    }),
    destination: money('Amount that the beneficiary receives.', {
      fixed: true,
      example: { amount: '156.94', currency: 'BRL' },
    }),
    rate: decimal('Destination units for one unit of the principal that the payer pays.', {
      fixed: true,
      example: '1.5694',
    }),
    fundingAccountId: ref('fundingAccount', 'Funding account whose next deposit funds it.', {
      optional: true,
      fixed: true,
      as: 'fundingAccount',
      children: ['remittances', 'Remittances that wait for its deposits, newest first.'],
      shows: inConsole,
    }),
    sourcePayinId: ref('payin', 'Credited pay-in that funds it.', {
      optional: true,
      fixed: true,
      shows: inConsole,
    }),
    payinId: ref('payin', 'Pay-in that funded it.', {
      optional: true,
      as: ['payin', 'Pay-in that funded it.'],
      example: 'pin_01k9zq3v5e8x7m2n4p6r8t0w1y',
    }),
    payoutId: ref('payout', 'Its payout. Present once funded.', {
      optional: true,
      as: ['payout', 'Its payout.'],
      example: 'pout_01k9zq3v5e8x7m2n4p6r8t0w1y',
    }),
    failureCode: text(
      "Why it failed: funding_insufficient, quote_expired, customer_blocked, or its payout's code; open set. An unknown code means not paid.",
      { optional: true },
    ),
    ...labels,
    createdAt: time('Time of creation.', { fixed: true }),
    updatedAt: time('Time of the last change.'),
    completedAt: time('Time when its payout was completed.', { optional: true, example: exampleTime }),
    description: text('Description by the account, copied to its payout. Only on retrieve.', {
      optional: true,
      fixed: true,
      shows: ['detail', 'console'],
      example: 'Rent for May',
    }),
    reviewAt: time('Time when risk rules held its payout.', { optional: true, shows: inConsole }),
    processingAt: time('Time when its payout could be sent.', { optional: true, shows: inConsole }),
    failedAt: time('Time when it failed.', { optional: true, shows: inConsole }),
    returnedAt: time('Time when its payout was sent back.', { optional: true, shows: inConsole }),
    reference: text('Reference of its payout at the provider, derived from the Idempotency-Key.', {
      fixed: true,
      shows: nowhere,
    }),
    requestedBy: anyId('API key, member or operator that requested it.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    limitDaily: amount('Limit in force when it was accepted.', { fixed: true, shows: nowhere }),
    dailyTotal: amount('Total of the previous 24 hours.', { fixed: true, shows: nowhere }),
    nextStepAt: time('Time when it fails unless it is funded.', { optional: true, shows: nowhere }),
  },
  filters: {
    status: { says: 'Only with this status.', many: true },
    payinId: { says: 'Only funded by this pay-in.' },
    payoutId: { says: 'Only with this payout.' },
    customerId: { says: 'Only of this customer.' },
    beneficiaryId: { says: 'Only to this beneficiary.' },
    ...labelFilters,
  },
  amounts: ['destinationAmount', 'Amounts are those that arrive.'],
  sums: ['destinationAmount', 'destinationCurrency'],
  indexes: [
    { by: ['accountId', 'clientReference'] },
    { by: ['accountId', 'payinId'] },
    { by: ['accountId', 'payoutId'] },
    { by: ['accountId', 'beneficiaryId'] },
    { by: ['accountId', 'customerId'] },
    { by: ['accountId', 'status'] },
    { by: ['accountId'] },
    { by: ['status'], only: ['awaiting_funds', 'review', 'failed', 'returned'] },
  ],
  events: {
    'remittance.created': { says: 'The remittance was accepted.', at: 'createdAt', status: 'awaiting_funds' },
    'remittance.review': {
      says: 'The remittance is funded; risk rules hold its payout.',
      at: 'reviewAt',
      status: 'review',
    },
    'remittance.processing': {
      says: 'The remittance is funded, and its payout is in flight.',
      at: 'processingAt',
      status: 'processing',
    },
    'remittance.completed': { says: 'The beneficiary was paid.', at: 'completedAt', status: 'completed' },
    'remittance.failed': {
      says: 'Nothing was paid out; the credited money is available. See failure_code.',
      at: 'failedAt',
      status: 'failed',
    },
    'remittance.returned': {
      says: 'Its payout was sent back; the money returns in the settlement asset.',
      at: 'returnedAt',
      status: 'returned',
    },
  },
});

export type Remittance = RowOf<typeof remittance>;
