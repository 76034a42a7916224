import { declare, nowhere, oneOf, text, time, words, type RowOf } from './declare.js';

/** From least to most: each may do all that the ones before it may. */
const role = words(
  { viewer: 'Read.', support: 'Read, and help the people of the accounts.', admin: 'Everything.' },
  { name: 'OperatorRole', says: 'What an operator may do.' },
);
export const operatorRoles = role.values;
export type OperatorRole = (typeof role.values)[number];

/** Supplement §5; of the token only the fingerprint is stored. */
export const operator = declare('operator', {
  called: ['operator', 'operators'],
  says: "One of the platform's own people or programs, known by a token.",
  fields: {
    name: text('As the audit log names it.'),
    role: oneOf(role, { says: 'What it may do.' }),
    fingerprint: text('Of the token.', { shows: nowhere }),
    createdAt: time('When it was registered.'),
    expiresAt: time('When its token ends by itself.', { optional: true }),
    revokedAt: time('When its token was revoked.', { optional: true }),
  },
});

export type RegisteredOperator = RowOf<typeof operator>;
