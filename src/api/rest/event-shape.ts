import { z } from 'zod';
import { eventTypes, type EventType } from '../../domain/event.js';
import { declared } from '../../domain/noun/all.js';
import { exampleId, exampleTime, idOf, named, time } from '../field.js';
import type { JsonObject as Json } from '../json.js';

/** The data of risk.review_required, which is of no resource of /v1 (supplement §4). */
named(
  'RiskReview',
  z.object({
    id: idOf('riskDecision'),
    status: z.string(),
    reasons: z.array(z.string()).describe('Why the rules hold it; open set.'),
    resource: z.object({ type: z.string(), id: z.string() }).describe('What waits for the decision.'),
    created_at: time,
  }),
  {
    id: exampleId('riskDecision'),
    status: 'in_review',
    reasons: ['amount'],
    resource: { type: 'payout', id: exampleId('payout') },
    created_at: exampleTime,
  },
);

const familyOf = (type: string): string => type.slice(0, type.indexOf('.'));
const families = [...new Set(eventTypes.map(familyOf))];

/** The resource that events of a family carry, by the name of its schema. */
const resources = new Map<string, string>([
  ...declared.flatMap(({ name, events = {} }) =>
    Object.keys(events).map((type) => [familyOf(type), name] as const),
  ),
  ['payout', 'Payout'],
  ['risk', 'RiskReview'],
  ['webhook', 'WebhookEndpoint'],
]);

const resourceOf = (family: string): string => {
  const name = resources.get(family);
  if (name === undefined) throw new Error(`events of ${family} carry no resource`);
  return name;
};

/** Fields of a resource that an event never tells (supplement §4). */
const withheld = new Set(
  'beneficiary description reason refunded refundable details holder profile display_name email secret token path'.split(
    ' ',
  ),
);

/** Of a payout, the cancellation too: it stands where the payout is read alone. */
const withheldOfPayouts = new Set([...withheld, 'cancellation']);

const nameFor = (family: string): string => `${resourceOf(family)}Event`;

/** Of each family the event with its data, and `Event`, which is any of them or one still to come. */
export function eventSchemas(schemas: Readonly<Record<string, Json>>): Record<string, Json> {
  const { Event: common } = schemas as Record<
    string,
    Json & { properties: Json; required: readonly string[] }
  >;
  const known = families.map((family): [string, Json] => {
    const types = eventTypes.filter((type) => familyOf(type) === family);
    const data = asInEvents(resourceOf(family), schemas);
    return [
      nameFor(family),
      { ...common, properties: { ...common?.properties, type: { type: 'string', enum: types }, data } },
    ];
  });
  const choices = [...known.map(([name]) => name), 'OtherEvent'];
  return {
    ...Object.fromEntries(known),
    OtherEvent: { ...common },
    Event: {
      description: 'By type; treat one that you do not know as OtherEvent.',
      anyOf: choices.map((name) => ({ $ref: `#/components/schemas/${name}` })),
    },
  };
}

/** The resource itself where all of it may be told. */
function asInEvents(name: string, schemas: Readonly<Record<string, Json>>): Json {
  const {
    properties = {},
    required = [],
    ...rest
  } = schemas[name] as {
    readonly properties?: Json;
    readonly required?: readonly string[];
  };
  const left = name === 'Payout' ? withheldOfPayouts : withheld;
  const kept = Object.entries(properties).filter(([field]) => !left.has(field));
  if (kept.length === Object.keys(properties).length) return { $ref: `#/components/schemas/${name}` };
  const needed = required.filter((field) => !left.has(field));
  return { ...rest, properties: Object.fromEntries(kept), required: needed };
}

/** The schemas of what a receiver may be sent, by the type of the event. */
export function webhooks(): Json {
  return Object.fromEntries(
    eventTypes.map((type) => {
      const narrowed = { properties: { type: { const: type } } };
      const schema = { allOf: [{ $ref: `#/components/schemas/${nameFor(familyOf(type))}` }, narrowed] };
      return [type, { post: received(type, schema) }];
    }),
  );
}

