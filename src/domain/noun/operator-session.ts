import { anyId, declare, nowhere, text, time, type RowOf } from './declare.js';

/** Supplement §11.14. */
export const operatorSession = declare('operatorSession', {
  called: ['operator session', 'operator sessions'],
  says: 'A session of an operator who signed in over OpenID Connect.',
  isInternal: true,
  fields: {
    operatorId: anyId('Operator who signed in.', { fixed: true, shows: nowhere }),
    fingerprint: text('Hash of the token.', { fixed: true, shows: nowhere }),
    issuerSessionHash: text('Keyed hash of the session at the issuer.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    provenAt: time('Machine time at which the issuer last asked who they are.', {
      optional: true,
      shows: nowhere,
    }),
    createdAt: time('Time of the sign-in.', { fixed: true, shows: nowhere }),
    expiresAt: time('Time when it expires.', { fixed: true, shows: nowhere }),
    endedAt: time('Time when it was ended.', { optional: true, shows: nowhere }),
  },
});

export type OperatorSession = RowOf<typeof operatorSession>;
