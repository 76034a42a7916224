import {
  anyId,
  declare,
  inConsole,
  json,
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

/** Computed from the time of the read: expiry is not written. */
export const sessionStatuses = words(
  {
    open: 'The customer can continue.',
    submitted: 'The remittance exists.',
    expired: 'It expired without a remittance.',
  },
  { name: 'HostedSessionStatus', says: 'Status of a hosted session.' },
);

const origin = words(
  {
    tenant: 'The account created it.',
    public: 'A visitor started it; needs public_start.',
  },
  { name: 'HostedSessionOrigin', says: 'Who started the session.' },
);

const language = words(
  { en: 'English.', es: 'Spanish.', pt: 'Portuguese.' },
  { says: 'Language of the page.' },
);

export type Language = (typeof language.values)[number];

/** Suggested values, with the API's field names; the customer may change them (contract §2.17). */
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
  says: "One customer's visit to the hosted page. It makes at most one remittance.",
  command: 'session',
  listedBy: 'account',
  fields: {
    accountId: ref('account', 'Account that owns the page.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    status: made('Status at present: open, submitted or expired.', {
      shows: ['list', 'detail', 'event'],
      example: 'open',
    }),
    origin: oneOf(origin, { fixed: true, example: 'tenant' }),
    pageId: ref('hostedPage', 'Hosted page of the session.', { as: 'page', fixed: true }),
    customerId: ref('customer', 'Sending customer.', {
      optional: true,
      as: 'customer',
      example: 'cus_01k9zq3v5e8x7m2n4p6r8t0w1y',
      children: ['hostedSessions', 'Its sessions on the hosted page, newest first.'],
    }),
    beneficiaryId: ref('beneficiary', 'Beneficiary of its remittance.', {
      optional: true,
      as: 'beneficiary',
    }),
    quoteId: ref('quote', 'Quote that is in force.', { optional: true, as: 'quote' }),
    fundingAccountId: ref('fundingAccount', 'Funding account that its customer pays into.', {
      optional: true,
      as: 'fundingAccount',
    }),
    remittanceId: ref('remittance', 'Its remittance.', { optional: true, as: 'remittance' }),
    paymentReportedAt: time('Time when the customer said that they have paid. It is not a confirmation.', {
      optional: true,
    }),
    prefill: json<Prefill>()('Suggested values, which the customer may change.', {
      optional: true,
      fixed: true,
      example: { amount: '150.00', amount_side: 'source', source_currency: 'PEN', destination_country: 'VE' },
    }),
    ...labels,
    expiresAt: time('Time when it expires, unless its remittance exists by then.', {
      fixed: true,
      example: '2026-11-21T14:03:07.512Z',
    }),
    createdAt: time('Time of creation.', { fixed: true }),
    updatedAt: time('Time of the last change.'),
    submittedAt: time('Time when its remittance was created.', { optional: true, shows: inConsole }),
    tokenFingerprint: text('Hash of the token in its URL.', { fixed: true, withheld: true, shows: nowhere }),
    requestedBy: anyId('API key, member or operator that created it.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    draft: text("The customer's answers so far.", {
      optional: true,
      sealed: true,
      shows: nowhere,
    }),
    language: oneOf(language, { optional: true, shows: inConsole }),
    payerContact: text('Address for the mails to the payer; forgotten once the receipt is sent.', {
      optional: true,
      sealed: true,
      shows: nowhere,
    }),
    mails: whole('Mails that the payer asked for.', { shows: inConsole }),
  },
  filters: {
    ...labelFilters,
    customerId: { says: 'Only of this customer.', inConsole: true },
    origin: { says: 'Only of this origin.', inConsole: true },
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
      status: 'open',
    },
    'hosted_session.payment_reported': {
      says: 'The customer said that they have paid. Only the pay-in confirms it.',
      at: 'paymentReportedAt',
      status: 'submitted',
    },
  },
});

export type HostedSession = RowOf<typeof hostedSession>;
