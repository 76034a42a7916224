import { declare, nowhere, oneOf, text, time, words, type RowOf } from './declare.js';

/** In ascending order: each role includes the ones before it. */
const role = words(
  { viewer: 'Read.', support: 'Reads, and helps members of accounts.', admin: 'Everything.' },
  { name: 'OperatorRole', says: 'Role of an operator.' },
);
export const operatorRoles = role.values;
export type OperatorRole = (typeof role.values)[number];

/** Supplement §5. Of the token only the fingerprint is stored. */
export const operator = declare('operator', {
  called: ['operator', 'operators'],
  says: 'A person or program of the platform, identified by a token or over OpenID Connect.',
  isInternal: true,
  fields: {
    name: text('Name in the audit log.'),
    role: oneOf(role, { says: 'Role of the operator.' }),
    fingerprint: text('Hash of the token.', { shows: nowhere }),
    subjectHash: text('Keyed hash of their name at the OpenID Connect issuer.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    emailHash: text('Keyed hash of the e-mail address of the person.', {
      optional: true,
      withheld: true,
      shows: nowhere,
    }),
    createdAt: time('Time of registration.'),
    expiresAt: time('Time when the token expires.', { optional: true }),
    revokedAt: time('Time when the token was revoked.', { optional: true }),
  },
});

export type RegisteredOperator = RowOf<typeof operator>;
