import type { Flow } from '../flow.js';
import { traced, traceFilters } from './bank-reference.js';
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
  { processing: 'The bank has not confirmed it yet.', completed: 'Credited.', failed: 'Not credited.' },
  { name: 'PayinStatus', says: 'Status of a pay-in.' },
);

export type PayinAction = 'complete' | 'fail';

/** Contract §3.2. */
export const payinFlow: Flow<(typeof status.values)[number], PayinAction> = {
  processing: { complete: 'completed', fail: 'failed' },
  completed: {},
  failed: {},
};

/** Contract §2.11: `amount` is credited, in the settlement currency; `paid` is what the payer sent. */
export const payin = declare('payin', {
  called: ['pay-in', 'pay-ins'],
  says: 'A payment that arrived on a funding account.',
  listedBy: 'account',
  flow: payinFlow,
  fields: {
    accountId: ref('account', 'Account that is credited.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    status: oneOf(status, {
      says: 'Status of the pay-in.',
      example: 'completed',
    }),
    fundingAccountId: ref('fundingAccount', 'Funding account that was paid into.', {
      as: 'fundingAccount',
      children: ['payins', 'Pay-ins of the funding account, newest first.'],
      fixed: true,
    }),
    // While it is processing, the worth at the current rate.
    amount: amount('Amount credited, in the settlement currency.', {
      currency: 'currency',
      example: '44.250000',
    }),
    currency: text('Settlement currency.', {
      fixed: true,
      shows: ['list', 'detail', 'event'],
      example: 'USDT',
    }),
    paid: money('Amount that the payer paid, in their own currency.', {
      fixed: true,
      example: { amount: '101.50', currency: 'PEN' },
    }),
    failureCode: text("Why it failed: expired, not_confirmed, or the provider's own code; open set.", {
      optional: true,
    }),
    ...traced,
    createdAt: time('Time when the payment was reported.', { fixed: true }),
    completedAt: time('Time when it was credited.', {
      optional: true,
      example: '2026-11-20T14:03:07.596Z',
    }),
    refunded: made('Amount refunded. Only on retrieve.', {
      optional: true,
      shows: ['detail'],
    }),
    refundable: made('Amount that can still be refunded, without refunds in progress. Only on retrieve.', {
      optional: true,
      shows: ['detail'],
    }),
    provider: text('Provider that reported it.', { optional: true, fixed: true, shows: nowhere }),
    // On one funding account, the same bank reference and amount mean the same pay-in.
    bankReference: text(
      "The bank's own name of the payment, which identifies it, so that it is credited once; null for members.",
      {
        optional: true,
        fixed: true,
        outputName: 'paymentName',
        shows: ['operators'],
      },
    ),
    paymentReference: text("The provider's reference, used to confirm the payment.", {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    attempts: whole('Confirmations attempted.', { shows: nowhere }),
    nextStepAt: time('Time of the next step.', { optional: true, shows: nowhere }),
  },
  filters: {
    status: { says: 'The status.', many: 'Only with one of these statuses. Default: all.' },
    fundingAccountId: { says: 'Only of this funding account.' },
    ...traceFilters,
    currency: { says: 'Only credited in this currency.', inConsole: true },
  },
  amounts: ['amount', 'Amounts are those credited.'],
  sums: ['amount', 'currency'],
  indexes: [
    { by: ['traceReference'] },
    { by: ['accountId', 'fundingAccountId'] },
    { by: ['accountId', 'status'] },
    { by: ['accountId'] },
    { by: ['status'], only: ['failed'] },
  ],
  events: {
    'payin.completed': {
      says: 'The payment was credited to the balance.',
      at: 'completedAt',
      when: { status: ['completed'] },
      status: 'completed',
    },
    'payin.failed': {
      says: 'The payment was not credited; see failure_code.',
      when: { status: ['failed'] },
      status: 'failed',
    },
  },
});

export type Payin = RowOf<typeof payin>;
