import { z } from 'zod';
import { eventTypes, type EventType } from '../../domain/event.js';
import { declared } from '../../domain/noun/all.js';
import { outputNameOf, snake } from '../../domain/noun/declare.js';
import { fieldsAt } from '../../domain/noun/show.js';
import { exampleId, exampleTime, idOf, named, time } from '../field.js';
import type { JsonObject as Json } from '../json.js';
import { webhookParameterRefs } from './webhook-header.js';

/** The data of risk.review_required, which belongs to no resource of /v1 (supplement §4). */
named(
  'RiskReview',
  z.object({
    id: idOf('riskDecision'),
    status: z.string(),
    reasons: z.array(z.string()).describe('Why risk rules hold it; open set.'),
    resource: z
      .object({ type: z.string(), id: z.string() })
      .describe('Resource that waits for the decision.'),
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

/** Event family → schema name of the resource in its events. */
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

/** Fields of an endpoint that its ping leaves out; pings have no declaration. */
const withheldOfPing: ReadonlySet<string> = new Set(['description', 'secret']);

/** Whether events contain a field of the resource, by its declaration. Sealed fields are never in events. */
function isInEvents(resource: string): (field: string) => boolean {
  if (resource === 'WebhookEndpoint') return (field) => !withheldOfPing.has(field);
  const declaration = declared.find(({ name }) => name === resource);
  if (declaration === undefined) return () => true;
  const named = fieldsAt(declaration, 'event').map(([name, field]) => snake(outputNameOf(name, field)));
  const eventFields = new Set(['id', ...named]);
  return (field) => eventFields.has(field);
}

const nameFor = (family: string): string => `${resourceOf(family)}Event`;

/** A schema for each event family, and `Event`, which covers all of them and future ones. */
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
      description: 'One schema per type; treat unknown types as OtherEvent.',
      anyOf: choices.map((name) => ({ $ref: `#/components/schemas/${name}` })),
    },
  };
}

/** The resource's own schema if events contain all its fields. */
function asInEvents(name: string, schemas: Readonly<Record<string, Json>>): Json {
  const {
    properties = {},
    required = [],
    ...rest
  } = schemas[name] as {
    readonly properties?: Json;
    readonly required?: readonly string[];
  };
  const isKept = isInEvents(name);
  const eventProperties = Object.entries(properties).filter(([field]) => isKept(field));
  if (eventProperties.length === Object.keys(properties).length)
    return { $ref: `#/components/schemas/${name}` };
  const needed = required.filter(isKept);
  return { ...rest, properties: Object.fromEntries(eventProperties), required: needed };
}

/** Webhook payload schemas by event type. */
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
    description: meaningOf(type),
    parameters: webhookParameterRefs,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'Delivered. Any other status is retried.' } },
  };
}

/** Descriptions of event types, from declarations or, if there is none, from the list below. */
const meanings = new Map<string, string>([
  ...declared.flatMap(({ events = {} }) =>
    Object.entries(events).map(([type, { says }]) => [type, says] as const),
  ),
  ['payout.created', 'The payout was accepted.'],
  ['payout.completed', 'The provider has paid the payout.'],
  ['payout.failed', 'The payout was not paid; the reserved money is available again. See failure_code.'],
  ['payout.cancelled', 'The payout was cancelled before it was sent.'],
  ['payout.returned', 'The bank returned a completed payout; refund.status is pending.'],
  ['payout.return_settled', 'The returned money is available again.'],
  [
    'webhook.ping',
    'A webhook endpoint was pinged, or tested while failing. Only this endpoint receives the event.',
  ],
]);

const meaningOf = (type: EventType): string => {
  const meaning = meanings.get(type);
  if (meaning === undefined) throw new Error(`${type} has no description`);
  return meaning;
};
