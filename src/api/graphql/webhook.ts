import { oneOf, ref, text, time, whole } from '../../domain/noun/declare.js';
import { webhookDelivery } from '../../domain/noun/webhook-delivery.js';
import { webhookEndpoint, webhookEndpointStatuses } from '../../domain/noun/webhook-endpoint.js';
import { deliveryAttemptsMax } from '../../domain/webhook-attempt.js';
import { endpointStatus, overlapEnd } from '../../domain/webhook.js';
import { part, parts, shape } from '../shape.js';
import { eventShape } from './event.js';
import { answering } from './type.js';

const attempt = shape('DeliveryAttempt', 'One attempt of a delivery.', {
  number: whole('1 to 10.'),
  occurredAt: time('Time when it began.'),
  httpStatus: whole('HTTP status of the answer.', { optional: true }),
  durationMs: whole('Duration in milliseconds.'),
  error: text('Why there was no answer; where its receiver is proven, what it did wrong.', {
    optional: true,
  }),
});

export const deliveryReplayShape = shape('DeliveryReplay', 'Deliveries that were created again.', {
  endpoint: part('webhookEndpoint', 'The endpoint.'),
  made: whole('Number of deliveries created; they are sent in the order of the log.'),
  next: ref(
    'event',
    'Last event that this call covered. Absent at the end of the period; until then, repeat the call with it as after.',
    {
      optional: true,
    },
  ),
});

export const endpointAnswers = answering('webhookEndpoint', {
  status: {
    is: oneOf(webhookEndpointStatuses, { says: webhookEndpoint.fields.status.says }),
    answer: ({ failingSince }) => endpointStatus(failingSince),
  },
  previousSecretExpiresAt: {
    is: time(webhookEndpoint.fields.previousSecretExpiresAt.says, { optional: true }),
    answer: async (row, { load }) => overlapEnd(row, await load.now()),
  },
});

export const deliveryAnswers = answering('webhookDelivery', {
  history: {
    is: parts(attempt, webhookDelivery.fields.history.says, { most: deliveryAttemptsMax }),
    answer: ({ history }) =>
      history.map((each) => ({
        number: each.number,
        occurredAt: new Date(each.occurred_at),
        httpStatus: each.http_status ?? null,
        durationMs: each.duration_ms,
        error: each.error ?? null,
      })),
  },
  event: {
    is: part(eventShape, 'Event that is delivered; null once it is archived.', { optional: true }),
    answer: ({ eventId }, { load }) => load.event(eventId),
  },
});
