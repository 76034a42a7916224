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
  { name: 'CustomerType', says: 'Type of a customer.' },
);

const status = words(
  {
    active: 'Payouts for the customer are possible.',
    blocked: 'Blocked by the platform, which alone can unblock it. No payouts are made for it.',
    closed: 'Closed by the account; final. No payouts are made for it.',
  },
  { name: 'CustomerStatus', says: 'Status of a customer.' },
);

const compliance = words(
  {
    unverified: 'Not checked yet.',
    pending: 'Being checked.',
    verified: 'Passed.',
    rejected: 'Failed. No payouts are made for this customer.',
    review: 'Needs a manual review.',
  },
  { name: 'ComplianceStatus', says: "Result of the platform's checks." },
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
  says: "The sender of an account's payouts.",
  listedBy: 'account',
  flow: customerFlow,
  fields: {
    accountId: ref('account', 'Account that the customer belongs to.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    externalId: text("The account's own id for the customer.", { example: 'user-1042' }),
    type: oneOf(type),
    status: oneOf(status),
    country: text('ISO 3166-1 alpha-2 code.', { example: 'PE', format: 'country' }),
    displayName: text('Name to show. Empty if the service cannot decrypt it.', {
      sealed: true,
      example: 'María Quispe',
    }),
    metadata: metadata({ tier: 'gold' }),
    complianceStatus: oneOf(compliance),
    createdAt: time('Time of registration.'),
    updatedAt: time('Time of the last change.'),
    profile: text('Personal data, as given by the account. Only on retrieve.', {
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
      'Keyed hash of type, country, display_name and profile; tells a repeat from a conflict.',
      {
        withheld: true,
        shows: nowhere,
      },
    ),
    emailHash: text('Keyed hash of the e-mail address in the profile; lets operators find the customer.', {
      optional: true,
      fixed: true,
      withheld: true,
      shows: nowhere,
    }),
    nameHash: text(
      'Keyed hash of display_name without case and accents; lets people find the customer by name.',
      {
        optional: true,
        fixed: true,
        withheld: true,
        shows: nowhere,
      },
    ),
    blockedAt: time('Time of the last block, even if it was lifted.', {
      optional: true,
      shows: nowhere,
    }),
  },
  filters: {
    status: { says: 'Only with this status.', many: true },
    externalId: { says: 'Only with this external_id.', max: 128 },
    type: { says: 'Only of this type.' },
    country: { says: 'Only of this country.' },
    complianceStatus: { says: 'Only with this result of the checks.', many: true, inConsole: true },
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
    'customer.created': { says: 'A customer was registered.', at: 'createdAt', status: 'active' },
    'customer.updated': { says: "The customer's metadata or compliance status changed.", isRepeated: true },
    'customer.status_changed': { says: 'The customer was closed, blocked or unblocked.', isRepeated: true },
  },
});

export type Customer = RowOf<typeof customer>;
