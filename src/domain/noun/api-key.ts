import { declare, nowhere, ref, text, texts, time, words, type RowOf } from './declare.js';

const scope = words(
  { read: 'Read-only requests.', write: 'All other requests.' },
  { name: 'Scope', says: 'What an API key may do.' },
);
export type Scope = (typeof scope.values)[number];

/** Supplement §2: only the fingerprint of a key is stored. */
export const apiKey = declare('apiKey', {
  called: ['API key', 'API keys'],
  says: 'A key of the REST API. Its secret is shown only when it is issued.',
  isInternal: true,
  command: 'key',
  listedBy: 'platform',
  query: ['apiKeys', 'API keys, newest first.'],
  fields: {
    accountId: ref('account', 'Account that it acts for.', {
      as: 'account',
      children: ['apiKeys', 'Its API keys, newest first.'],
      fixed: true,
    }),
    prefix: text('Public prefix of the key.'),
    fingerprint: text('Hash of the whole key.', { shows: nowhere }),
    scopes: texts('What the key may do.', { of: scope }),
    label: text('Name given when the key was issued.', { optional: true }),
    createdAt: time('Time when the key was issued.'),
    expiresAt: time('Time when the key expires.', { optional: true }),
    lastUsedAt: time('Time of the last use, to the minute.', { optional: true }),
    networks: texts('Networks (CIDR) from which the key may be used. Absent: any network.'),
    permissions: texts(
      'Permissions of the key, such as `payouts:write`. Absent: everything its scopes allow.',
    ),
    nextStepAt: time('Time of the next mail to its owners that it expires.', {
      optional: true,
      shows: nowhere,
    }),
    revokedAt: time('Time when the key was revoked.', { optional: true }),
  },
  filters: { prefix: { says: 'Only with this public prefix.' } },
  indexes: [{ by: ['accountId'] }],
});

export type ApiKey = RowOf<typeof apiKey>;
