import type { Flow } from '../flow.js';
import {
  amount,
  declare,
  inConsole,
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

const status = words(
  { processing: 'The bank has not decided.', completed: 'Credited.', failed: 'Not credited.' },
  { name: 'PayinStatus', says: 'Where a pay-in stands.' },
);

export type PayinAction = 'complete' | 'fail';

/** Contract §3.2. */
export const payinFlow: Flow<(typeof status.values)[number], PayinAction> = {
  processing: { complete: 'completed', fail: 'failed' },
  completed: {},
  failed: {},
};

/** Contract §2.11: `amount` is what is credited, in the settlement currency; `paid` what the payer sent. */
export const payin = declare('payin', {
  called: ['pay-in', 'pay-ins'],
  says: 'A payment that was seen on a funding account.',
  listedBy: 'account',
  flow: payinFlow,
  fields: {
    accountId: ref('account', 'The account that is credited.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    status: oneOf(status, {
      says: 'The status of the pay-in.',
      example: 'completed',
    }),
    fundingAccountId: ref('fundingAccount', 'The funding account that it came to.', {
      as: 'fundingAccount',
      children: ['payins', 'What was paid into it, newest first.'],
      fixed: true,
    }),
    // As long as it is processing it is worth what the present rate makes of it.
    amount: amount('The amount credited, in the settlement currency.', {
      currency: 'currency',
      example: '44.250000',
    }),
    currency: text('The settlement currency.', {
      fixed: true,
      shows: ['list', 'detail', 'event'],
      example: 'USDT',
    }),
    paid: money('What the payer paid, in their own currency.', {
      fixed: true,
      example: { amount: '101.50', currency: 'PEN' },
    }),
    failureCode: text("Why it failed: expired, not_confirmed, or the provider's own code; open set.", {
      optional: true,
    }),
    createdAt: time('When it was seen.', { fixed: true }),
    completedAt: time('When it was credited.', {
      optional: true,
      example: '2026-11-20T14:03:07.596Z',
    }),
    refunded: made('How much of it was refunded; only on retrieve.', {
      optional: true,
      shows: ['detail'],
    }),
    refundable: made('How much of it can still be refunded, less refunds in progress; only on retrieve.', {
      optional: true,
      shows: ['detail'],
    }),
    provider: text('The provider that saw it.', { optional: true, fixed: true, shows: nowhere }),
    // The same one and amount twice on a funding account is one pay-in.
    bankReference: text("The bank's own reference of the payment; null for members.", {
      optional: true,
      fixed: true,
      shows: ['operators'],
    }),
    paymentReference: text("The provider's name for the payment, by which it is confirmed.", {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    attempts: whole('How often the provider was asked about it.', { shows: nowhere }),
    nextStepAt: time('When something is due of it.', { optional: true, shows: nowhere }),
  },
  filters: {
    status: { says: 'The status.', many: 'With one of these statuses; none stands for all.' },
    fundingAccountId: { says: 'The funding account that was paid into.' },
    currency: { says: 'Credited in this currency.', inConsole: true },
  },
  amounts: ['amount', 'Amounts are what is credited.'],
  indexes: [
    { by: ['accountId', 'fundingAccountId'] },
    { by: ['accountId', 'status'] },
    { by: ['accountId'] },
    { by: ['status'], only: ['failed'] },
  ],
  events: {
    'payin.completed': {
      says: 'The payment is credited to the balance.',
      at: 'completedAt',
      when: { status: ['completed'] },
      tells: 'completed',
    },
    'payin.failed': {
      says: 'Nothing is credited; see failure_code.',
      when: { status: ['failed'] },
      tells: 'failed',
    },
  },
});

export type Payin = RowOf<typeof payin>;
