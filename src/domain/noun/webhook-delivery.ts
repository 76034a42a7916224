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
    pending: 'To be tried, or tried again.',
    delivered: 'Answered 2xx.',
    failed: 'Ten attempts over about 23 hours were not answered 2xx; of a ping or test, its one attempt.',
    cancelled: 'The endpoint was deleted first.',
  },
  { name: 'DeliveryStatus', says: 'The status of the delivery.' },
);

/** A `ping` and a `test` go ahead of the queue. */
const kind = words(
  {
    first: 'The event calls for it.',
    redelivery: 'It was asked for again.',
    ping: 'A ping, tried once and ahead of the queue.',
    test: 'The test of an endpoint that is failing, tried once.',
  },
  { name: 'DeliveryKind', says: 'Why something is delivered.' },
);

/** One attempt, as the history of a delivery shows it. */
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
    accountId: ref('account', 'The account whose event it is.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    endpointId: ref('webhookEndpoint', 'Where it goes.', {
      as: 'endpoint',
      children: ['deliveries', 'What went there, newest first.'],
      fixed: true,
    }),
    eventId: ref('event', 'What is delivered.', { fixed: true }),
    position: bigint("The event's place in the log; none where the event is a ping or a test.", {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    eventType: text('Its type.', { fixed: true }),
    resourceId: anyId('What the event happened to.', { fixed: true, shows: inConsole }),
    kind: oneOf(kind, { says: 'Why it is delivered.', fixed: true, shows: inConsole }),
    status: oneOf(status),
    attempts: whole('Attempts so far.'),
    createdAt: time('When it was made.', { fixed: true }),
    deliveredAt: time('When it was answered 2xx.', { optional: true }),
    nextAttemptAt: time('When it is tried next.', { optional: true }),
    redeliveryOf: ref('webhookDelivery', 'The delivery that this one repeats.', {
      optional: true,
      fixed: true,
    }),
    history: json<readonly Attempt[]>()('Its attempts, oldest first.', {
      shows: ['list', 'detail'],
    }),
    turns: json<readonly number[]>()('The numbers of its attempts among all attempts at the endpoint.', {
      shows: nowhere,
    }),
  },
  filters: {
    endpointId: { says: 'To this endpoint.', inConsole: true },
    eventId: { says: 'Of this event.', inConsole: true },
    status: { says: 'The status.', many: 'With one of these statuses; none stands for all.' },
    eventType: { says: 'Of this type.', inConsole: true },
  },
  indexes: [{ by: ['endpointId', 'status'] }, { by: ['endpointId'] }],
});

export type WebhookDelivery = RowOf<typeof webhookDelivery>;
