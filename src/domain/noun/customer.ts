import type { Flow } from '../flow.js';
import {
  declare,
  inConsole,
  metadata,
  nowhere,
  oneOf,
  ref,
  text,
  time,
  words,
  type RowOf,
} from './declare.js';

const type = words(
  { individual: 'A person.', business: 'A company.' },
  { name: 'CustomerType', says: 'What a customer is.' },
);

const status = words(
  {
    active: 'Business is done.',
    blocked: 'Stopped by the platform, which alone can lift it; nothing is paid for it.',
    closed: 'Ended by the account, for good; nothing is paid for it.',
  },
  { name: 'CustomerStatus', says: 'Whether business is done with it.' },
);

const compliance = words(
  {
    unverified: 'Not checked yet.',
    pending: 'Being checked.',
    verified: 'Passed.',
    rejected: 'Failed: nothing is paid for this customer.',
    review: 'Someone has to look at it.',
  },
  { name: 'ComplianceStatus', says: "The result of the platform's checks." },
);

export type CustomerAction = 'close' | 'block' | 'unblock';

/** Contract §3.4. */
export const customerFlow: Flow<(typeof status.values)[number], CustomerAction> = {
  active: { close: 'closed', block: 'blocked' },
  blocked: { unblock: 'active' },
  closed: {},
};

/** Contract §2.7. */
export const customer = declare('customer', {
  called: ['customer', 'customers'],
  says: 'Who sends what an account pays out.',
  listedBy: 'account',
  flow: customerFlow,
  fields: {
    accountId: ref('account', 'The account that it belongs to.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    externalId: text("The account's own id of it.", { example: 'user-1042' }),
    type: oneOf(type),
    status: oneOf(status),
    country: text('ISO 3166-1 alpha-2 code.', { example: 'PE', format: 'country' }),
    displayName: text('The name to show. Empty if the service cannot decrypt it.', {
      sealed: true,
      example: 'María Quispe',
    }),
    metadata: metadata({ tier: 'gold' }),
    complianceStatus: oneOf(compliance),
    createdAt: time('When it was registered.'),
    updatedAt: time('When it last changed.'),
    profile: text('What is known of it, as the account gave it; only on retrieve.', {
      optional: true,
      sealed: true,
      shows: ['detail'],
      example: {
        first_name: 'María',
        last_name: 'Quispe',
        identity_document_type: 'DNI',
        identity_document: '12345678',
      },
    }),
    identityHash: text(
      'Keyed hash of type, country, display_name and profile: tells a repeat from a conflict.',
      {
        shows: nowhere,
      },
    ),
    emailHash: text('Keyed hash of the address in its profile: finds the customer for operators.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    blockedAt: time('When the platform last blocked it, whether that was lifted or not.', {
      optional: true,
      shows: nowhere,
    }),
  },
  filters: {
    status: { says: 'With this status.', many: true },
    externalId: { says: "With this id of the account's own.", max: 128 },
    type: { says: 'Of this type.' },
    country: { says: 'Of this country.' },
    complianceStatus: { says: 'With this result of the checks.', many: true, inConsole: true },
  },
  indexes: [
    { by: ['accountId', 'status'] },
    { by: ['accountId', 'type'] },
    { by: ['accountId', 'country'] },
    { by: ['accountId'] },
    { by: ['status'], only: ['blocked', 'closed'] },
    { by: ['complianceStatus'], only: ['pending', 'verified', 'rejected', 'review'] },
  ],
  events: {
    'customer.created': { says: 'A customer was registered.', at: 'createdAt', tells: 'active' },
    'customer.updated': { says: 'Its metadata or compliance status changed.', isRepeated: true },
    'customer.status_changed': { says: 'It was closed, blocked or unblocked.', isRepeated: true },
  },
});

export type Customer = RowOf<typeof customer>;
