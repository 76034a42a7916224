import type { Flow } from '../flow.js';
import {
  amount,
  declare,
  inConsole,
  json,
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

const status = words(
  {
    pending: 'Being opened at the provider.',
    active: 'It can.',
    failed: 'It could not be opened.',
    closed: 'It accepts no more payments: paid, failed or expired.',
  },
  { name: 'FundingAccountStatus', says: 'Status of a funding account.' },
);

export type FundingAccountAction = 'open' | 'fail' | 'close';

/** Contract §3.1. */
export const fundingAccountFlow: Flow<(typeof status.values)[number], FundingAccountAction> = {
  pending: { open: 'active', fail: 'failed' },
  active: { close: 'closed' },
  failed: {},
  closed: {},
};

const closedBy = words(
  {
    paid: 'Its one payment was credited.',
    failed: 'Its one payment failed.',
    expired: 'Nobody paid in time.',
  },
  { says: 'How the funding account ended.' },
);

/** Contract §2.10. With an amount it accepts one payment of exactly that amount; without, any deposit. */
export const fundingAccount = declare('fundingAccount', {
  called: ['funding account', 'funding accounts'],
  says: 'An account that payers pay into.',
  listedBy: 'account',
  flow: fundingAccountFlow,
  fields: {
    accountId: ref('account', 'Account that is credited.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    status: oneOf(status, { example: 'active' }),
    method: text('The method.', { fixed: true, example: 'bank_transfer' }),
    country: text('Country of the method, if it has one.', {
      optional: true,
      fixed: true,
      shows: inConsole,
    }),
    currency: text('Currency that payers send.', { fixed: true, example: 'PEN' }),
    settlementCurrency: text('Balance that is credited.', { fixed: true, example: 'USDT' }),
    amount: amount('Exact amount of its one payment. Absent: it accepts any deposit.', {
      optional: true,
      fixed: true,
      currency: 'currency',
      example: '101.50',
    }),
    payer: text("Payer's data, as given by the account.", {
      optional: true,
      fixed: true,
      sealed: true,
      shows: nowhere,
    }),
    instructions: json<Readonly<Record<string, string>>>()(
      'How to pay. Present once active. amount, currency: what to pay, always the order amount; copy_paste_code: paste it in the banking app; qr_code_image_base64: a PNG; bank_account: transfer to it; reference: put it in the transfer; bank_name: bank of that account; account_holder: its holder; payment_url: link to pay; expires_at: deadline. New keys may be added: show or ignore them.',
      {
        optional: true,
        example: {
          amount: '101.50',
          currency: 'PEN',
          reference: 'SBX0ABB275455',
          expires_at: '2026-11-20T14:33:07.512Z',
          bank_account: '00000094478370814709',
          bank_name: 'Sandbox Bank',
          account_holder: 'Sandbox account holder',
        },
      },
    ),
    failureCode: text(
      'Why it could not be opened: provider_rejected, provider_unavailable, provider_amount_mismatch, no_route; open set.',
      { optional: true },
    ),
    ...labels,
    reference: text('Our reference at the provider.', { fixed: true, shows: nowhere }),
    provider: text('Provider that opens it.', { optional: true, shows: nowhere }),
    expiresAt: time('Time when it expires. Only for one payment.', {
      optional: true,
      shows: inConsole,
    }),
    payinId: ref('payin', 'Payment that uses up a one-payment funding account.', {
      optional: true,
      shows: nowhere,
    }),
    closedBy: oneOf(closedBy, { optional: true, shows: nowhere }),
    limitDaily: amount('Limit in force when it was accepted.', { optional: true, shows: nowhere }),
    dailyTotal: amount('Total of the previous 24 hours.', { optional: true, shows: nowhere }),
    attempts: whole('Attempts at the next step.', { shows: nowhere }),
    nextStepAt: time(
      'Business time of the next step: opening while pending, expiry while active, then closing at the provider.',
      { optional: true, shows: nowhere },
    ),
    createdAt: time('Time of creation.', { fixed: true }),
  },
  filters: {
    status: { says: 'Only with this status.', many: true },
    ...labelFilters,
    method: { says: 'Only of this method.', inConsole: true },
    currency: { says: 'Only in this currency.', inConsole: true },
  },
  amounts: ['amount'],
  indexes: [
    { by: ['accountId', 'clientReference'] },
    { by: ['accountId', 'status'] },
    { by: ['accountId'] },
    { by: ['status'], only: ['failed'] },
  ],
  events: {
    'funding_account.active': {
      says: 'The funding account has instructions and can be paid into.',
      when: { status: ['active', 'closed'] },
      status: 'active',
    },
    'funding_account.failed': {
      says: 'The provider did not open the funding account; see failure_code.',
      when: { status: ['failed'] },
      status: 'failed',
    },
  },
});

export type FundingAccount = RowOf<typeof fundingAccount>;
