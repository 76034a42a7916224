import { declare, nowhere, text, time, type RowOf } from './declare.js';

/** Supplement §2. A session is a person's: whom it may act for is told by the memberships of the address. */
export const session = declare('session', {
  called: ['session', 'sessions'],
  says: 'The time in which a person is signed in.',
  fields: {
    emailHash: text('Keyed hash of the address that signed in.', { fixed: true, shows: nowhere }),
    fingerprint: text('Of the token.', { fixed: true, shows: nowhere }),
    createdAt: time('When it began.', { fixed: true }),
    expiresAt: time('When it ends by itself.', { fixed: true }),
    endedAt: time('When the person signed out.', { optional: true }),
  },
});

export type Session = RowOf<typeof session>;
