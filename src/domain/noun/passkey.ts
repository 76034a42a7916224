import { bigint, declare, made, nowhere, ref, text, texts, time, type RowOf } from './declare.js';

/** To the member alone. */
const inRest = ['list', 'detail'] as const;

/** Supplement §11.14. A passkey belongs to a membership: a person with two accounts has passkeys for each. */
export const passkey = declare('passkey', {
  called: ['passkey', 'passkeys'],
  says: 'A passkey by which a member signs in.',
  isInternal: true,
  fields: {
    accountId: ref('account', 'Account of the member.', { fixed: true, shows: nowhere }),
    memberId: ref('member', 'Member that it belongs to.', { fixed: true, shows: nowhere }),
    name: text('Name that the member gave it.', {
      sealed: true,
      fixed: true,
      shows: inRest,
      example: 'Office laptop',
    }),
    credentialId: text('Id of the credential, base64url.', { fixed: true, withheld: true, shows: nowhere }),
    publicKey: text('Public key (COSE), base64url.', { fixed: true, withheld: true, shows: nowhere }),
    counter: bigint('Signature counter of its last use; 0 if the authenticator has none.', {
      shows: nowhere,
    }),
    transports: texts('How browsers reach the authenticator.', { fixed: true, shows: nowhere }),
    rpId: text('Name of the site for which it was made.', { fixed: true, shows: nowhere }),
    isUsable: made('false: it was made under an earlier name of the service.', {
      shows: inRest,
      example: true,
    }),
    createdAt: time('Time of creation.', { fixed: true, shows: inRest }),
    lastUsedAt: time('Time of the last sign-in with it.', { optional: true, shows: inRest }),
    removedAt: time('Time of removal.', { optional: true, shows: nowhere }),
  },
});

export type Passkey = RowOf<typeof passkey>;
