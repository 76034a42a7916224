import type { Flow } from '../flow.js';
import { declare, inConsole, nowhere, oneOf, ref, text, time, whole, words, type RowOf } from './declare.js';

const verification = words(
  {
    pending: 'The TXT record is being looked up.',
    verified: 'The record was found; the page is served under this name.',
    failed: 'The record was not found within 72 hours, or the platform released the name.',
  },
  { name: 'HostedDomainVerification', says: 'Status of a hosted domain.' },
);

const certificate = words(
  {
    none: 'No certificate until the domain is verified.',
    pending: 'It will be obtained at the first visit.',
    active: 'The domain has a valid certificate.',
    failed: 'The domain has no valid certificate.',
  },
  { name: 'HostedDomainCertificate', says: 'Status of the certificate.' },
);

export type DomainAction = 'verify' | 'fail';

/** Contract §3.6. An operator can also take away a verified hostname. */
export const hostedDomainFlow: Flow<(typeof verification.values)[number], DomainAction> = {
  pending: { verify: 'verified', fail: 'failed' },
  verified: { fail: 'failed' },
  failed: {},
};

/** Contract §2.16. */
export const hostedDomain = declare('hostedDomain', {
  name: 'HostedDomain',
  called: ['hosted domain', 'hosted domains'],
  says: 'A domain of the account that serves its hosted page.',
  command: 'domain',
  listedBy: 'account',
  fields: {
    accountId: ref('account', 'Account that claims it.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    hostname: text('DNS name in lower case.', { fixed: true, example: 'pay.example.com' }),
    verificationStatus: oneOf(verification, { example: 'pending' }),
    verificationToken: text(
      'Publish it as a TXT record at _psp-verification.<hostname>. It is not a secret.',
      {
        fixed: true,
        example: 'psp-verification-3k9d2m7q5x8w1r4t6y0u',
      },
    ),
    certificateStatus: oneOf(certificate, { example: 'none' }),
    verifiedAt: time('Time when the record was first found.', { optional: true }),
    createdAt: time('Time of the claim.', { fixed: true }),
    updatedAt: time('Time of the last change of status.'),
    missingSince: time('Since when the record of a verified domain is missing.', {
      optional: true,
      shows: inConsole,
    }),
    removedAt: time('Time when the account removed it.', { optional: true, shows: inConsole }),
    lookUps: whole('Look-ups of the record so far.', { shows: inConsole }),
    nextStepAt: time('Time of the next look-up.', { optional: true, shows: nowhere }),
  },
  indexes: [{ by: ['accountId'] }],
});

export type HostedDomain = RowOf<typeof hostedDomain>;
