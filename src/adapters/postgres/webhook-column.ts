import type { WebhookDelivery, WebhookEndpoint } from '../../domain/webhook.js';
import { bigint, fixed, int, json, optional, text, texts, time, type Columns } from './column.js';

export const webhookEndpoint: Columns<WebhookEndpoint> = {
  id: text,
  accountId: fixed(text),
  url: text,
  description: optional(text),
  eventTypes: texts,
  secret: text,
  previousSecret: optional(text),
  previousSecretExpiresAt: optional(time),
  pausedAt: optional(time),
  failingSince: optional(time),
  deletedAt: optional(time),
  createdAt: fixed(time),
  updatedAt: time,
  version: int,
};

export const webhookDelivery: Columns<WebhookDelivery> = {
  id: text,
  accountId: fixed(text),
  endpointId: fixed(text),
  eventId: fixed(text),
  position: fixed(optional(bigint)),
  eventType: fixed(text),
  resourceId: fixed(text),
  kind: fixed(text),
  status: text,
  attempts: int,
  nextAttemptAt: optional(time),
  deliveredAt: optional(time),
  redeliveryOf: fixed(optional(text)),
  history: json,
  createdAt: fixed(time),
  version: int,
};
