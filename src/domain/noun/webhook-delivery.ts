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
    failed: 'Tried as often as it ever is.',
    cancelled: 'The endpoint was deleted before.',
  },
  { name: 'DeliveryStatus', says: 'Where a delivery stands.' },
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
  prefix: 'whd',
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
      rest: '',
    }),
    eventId: ref('event', 'What is delivered.', { fixed: true, rest: '' }),
    position: bigint("The event's place in the log; none where the event is a ping or a test.", {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    eventType: text('Its type.', { fixed: true, rest: '' }),
    resourceId: anyId('What the event happened to.', { fixed: true, shows: inConsole }),
    kind: oneOf(kind, { says: 'Why it is delivered.', fixed: true, shows: inConsole }),
    status: oneOf(status, {
      says: 'Where it stands.',
      rest: 'failed: ten attempts over about 23 hours were not answered 2xx, or the one of a ping or test. cancelled: the endpoint was deleted.',
    }),
    attempts: whole('Attempts so far.', { rest: '' }),
    createdAt: time('When it was made.', { fixed: true, rest: '' }),
    deliveredAt: time('When it was answered 2xx.', { optional: true, rest: '' }),
    nextAttemptAt: time('When it is tried next.', { optional: true, rest: '' }),
    redeliveryOf: ref('webhookDelivery', 'The delivery that this one repeats.', {
      optional: true,
      fixed: true,
      rest: '',
    }),
    history: json<readonly Attempt[]>()('Its attempts, oldest first.', {
      shows: ['list', 'detail'],
      rest: '',
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
