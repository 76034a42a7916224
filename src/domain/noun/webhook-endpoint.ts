import { declare, inConsole, made, nowhere, ref, text, texts, time, words, type RowOf } from './declare.js';

const status = words(
  {
    active: 'It does, as far as is known.',
    failing: 'Ten attempts in a row failed: deliveries wait, and it is tested every 15 minutes.',
  },
  { name: 'WebhookEndpointStatus', says: 'Whether an endpoint answers.' },
);
export const webhookEndpointStatuses = status;

/** Contract §2.14. `url` and the secrets are sealed; the rules never see them in plain text. */
export const webhookEndpoint = declare('webhookEndpoint', {
  prefix: 'we',
  called: ['webhook endpoint', 'webhook endpoints'],
  says: 'Where the events of an account are delivered to.',
  command: 'webhook',
  listedBy: 'account',
  isToldByHand: true,
  query: ['webhookEndpoints', 'Webhook endpoints, newest first; deleted ones too.'],
  fields: {
    accountId: ref('account', 'The account whose events it gets.', {
      as: 'account',
      children: ['webhookEndpoints', 'Where its events go, newest first.'],
      fixed: true,
      shows: inConsole,
    }),
    url: text('Its address.', { sealed: true, rest: '' }),
    description: text('Words of the account.', { optional: true, rest: '' }),
    eventTypes: texts('The exact types that it takes; none stands for all.', { rest: 'Empty: all.' }),
    active: made('false: paused. New events make no delivery, pending ones wait.', {
      shows: ['list', 'detail'],
    }),
    status: made('Whether it answers.', {
      shows: ['list', 'detail'],
      rest: 'failing after 10 failed attempts in a row: deliveries wait, a test delivery goes out every 15 minutes, and once one is answered 2xx they go out in order.',
    }),
    secret: text('Signs the deliveries. Only in the answer to its creation and to a rotation.', {
      sealed: true,
      shows: ['once'],
    }),
    previousSecret: text('The secret before this one.', { optional: true, sealed: true, shows: nowhere }),
    previousSecretExpiresAt: time(
      'Until then the secret before this one signs too; null once it has passed.',
      {
        optional: true,
        shows: ['list', 'detail'],
        rest: 'After a rotation: until then the secret before signs too.',
      },
    ),
    pausedAt: time('Since when it is paused.', { optional: true, shows: inConsole }),
    failingSince: time('Since when it is failing.', { optional: true, rest: '' }),
    roughSince: time(
      'Since when its receiver is proven: each event twice, some late and out of order across resources, and forged copies among them. In sandbox only.',
      { optional: true, shows: inConsole },
    ),
    deletedAt: time('When it was deleted.', { optional: true, shows: inConsole }),
    createdAt: time('When it was registered.', { fixed: true, rest: '' }),
    updatedAt: time('When it last changed.', { rest: '' }),
  },
  indexes: [{ by: ['accountId'] }],
});

export type WebhookEndpoint = RowOf<typeof webhookEndpoint>;
