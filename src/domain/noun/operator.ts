import { declare, nowhere, oneOf, text, time, words, type RowOf } from './declare.js';

/** From least to most: each may do all that the ones before it may. */
const role = words(
  { viewer: 'Sees.', support: 'Decides what waits.', admin: 'Does everything.' },
  { says: 'What an operator may do.' },
);
export const operatorRoles = role.values;
export type OperatorRole = (typeof role.values)[number];

/** One of the platform's own people or programs, known by a token (supplement §5); only its fingerprint is stored. */
export const operator = declare('operator', {
  prefix: 'op',
  called: ['operator', 'operators'],
  says: "One of the platform's own people or programs.",
  fields: {
    name: text('The name.', { shows: nowhere }),
    role: oneOf(role, { shows: nowhere }),
    fingerprint: text('Of the token.', { shows: nowhere }),
    createdAt: time('When it was registered.', { shows: nowhere }),
    expiresAt: time('When it ends by itself.', { optional: true, shows: nowhere }),
    revokedAt: time('When it was revoked.', { optional: true, shows: nowhere }),
  },
});

export type RegisteredOperator = RowOf<typeof operator>;