function received(type: EventType, schema: Json): Json {
  return {
    operationId: type.replaceAll(/[._](\w)/g, (_match, letter: string) => letter.toUpperCase()),
    tags: ['Events'],
    summary: type,
    description: eventMeanings[type],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'Delivered; anything else is tried again.' } },
  };
}

/** The words of each type. */
const eventMeanings: Readonly<Record<EventType, string>> = {
  'funding_account.active': 'It has its instructions and can be paid into.',
  'funding_account.failed': 'The provider did not open it; see failure_code.',
  'payin.completed': 'The payment is credited to the balance.',
  'payin.failed': 'Nothing is credited; see failure_code.',
  'payout.created': 'It was accepted.',
  'payout.completed': 'The provider has paid it.',
  'payout.failed': 'It was not paid; what it reserved is available again. See failure_code.',
  'payout.cancelled': 'It was cancelled before it was sent.',
  'payout.returned': 'The bank sends a completed payout back; refund.status is pending.',
  'payout.return_settled': 'The money that was sent back is available again.',
  'remittance.created': 'It was accepted.',
  'remittance.processing': 'It is funded, and its payout is on the way.',
  'remittance.review': 'It is funded; risk rules hold its payout.',
  'remittance.completed': 'The beneficiary was paid.',
  'remittance.failed': 'Nothing was paid out; what was credited is available. See failure_code.',
  'remittance.returned': 'Its payout was sent back; the money comes back in the settlement asset.',
  'payout_batch.created': 'It was accepted; its items become payouts one after the other.',
  'payout_batch.completed': 'Its last item had ended, and no cancellation was asked for.',
  'payout_batch.cancellation_requested': 'It is being cancelled, item by item.',
  'payout_batch.cancellation_finished': 'Its last item had ended after it was asked to be cancelled.',
  'refund.created': 'It was asked for, and the money is reserved.',
  'refund.approved': 'It was held for review, and the platform lets it go.',
  'refund.processing': 'It is on its way.',
  'refund.completed': 'The payer has it.',
  'refund.failed': 'It was not paid; what it reserved is available again. See failure_code.',
  'settlement.created': 'A cut-off made it, or the platform; its money is committed.',
  'settlement.processing': 'It is on its way.',
  'settlement.on_hold': 'The platform or its risk rules hold it; nothing is sent until it is let go.',
  'settlement.completed': 'The destination has it.',
  'settlement.failed': 'It was not paid; its money is available again. See failure_code.',
  'settlement_schedule.activated': 'It was put in force.',
  'settlement_schedule.blocked': 'It has no usable destination and settles nothing; told once.',
  'withdrawal.created': 'It was accepted, and its money is held.',
  'withdrawal.pending_approval': 'It is above the threshold, and waits for the platform.',
  'withdrawal.approved': 'The platform approves it.',
  'withdrawal.submitted': 'The bank has it.',
  'withdrawal.completed': 'It was paid.',
  'withdrawal.failed': 'It was not paid; what it held, if anything, is available again. See failure_code.',
  'withdrawal.cancelled': 'The platform declined it; what it held is available again.',
  'customer.created': 'A customer was registered.',
  'customer.updated': 'Its metadata or compliance status changed.',
  'customer.status_changed': 'It was closed, blocked or unblocked.',
  'beneficiary.created': 'An account to pay was registered.',
  'beneficiary.verified': 'The platform has verified it.',
  'risk.review_required':
    'A payout, a refund, a withdrawal or a settlement waits for a decision of the platform; data names it in resource.',
  'reconciliation.exception_created': 'Something does not agree with the provider and is looked into.',
  'reconciliation.exception_resolved': 'It has been looked into.',
  'hosted_session.created': 'A session on the hosted page was started.',
  'hosted_session.payment_reported':
    'Its customer said that they have paid; the pay-in confirms it, not this.',
  'webhook.ping': 'A webhook endpoint is pinged or, where it is failing, tested; it alone gets the event.',
};
