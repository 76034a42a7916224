import {
  anyId,
  bigint,
  declare,
  inConsole,
  json,
  nowhere,
  oneOf,
  ref,
  text,
  time,
  whole,
  words,
  type RowOf,
} from './declare.js';

const status = words(
  {
    pending: 'Waiting for its first or next attempt.',
    delivered: 'Answered 2xx.',
    failed: 'Ten attempts over about 23 hours got no 2xx; a ping or test has only one attempt.',
    cancelled: 'The endpoint was deleted first.',
  },
  { name: 'DeliveryStatus', says: 'Status of a delivery.' },
);

/** A `ping` or `test` is sent ahead of the queue. */
const kind = words(
  {
    first: 'The event triggered it.',
    redelivery: 'A redelivery was requested.',
    ping: 'A ping: one attempt, ahead of the queue.',
    test: 'A test of a failing endpoint: one attempt.',
  },
  { name: 'DeliveryKind', says: 'Why an event is delivered.' },
);

/** One attempt, as shown in the history of a delivery. */
export type Attempt = Readonly<{
  number: number;
  occurred_at: string;
  http_status?: number;
  duration_ms: number;
  error?: string;
}>;

/** Contract §2.14. */
export const webhookDelivery = declare('webhookDelivery', {
  name: 'Delivery',
  called: ['delivery', 'deliveries'],
  says: 'One event on its way to one endpoint.',
  command: 'delivery',
  listedBy: 'account',
  isPartOfOthers: true,
  fields: {
    accountId: ref('account', 'Account whose event it is.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    endpointId: ref('webhookEndpoint', 'Endpoint that receives it.', {
      as: 'endpoint',
      children: ['deliveries', 'Deliveries to the endpoint, newest first.'],
      fixed: true,
    }),
    eventId: ref('event', 'Event that is delivered.', { fixed: true }),
    position: bigint('Position of the event in the log; empty for a ping or test.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    eventType: text('Its type.', { fixed: true }),
    resourceId: anyId('Resource of the event.', { fixed: true, shows: inConsole }),
    kind: oneOf(kind, { says: 'Why it is delivered.', fixed: true, shows: inConsole }),
    status: oneOf(status),
    attempts: whole('Attempts so far.'),
    createdAt: time('Time of creation.', { fixed: true }),
    deliveredAt: time('Time of the 2xx answer.', { optional: true }),
    nextAttemptAt: time('Time of the next attempt.', { optional: true }),
    redeliveryOf: ref('webhookDelivery', 'Delivery that this one repeats.', {
      optional: true,
      fixed: true,
    }),
    history: json<readonly Attempt[]>()('Its attempts, oldest first.', {
      shows: ['list', 'detail'],
    }),
    turns: json<readonly number[]>()('Numbers of its attempts among all attempts at the endpoint.', {
      shows: nowhere,
    }),
  },
  filters: {
    endpointId: { says: 'Only to this endpoint.', inConsole: true },
    eventId: { says: 'Only of this event.', inConsole: true },
    status: { says: 'The status.', many: 'Only with one of these statuses. Default: all.' },
    eventType: { says: 'Only of this type.', inConsole: true },
  },
  indexes: [{ by: ['endpointId', 'status'] }, { by: ['endpointId'] }],
});

export type WebhookDelivery = RowOf<typeof webhookDelivery>;
