import { declare, inConsole, made, nowhere, ref, text, texts, time, words, type RowOf } from './declare.js';

const status = words(
  {
    active: 'Deliveries are sent to it.',
    failing: 'Ten attempts in a row failed: deliveries wait, and it is tested every 15 minutes.',
  },
  { name: 'WebhookEndpointStatus', says: 'Whether an endpoint answers.' },
);
export const webhookEndpointStatuses = status;

/** Contract §2.14. `url` and the secrets are encrypted; rules never see them in plain text. */
export const webhookEndpoint = declare('webhookEndpoint', {
  called: ['webhook endpoint', 'webhook endpoints'],
  says: "A URL that receives an account's events.",
  command: 'webhook',
  listedBy: 'account',
  hasHandwrittenEventRules: true,
  query: ['webhookEndpoints', 'Webhook endpoints, newest first, including deleted ones.'],
  fields: {
    accountId: ref('account', 'Account whose events it receives.', {
      as: 'account',
      children: ['webhookEndpoints', 'Webhook endpoints of the account, newest first.'],
      fixed: true,
      shows: inConsole,
    }),
    url: text('URL of the endpoint. Empty if the service cannot decrypt it.', { sealed: true }),
    description: text('Description by the account.', { optional: true }),
    eventTypes: texts('The exact event types it receives; empty: all.'),
    active: made('false: paused. New events create no delivery; pending ones wait.', {
      shows: ['list', 'detail'],
    }),
    status: made(
      'active or failing. An endpoint is failing after 10 failed attempts in a row: deliveries wait and a test delivery is sent every 15 minutes. Once one is answered 2xx, the deliveries go out in order.',
      { shows: ['list', 'detail'] },
    ),
    secret: text(
      'Signs the deliveries: whsec_ and 44 characters of base64, as the libraries of Standard Webhooks take it. Only in the answer to its creation or rotation.',
      { sealed: true, shows: ['once'] },
    ),
    previousSecret: text('The previous secret.', { optional: true, sealed: true, shows: nowhere }),
    previousSecretExpiresAt: time(
      'After a rotation, deliveries are signed with the previous secret too, until this time.',
      { optional: true, shows: ['list', 'detail'] },
    ),
    pausedAt: time('Since when it is paused.', { optional: true, shows: inConsole }),
    failingSince: time('Since when it is failing.', { optional: true }),
    roughSince: time(
      'Sandbox only: since when it gets rough deliveries: each event twice, some late and out of order across resources, and forged copies.',
      { optional: true, shows: inConsole },
    ),
    deletedAt: time('Time when it was deleted.', { optional: true, shows: inConsole }),
    createdAt: time('Time of registration.', { fixed: true }),
    updatedAt: time('Time of the last change.'),
  },
  indexes: [{ by: ['accountId'] }],
});

export type WebhookEndpoint = RowOf<typeof webhookEndpoint>;
