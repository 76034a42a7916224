export type { Answer, AnswerFacts, Body, CallOptions, Item, List, Path, Query, Schemas } from './call.js';
export { PaymentsService, SignIn, type FollowOptions } from './client.js';
export { ApiError, ConnectionError, PaymentsServiceError, UnexpectedAnswerError } from './error.js';
export { isEvent, type Event, type EventType } from './event.js';
export type { LaterEventType } from './later.js';
export type { Pages } from './page.js';
export type { ClientOptions, ConnectionOptions } from './settings.js';
export { verifyStatement, type ProofFault, type ProofFinding, type ProofVerdict } from './statement.js';
export { webhooks, WebhookError, type Delivery, type VerifyOptions, type WebhookFault } from './webhook.js';
