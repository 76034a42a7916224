import { z } from 'zod';
import { eventTypes } from '../../domain/event.js';
import { webhookDelivery } from '../../domain/noun/webhook-delivery.js';
import { webhookEndpoint, webhookEndpointStatuses } from '../../domain/noun/webhook-endpoint.js';
import { exampleId, exampleTime, exampleTimeAfter, idOf, lines, named, text, time } from '../field.js';
import { typed } from '../wording.js';
import { listOf } from './page.js';
import { schemaOf } from './shape.js';

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
export const secretExample = 'whsec_0123456789abcdefghijklmnopqrstuvwxyz+/ABCDEF';

/** The endpoint of contract §2.14; the secret is present only in responses that show it. */
export const endpointSchema = named(
  webhookEndpoint.name,
  schemaOf(webhookEndpoint, { active: z.boolean(), status: z.enum(webhookEndpointStatuses.values) }),
  endpointExample,
);

const url = text(2048).describe('A public https URL on port 443, without credentials or fragment.');
const description = lines(500, 0);
/** The list of event types is too long for an error message. */
const notEventType = ({ input }: { readonly input?: unknown }) =>
  typeof input === 'string'
    ? 'is not an event type; send one such as payout.completed'
    : typed('a string such as "payout.completed"')({ input });
const wantedTypes = z
  .array(z.enum(eventTypes, { error: notEventType }))
  .max(eventTypes.length)
  .describe('Exact event types. Empty or absent: all.');

export const createSchema = named(
  'WebhookEndpointCreate',
  z.strictObject({
    url,
    description: description.exactOptional(),
    event_types: wantedTypes.exactOptional(),
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
    description: description.exactOptional().describe('An empty string removes it.'),
    event_types: wantedTypes.exactOptional(),
    active: z.boolean().exactOptional().describe('false pauses; true resumes with the events from then on.'),
  }),
  { active: false },
);

/** Examples before the first attempt, and after an answered attempt. */
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

const attempt = z.object({
  number: z.int(),
  occurred_at: time,
  http_status: z.int().exactOptional(),
  duration_ms: z.int(),
  error: z
    .string()
    .exactOptional()
    .describe('Why there was no answer; with rough deliveries in sandbox, what the receiver did wrong.'),
});

/** The delivery of contract §2.14. */
export const deliverySchema = named(
  'WebhookDelivery',
  schemaOf(webhookDelivery, { history: z.array(attempt) }),
  deliveredExample,
);
export const deliveryList = listOf(deliverySchema);

export const redeliverSchema = named(
  'EventRedeliver',
  z.strictObject({ endpoint_id: idOf('webhookEndpoint').exactOptional() }),
  { endpoint_id: exampleId('webhookEndpoint') },
);
