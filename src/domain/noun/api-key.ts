import { declare, nowhere, ref, text, texts, time, words, type RowOf } from './declare.js';

const scope = words(
  { read: 'Read.', write: 'Everything else.' },
  { name: 'Scope', says: 'What an API key may do.' },
);
export type Scope = (typeof scope.values)[number];

/** Supplement §2: only the fingerprint of a key is stored. */
export const apiKey = declare('apiKey', {
  called: ['API key', 'API keys'],
  says: 'A key of the REST API. Its secret is shown when it is issued, and never again.',
  command: 'key',
  listedBy: 'platform',
  query: ['apiKeys', 'API keys, newest first.'],
  fields: {
    accountId: ref('account', 'The account that it acts for.', {
      as: 'account',
      children: ['apiKeys', 'Its API keys, newest first.'],
      fixed: true,
    }),
    prefix: text('Its public start.'),
    fingerprint: text('Of the whole key.', { shows: nowhere }),
    scopes: texts('What it may do.', { of: scope }),
    label: text('The name that it was issued with.', { optional: true }),
    createdAt: time('When it was issued.'),
    expiresAt: time('When it ends by itself.', { optional: true }),
    lastUsedAt: time('When it was last used, to the minute.', { optional: true }),
    networks: texts('The networks (CIDR) from which it may be used; from anywhere where there are none.'),
    permissions: texts(
      'What it is limited to, such as `payouts:write`; everything that its scopes allow where there are none.',
    ),
    revokedAt: time('When it was revoked.', { optional: true }),
  },
  filters: { prefix: { says: 'With this public start.' } },
  indexes: [{ by: ['accountId'] }],
});

export type ApiKey = RowOf<typeof apiKey>;
