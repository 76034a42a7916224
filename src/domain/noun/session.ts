import { declare, flag, made, nowhere, text, time, type RowOf } from './declare.js';

/** To the person alone. */
const inRest = ['list', 'detail'] as const;

/** Supplement §2. A session belongs to a person; the memberships of the address decide which accounts it may use. */
export const session = declare('session', {
  called: ['session', 'sessions'],
  says: "A person's session, from sign-in to sign-out.",
  isInternal: true,
  fields: {
    emailHash: text('Keyed hash of the address that signed in.', { fixed: true, shows: nowhere }),
    fingerprint: text('Hash of the token.', { fixed: true, shows: nowhere }),
    browser: text('Browser, as it names itself; absent if unknown.', {
      optional: true,
      fixed: true,
      shows: inRest,
      example: 'Firefox',
    }),
    system: text('Operating system or device, as the browser names it; absent if unknown.', {
      optional: true,
      fixed: true,
      shows: inRest,
      example: 'Windows',
    }),
    isCurrent: made('Whether it is the session that asks.', { shows: inRest, example: true }),
    createdAt: time('Time of the sign-in.', { fixed: true, shows: inRest }),
    lastUsedAt: time('Time of the last request, to the minute.', { optional: true, shows: inRest }),
    expiresAt: time('Time when it expires.', { fixed: true, shows: inRest }),
    endedAt: time('Time when the person signed out.', { optional: true, shows: nowhere }),
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
