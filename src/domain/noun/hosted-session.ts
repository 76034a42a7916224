import {
  declare,
  inConsole,
  json,
  made,
  nowhere,
  oneOf,
  ref,
  text,
  time,
  words,
  type RowOf,
} from './declare.js';
import { labelFilters, labels } from './label.js';

/** Of the moment: nothing has to write that a session expired. */
export const sessionStatuses = words(
  {
    open: 'Its customer can go on.',
    submitted: 'Its remittance exists.',
    expired: 'Its time passed without a remittance.',
  },
  { name: 'HostedSessionStatus', says: 'How far its customer has come.' },
);

const origin = words(
  {
    tenant: 'The account created it.',
    public: 'A visitor started it, where public_start allows that.',
  },
  { name: 'HostedSessionOrigin', says: 'Who started it.' },
);

const language = words({ en: 'English.', es: 'Spanish.', pt: 'Portuguese.' }, { says: 'Of its page.' });

export type Language = (typeof language.values)[number];

/** Hints, in the words of the API, which the customer may change (contract §2.17). */
export interface Prefill {
  readonly amount?: string;
  readonly amount_side?: 'source' | 'destination';
  readonly destination_country?: string;
  readonly destination_currency?: string;
  readonly method?: string;
  readonly source_currency?: string;
}

/** Contract §2.17. */
export const hostedSession = declare('hostedSession', {
  name: 'HostedSession',
  called: ['hosted session', 'hosted sessions'],
  says: "One customer's way through the hosted page, which makes at most one remittance.",
  command: 'session',
  listedBy: 'account',
  fields: {
    accountId: ref('account', 'The account whose page it is on.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    status: made('open, submitted or expired, as of now.', {
      shows: ['list', 'detail', 'event'],
      example: 'open',
    }),
    origin: oneOf(origin, { fixed: true, example: 'tenant' }),
    pageId: ref('hostedPage', 'The page that it is on.', { as: 'page', fixed: true }),
    customerId: ref('customer', 'The customer who sends.', {
      optional: true,
      as: 'customer',
      example: 'cus_01k9zq3v5e8x7m2n4p6r8t0w1y',
      children: ['hostedSessions', 'Its sessions on the hosted page, newest first.'],
    }),
    beneficiaryId: ref('beneficiary', 'Whom its remittance pays.', { optional: true, as: 'beneficiary' }),
    quoteId: ref('quote', 'The price that was last frozen.', { optional: true, as: 'quote' }),
    fundingAccountId: ref('fundingAccount', 'The account that its customer pays into.', {
      optional: true,
      as: 'fundingAccount',
    }),
    remittanceId: ref('remittance', 'Its remittance.', { optional: true, as: 'remittance' }),
    paymentReportedAt: time('When its customer said that they have paid; not a confirmation.', {
      optional: true,
    }),
    prefill: json<Prefill>()('Hints, which the customer may change.', {
      optional: true,
      fixed: true,
      example: { amount: '150.00', amount_side: 'source', source_currency: 'PEN', destination_country: 'VE' },
    }),
    ...labels,
    expiresAt: time('When it ends, unless its remittance exists by then.', {
      fixed: true,
      example: '2026-11-21T14:03:07.512Z',
    }),
    createdAt: time('When it was started.', { fixed: true }),
    updatedAt: time('When it last changed.'),
    submittedAt: time('When its remittance was made.', { optional: true, shows: inConsole }),
    tokenFingerprint: text('Of the token in its address.', { fixed: true, shows: nowhere }),
    draft: text('The answers that its customer has given so far.', {
      optional: true,
      sealed: true,
      shows: nowhere,
    }),
    language: oneOf(language, { optional: true, shows: inConsole }),
  },
  filters: {
    ...labelFilters,
    customerId: { says: 'Of this customer.', inConsole: true },
    origin: { says: 'Of this origin.', inConsole: true },
  },
  indexes: [
    { by: ['accountId', 'clientReference'] },
    { by: ['accountId', 'customerId'] },
    { by: ['accountId'] },
  ],
  events: {
    'hosted_session.created': {
      says: 'A session on the hosted page was started.',
      at: 'createdAt',
      tells: 'open',
    },
    'hosted_session.payment_reported': {
      says: 'Its customer said that they have paid; the pay-in confirms it, not this.',
      at: 'paymentReportedAt',
      tells: 'submitted',
    },
  },
});

export type HostedSession = RowOf<typeof hostedSession>;
