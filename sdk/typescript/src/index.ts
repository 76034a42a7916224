export type { Answer, AnswerFacts, Body, CallOptions, Item, Query, Schemas } from './call.js';
export { PaymentsService, type ClientOptions, type FollowOptions } from './client.js';
export { ApiError, ConnectionError } from './error.js';
export { isEvent, type Event, type EventType } from './event.js';
export type { Pages } from './page.js';
export { webhooks, WebhookError, type Delivery, type VerifyOptions, type WebhookFault } from './webhook.js';
