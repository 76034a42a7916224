import type { Flow } from '../flow.js';
import {
  amount,
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
    awaiting_funds: 'The deposit that funds it has not been credited yet.',
    processing: 'Its pay-in is bound and its payout on the way.',
    review: 'Its payout is held by risk rules, with its money reserved.',
    completed: 'The beneficiary was paid.',
    failed: 'Nothing was paid out; what was credited is available. See failure_code.',
    returned: "The beneficiary's bank sent it back; the money is back in the settlement asset.",
  },
  { name: 'RemittanceStatus', says: 'How far it has come.' },
);

export type RemittanceAction = 'fund' | 'hold' | 'approve' | 'complete' | 'fail' | 'send_back';

/** Supplement §3.4. */
export const remittanceFlow: Flow<(typeof status.values)[number], RemittanceAction> = {
  awaiting_funds: { fund: 'processing', hold: 'review', fail: 'failed' },
  // The bank may know of a payout before we do: then the review decides nothing any more.
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
    accountId: ref('account', 'The account that it belongs to.', {
      fixed: true,
      shows: inConsole,
    }),
    status: oneOf(status, { example: 'completed' }),
    quoteId: ref('quote', 'The quote whose price it has.', { as: 'quote', fixed: true }),
    beneficiaryId: ref('beneficiary', 'Whom it pays.', {
      as: 'beneficiary',
      fixed: true,
      children: ['remittances', 'Remittances to it, newest first.'],
    }),
    customerId: ref('customer', 'On whose behalf it is paid.', {
      optional: true,
      as: 'customer',
      fixed: true,
      children: ['remittances', 'Its remittances, newest first.'],
    }),
    method: text('The method of its payout.', { fixed: true, shows: inConsole }),
    source: money('What the payer pays: the total of the quote.', {
      fixed: true,
      example: {
        type: 'funding_account',
        funding_account_id: 'fa_01k9zq3v5e8x7m2n4p6r8t0w1y',
        currency: 'PEN',
        amount: '101.50',
      },
    }),
    destination: money('What the beneficiary receives.', {
      fixed: true,
      example: { amount: '156.94', currency: 'BRL' },
    }),
    rate: decimal('Destination units per unit of the principal that the payer pays.', {
      fixed: true,
      example: '1.5694',
    }),
    fundingAccountId: ref('fundingAccount', 'The funding account whose next deposit funds it.', {
      optional: true,
      fixed: true,
      as: 'fundingAccount',
      children: ['remittances', 'The remittances that its deposits were to fund, newest first.'],
      shows: inConsole,
    }),
    sourcePayinId: ref('payin', 'The credited pay-in that was to fund it.', {
      optional: true,
      fixed: true,
      shows: inConsole,
    }),
    payinId: ref('payin', 'The pay-in that is bound to it, once it is funded.', {
      optional: true,
      as: ['payin', 'The pay-in that is bound to it.'],
      example: 'pin_01k9zq3v5e8x7m2n4p6r8t0w1y',
    }),
    payoutId: ref('payout', 'Its one payout, once it is funded.', {
      optional: true,
      as: ['payout', 'Its one payout.'],
      example: 'pout_01k9zq3v5e8x7m2n4p6r8t0w1y',
    }),
    failureCode: text(
      'funding_insufficient, quote_expired, customer_blocked, or that of its payout; open set. An unknown code means not paid.',
      { optional: true },
    ),
    ...labels,
    createdAt: time('When it was created.', { fixed: true }),
    updatedAt: time('When it last changed.'),
    completedAt: time('When its payout was completed.', { optional: true, example: exampleTime }),
    description: text('What it is for; only on retrieve. Its payout has it too.', {
      optional: true,
      fixed: true,
      shows: ['detail', 'console'],
      example: 'Rent for May',
    }),
    reviewAt: time('When its payout was held by risk rules.', { optional: true, shows: inConsole }),
    processingAt: time('When its payout could go on its way.', { optional: true, shows: inConsole }),
    failedAt: time('When it failed.', { optional: true, shows: inConsole }),
    returnedAt: time('When its payout was sent back.', { optional: true, shows: inConsole }),
    reference: text('Of its payout at the provider; from the idempotency key.', {
      fixed: true,
      shows: nowhere,
    }),
    limitDaily: amount('The limit in force when it was accepted.', { fixed: true, shows: nowhere }),
    dailyTotal: amount('What it made of the 24 hours before.', { fixed: true, shows: nowhere }),
    nextStepAt: time('When it fails unless it is funded.', { optional: true, shows: nowhere }),
  },
  filters: {
    status: { says: 'With this status.', many: true },
    payinId: { says: 'Funded by this pay-in.' },
    payoutId: { says: 'Whose payout this is.' },
    customerId: { says: 'Of this customer.' },
    beneficiaryId: { says: 'To this beneficiary.' },
    ...labelFilters,
  },
  amounts: ['destinationAmount', 'Amounts are what arrives.'],
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
    'remittance.created': { says: 'It was accepted.', at: 'createdAt', tells: 'awaiting_funds' },
    'remittance.review': {
      says: 'It is funded; risk rules hold its payout.',
      at: 'reviewAt',
      tells: 'review',
    },
    'remittance.processing': {
      says: 'It is funded, and its payout is on the way.',
      at: 'processingAt',
      tells: 'processing',
    },
    'remittance.completed': { says: 'The beneficiary was paid.', at: 'completedAt', tells: 'completed' },
    'remittance.failed': {
      says: 'Nothing was paid out; what was credited is available. See failure_code.',
      at: 'failedAt',
      tells: 'failed',
    },
    'remittance.returned': {
      says: 'Its payout was sent back; the money comes back in the settlement asset.',
      at: 'returnedAt',
      tells: 'returned',
    },
  },
});

export type Remittance = RowOf<typeof remittance>;
