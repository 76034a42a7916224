import { z } from 'zod';
import { deliveryStatuses } from '../../domain/webhook.js';
import { catalogueTypes, unemittedTypes } from '../../domain/event.js';
import { exampleId, exampleTime, exampleTimeAfter, idOf, named, text, time } from '../field.js';
import { typed } from '../wording.js';
import { listOf } from './page.js';

export const endpointExample = {
  id: exampleId('webhookEndpoint'),
  url: 'https://shop.example.com/webhooks',
  description: 'orders',
  event_types: ['payout.completed', 'payout.failed'],
  active: true,
  status: 'active',
  created_at: exampleTime,
  updated_at: exampleTime,
};
export const secretExample = 'whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';

/** The endpoint of contract §2.14; the secret is there only where it is shown. */
export const endpointSchema = named(
  'WebhookEndpoint',
  z.object({
    id: idOf('webhookEndpoint'),
    url: z.string(),
    description: z.string().exactOptional(),
    event_types: z.array(z.string()).describe('Empty: all.'),
    active: z.boolean().describe('false: paused. New events make no delivery, pending ones wait.'),
    status: z
      .enum(['active', 'failing'])
      .describe(
        'failing after 10 failed attempts in a row: deliveries wait, a test delivery goes out every 15 minutes, and once one is answered 2xx they go out in order.',
      ),
    secret: z
      .string()
      .exactOptional()
      .describe('Signs the deliveries. Only in the answer to its creation and to a rotation.'),
    previous_secret_expires_at: time
      .exactOptional()
      .describe('After a rotation: until then the secret before signs too.'),
    failing_since: time.exactOptional(),
    created_at: time,
    updated_at: time,
  }),
  endpointExample,
);

const url = text(2048).describe('A public https address on port 443, without credentials or fragment.');
const description = text(500, 0);
const unemittedFamilies = [...new Set(unemittedTypes.map((type) => type.slice(0, type.indexOf('.') + 1)))];
/** The catalogue of events is too long to be read in a message. */
const notEventType = ({ input }: { readonly input?: unknown }) =>
  typeof input === 'string'
    ? 'is no type of the catalogue of events; send one such as payout.completed'
    : typed('a string such as "payout.completed"')({ input });
const eventTypes = z
  .array(z.enum(catalogueTypes, { error: notEventType }))
  .max(catalogueTypes.length)
  .describe(
    `Exact types of the catalogue of events; empty or left out: all. Nothing emits those of the families ${unemittedFamilies.join(', ')} today.`,
  );

export const createSchema = named(
  'WebhookEndpointCreate',
  z.strictObject({
    url,
    description: description.exactOptional(),
    event_types: eventTypes.exactOptional(),
  }),
  {
    url: 'https://shop.example.com/webhooks',
    description: 'orders',
    event_types: ['payout.completed', 'payout.failed'],
  },
);

export const updateSchema = named(
  'WebhookEndpointUpdate',
  z.strictObject({
    url: url.exactOptional().describe('Used from the next attempt on.'),
    description: description.exactOptional().describe('An empty text takes it away.'),
    event_types: eventTypes.exactOptional(),
    active: z
      .boolean()
      .exactOptional()
      .describe('false pauses; true resumes, with the events that come from then on.'),
  }),
  { active: false },
);

/** Before its first attempt, and after one that was answered. */
export const pendingExample = {
  id: exampleId('webhookDelivery'),
  endpoint_id: exampleId('webhookEndpoint'),
  event_id: exampleId('event'),
  event_type: 'payout.completed',
  status: 'pending',
  attempts: 0,
  created_at: exampleTime,
  next_attempt_at: exampleTime,
  history: [],
};
const { next_attempt_at: _none, ...beforeDelivery } = pendingExample;
export const deliveredExample = {
  ...beforeDelivery,
  status: 'delivered',
  attempts: 1,
  delivered_at: exampleTimeAfter(96),
  history: [{ number: 1, occurred_at: exampleTimeAfter(12), http_status: 200, duration_ms: 84 }],
};

/** The delivery of contract §2.14. */
export const deliverySchema = named(
  'WebhookDelivery',
  z.object({
    id: idOf('webhookDelivery'),
    endpoint_id: idOf('webhookEndpoint'),
    event_id: idOf('event'),
    event_type: z.string(),
    status: z
      .enum(deliveryStatuses)
      .describe(
        'failed: ten attempts over about 23 hours were not answered 2xx, or the one of a ping or test. cancelled: the endpoint was deleted.',
      ),
    attempts: z.int(),
    created_at: time,
    delivered_at: time.exactOptional(),
    next_attempt_at: time.exactOptional(),
    redelivery_of: idOf('webhookDelivery').exactOptional(),
    history: z.array(
      z.object({
        number: z.int(),
        occurred_at: time,
        http_status: z.int().exactOptional(),
        duration_ms: z.int(),
        error: z.string().exactOptional().describe('Why there was no answer.'),
      }),
    ),
  }),
  deliveredExample,
);
export const deliveryList = listOf(deliverySchema);

export const redeliverSchema = named(
  'EventRedeliver',
  z.strictObject({ endpoint_id: idOf('webhookEndpoint').exactOptional() }),
  { endpoint_id: exampleId('webhookEndpoint') },
);
