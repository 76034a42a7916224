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
    closed: 'No more: paid, failed or expired.',
  },
  { name: 'FundingAccountStatus', says: 'Whether it can be paid into.' },
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
  { says: 'How it ended.' },
);

/** Contract §2.10. With an amount it takes one payment of exactly that; without, any deposit. */
export const fundingAccount = declare('fundingAccount', {
  called: ['funding account', 'funding accounts'],
  says: 'An account that payers pay into.',
  listedBy: 'account',
  flow: fundingAccountFlow,
  fields: {
    accountId: ref('account', 'The account that is credited.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    status: oneOf(status, { example: 'active' }),
    method: text('The method.', { fixed: true, example: 'bank_transfer' }),
    country: text('The country, where the method has one.', {
      optional: true,
      fixed: true,
      shows: inConsole,
    }),
    currency: text('What payers send.', { fixed: true, example: 'PEN' }),
    settlementCurrency: text('The balance that is credited.', { fixed: true, example: 'USDT' }),
    amount: amount('The one payment that it takes, exactly that; absent where it takes any.', {
      optional: true,
      fixed: true,
      currency: 'currency',
      example: '101.50',
    }),
    payer: text('Who pays, as the account gave it.', {
      optional: true,
      fixed: true,
      sealed: true,
      shows: nowhere,
    }),
    instructions: json<Readonly<Record<string, string>>>()(
      'How to pay; there once it is active. amount and currency: what is paid, always the order amount; copy_paste_code: to paste in the app of the bank; qr_code_image_base64: a PNG; bank_account: to transfer to; reference: the transfer must carry it; payment_url: a link to pay; expires_at: until when it can be paid. New keys may appear: show or ignore them.',
      {
        optional: true,
        example: {
          amount: '101.50',
          currency: 'PEN',
          reference: 'SBX0ABB275455',
          expires_at: '2026-11-20T14:33:07.512Z',
          bank_account: '00000094478370814709',
        },
      },
    ),
    failureCode: text(
      'Why it could not be opened: provider_rejected, provider_unavailable, provider_amount_mismatch, no_route; open set.',
      { optional: true },
    ),
    ...labels,
    reference: text('Our name for it at the provider.', { fixed: true, shows: nowhere }),
    provider: text('The provider that opens it.', { optional: true, shows: nowhere }),
    expiresAt: time('When it ends by itself; of one that takes a single payment.', {
      optional: true,
      shows: inConsole,
    }),
    payinId: ref('payin', 'The payment that is using up an account for one payment.', {
      optional: true,
      shows: nowhere,
    }),
    closedBy: oneOf(closedBy, { optional: true, shows: nowhere }),
    limitDaily: amount('The limit in force when it was accepted.', { optional: true, shows: nowhere }),
    dailyTotal: amount('What it made of the 24 hours before.', { optional: true, shows: nowhere }),
    attempts: whole('Attempts at what is due.', { shows: nowhere }),
    nextStepAt: time(
      'Business time at which something is due: opening while pending, expiry while active, closing at the provider after.',
      { optional: true, shows: nowhere },
    ),
    createdAt: time('When it was asked for.', { fixed: true }),
  },
  filters: {
    status: { says: 'With this status.', many: true },
    ...labelFilters,
    method: { says: 'Of this method.', inConsole: true },
    currency: { says: 'Of this currency.', inConsole: true },
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
      says: 'It has its instructions and can be paid into.',
      when: { status: ['active', 'closed'] },
      tells: 'active',
    },
    'funding_account.failed': {
      says: 'The provider did not open it; see failure_code.',
      when: { status: ['failed'] },
      tells: 'failed',
    },
  },
});

export type FundingAccount = RowOf<typeof fundingAccount>;
