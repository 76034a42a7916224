import { ObjectType } from 'type-graphql';
import { webhookDelivery, type WebhookDelivery } from '../../domain/noun/webhook-delivery.js';
import {
  webhookEndpoint,
  webhookEndpointStatuses,
  type WebhookEndpoint,
} from '../../domain/noun/webhook-endpoint.js';
import { deliveryAttemptsMax } from '../../domain/webhook-attempt.js';
import { endpointStatus, overlapEnd } from '../../domain/webhook.js';
import { enumOfWords } from './enum.js';
import { EventType } from './event.js';
import { optional, text, time, whole } from './field.js';
import { DateTime } from './scalar.js';
import { answers, typeOf } from './type.js';

export const WebhookEndpointType = typeOf('webhookEndpoint');

const EndpointStatusEnum = enumOfWords(webhookEndpointStatuses);

@ObjectType('DeliveryAttempt', { description: 'One attempt of a delivery.' })
class AttemptType {
  @whole('1 to 10.')
  readonly number!: number;

  @time('Time when it began.')
  readonly occurredAt!: Date;

  @whole('HTTP status of the answer.', optional)
  readonly httpStatus!: number | null;

  @whole('Duration in milliseconds.')
  readonly durationMs!: number;

  @text('Why there was no answer; where its receiver is proven, what it did wrong.', optional)
  readonly error!: string | null;
}

answers('webhookEndpoint', {
  name: 'status',
  type: () => EndpointStatusEnum,
  says: webhookEndpoint.fields.status.says,
  answer: (row) => endpointStatus((row as unknown as WebhookEndpoint).failingSince),
});

answers('webhookEndpoint', {
  name: 'previousSecretExpiresAt',
  type: () => DateTime,
  says: webhookEndpoint.fields.previousSecretExpiresAt.says,
  isOptional: true,
  answer: async (row, { load }) => overlapEnd(row as unknown as WebhookEndpoint, await load.now()),
});

answers('webhookDelivery', {
  name: 'history',
  type: () => [AttemptType],
  says: webhookDelivery.fields.history.says,
  most: deliveryAttemptsMax,
  answer: (row) =>
    (row as unknown as WebhookDelivery).history.map((attempt) => ({
      number: attempt.number,
      occurredAt: new Date(attempt.occurred_at),
      httpStatus: attempt.http_status ?? null,
      durationMs: attempt.duration_ms,
      error: attempt.error ?? null,
    })),
});

answers('webhookDelivery', {
  name: 'event',
  type: () => EventType,
  says: webhookDelivery.fields.eventId.says,
  answer: (row, { load }) => load.event((row as unknown as WebhookDelivery).eventId),
});
