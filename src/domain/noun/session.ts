import { declare, flag, nowhere, text, time, type RowOf } from './declare.js';

/** Supplement §2. A session belongs to a person; the memberships of the address decide which accounts it may use. */
export const session = declare('session', {
  called: ['session', 'sessions'],
  says: "A person's session, from sign-in to sign-out.",
  isInternal: true,
  fields: {
    emailHash: text('Keyed hash of the address that signed in.', { fixed: true, shows: nowhere }),
    fingerprint: text('Hash of the token.', { fixed: true, shows: nowhere }),
    createdAt: time('Time when it began.', { fixed: true }),
    expiresAt: time('Time when it expires.', { fixed: true }),
    endedAt: time('Time when the person signed out.', { optional: true }),
    passkeyMemberId: text('The member whose passkey was used last; absent for a mailed code.', {
      optional: true,
      shows: nowhere,
    }),
    confirmedAt: time('Machine time of the last proof by passkey or code.', {
      optional: true,
      shows: nowhere,
    }),
    passkeyAt: time('Machine time of the last proof by the passkey of that member.', {
      optional: true,
      shows: nowhere,
    }),
    stepUp: flag('Whether dangerous acts need a proof at most five minutes old.', {
      fixed: true,
      shows: nowhere,
    }),
  },
});

export type Session = RowOf<typeof session>;
