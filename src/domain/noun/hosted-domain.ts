import type { Flow } from '../flow.js';
import { declare, inConsole, nowhere, oneOf, ref, text, time, whole, words, type RowOf } from './declare.js';

const verification = words(
  {
    pending: 'The record is looked for.',
    verified: 'The record was found: the name serves the page.',
    failed: 'The record was not found in 72 hours, or the platform released the name.',
  },
  { name: 'HostedDomainVerification', says: 'Whether control of the name is established.' },
);

const certificate = words(
  {
    none: 'There is none before the name is verified.',
    pending: 'It is obtained with the first visit.',
    active: 'The name answers with a valid one.',
    failed: 'The name answers without a valid one.',
  },
  { name: 'HostedDomainCertificate', says: 'How its certificate stands.' },
);

export type DomainAction = 'verify' | 'fail';

/** Contract §3.6; an operator takes a verified name away too. */
export const hostedDomainFlow: Flow<(typeof verification.values)[number], DomainAction> = {
  pending: { verify: 'verified', fail: 'failed' },
  verified: { fail: 'failed' },
  failed: {},
};

/** Contract §2.16. */
export const hostedDomain = declare('hostedDomain', {
  name: 'HostedDomain',
  called: ['hosted domain', 'hosted domains'],
  says: 'A name of the account under which its hosted page is served.',
  command: 'domain',
  listedBy: 'account',
  fields: {
    accountId: ref('account', 'The account that claims it.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    hostname: text('A DNS name in lower case.', { fixed: true, example: 'pay.example.com' }),
    verificationStatus: oneOf(verification, { example: 'pending' }),
    verificationToken: text('Publish it as a TXT record at _psp-verification.<hostname>; it is no secret.', {
      fixed: true,
      example: 'psp-verification-3k9d2m7q5x8w1r4t6y0u',
    }),
    certificateStatus: oneOf(certificate, { example: 'none' }),
    verifiedAt: time('When the record was first found.', { optional: true }),
    createdAt: time('When it was claimed.', { fixed: true }),
    updatedAt: time('When its status last changed.'),
    missingSince: time('Since when the record of a verified name is no longer there.', {
      optional: true,
      shows: inConsole,
    }),
    removedAt: time('When the account removed it.', { optional: true, shows: inConsole }),
    lookUps: whole('How often its record was looked for.', { shows: inConsole }),
    nextStepAt: time('When it is looked for next.', { optional: true, shows: nowhere }),
  },
  indexes: [{ by: ['accountId'] }],
});

export type HostedDomain = RowOf<typeof hostedDomain>;
