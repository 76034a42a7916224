import type { Mistake } from './list.js';

const standard = 'test/journeys/standard-webhook.test.ts';

/** Issue 57: what would keep receivers from verifying deliveries by Standard Webhooks. */
export const webhookMistakes: readonly Mistake[] = [
  {
    name: 'a retry has a webhook-id of its own',
    edits: [
      {
        file: 'src/workers/webhook-lane.ts',
        find: 'const signed = { eventId: delivery.eventId,',
        put: 'const signed = { eventId: delivery.attempts === 0 ? delivery.eventId : delivery.id,',
      },
    ],
    test: standard,
    called: 'webhook-id is the id of the event, on every attempt and redelivery',
    says: /expected 'whd_\w+' to be 'evt_\w+'/,
  },
  {
    name: 'during a rotation only the new secret signs by Standard Webhooks',
    edits: [
      {
        file: 'src/domain/signature.ts',
        find: `'webhook-signature': secrets.map(`,
        put: `'webhook-signature': secrets.slice(0, 1).map(`,
      },
    ],
    test: standard,
    called: 'the npm library verifies each with every live secret, and refuses changed bodies',
    says: /to have a length of 2 but got 1/,
  },
  {
    name: 'a retry has the timestamp of when its event happened',
    edits: [
      {
        file: 'src/workers/webhook-lane.ts',
        find: 'at: clock.machineNow(), body: delivery.body };',
        put: 'at: delivery.attempts === 0 ? clock.machineNow() : madeAt(delivery.eventId), body: delivery.body };',
      },
    ],
    test: standard,
    called: 'webhook-timestamp is when the attempt was signed, later on a retry',
    says: /to be greater than or equal to 2|to be less than 60/,
  },
  {
    name: 'an older secret is decoded for Standard Webhooks',
    edits: [
      {
        file: 'src/adapters/crypto/vault.ts',
        find: 'const standardForm = /^whsec_((?:[A-Za-z0-9+/]{4})+)$/;',
        put: 'const standardForm = /^whsec_([A-Za-z0-9+/_-]+)$/;',
      },
    ],
    test: 'test/domain/signature.test.ts',
    called: 'signs by Standard Webhooks with every secret under its own key, the newest first',
    says: /to deeply equal/,
  },
  {
    name: 'new secrets have the alphabet of base64url',
    edits: [
      {
        file: 'src/adapters/crypto/vault.ts',
        find: "randomBytes(33).toString('base64')",
        put: "randomBytes(33).toString('base64url')",
      },
    ],
    test: 'test/adapters/vault.test.ts',
    called: 'makes secrets of webhooks that the library of Standard Webhooks takes as they are',
    says: /to match|Invalid/,
  },
];
