import { resolved, type Operation, type Parameter, type Schema } from '../api/description.js';
import type { Random } from './random.js';
import { recipes, type Draw } from './recipe.js';

/** A request before it is sent; the path and the query are encoded already. */
export interface Draft {
  readonly operation: Operation;
  method: string;
  path: string;
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  /** Sent as JSON, unless `bytes` are. */
  body: unknown;
  bytes: Buffer | undefined;
  /** Without a Content-Length. */
  chunked: boolean;
  /** The change made to it; undefined: none, it is valid. */
  mutation: string | undefined;
  /** The mutation is one that no reader may let pass. */
  mustRefuse: boolean;
  /** The mutation may have led to a path or method that the operation does not describe. */
  elsewhere: boolean;
}

/** Closing, archiving and deleting go to what is fresh, so that what the set-up made stays of use. */
const destructive = new Set([
  'updateCustomer',
  'archiveBeneficiary',
  'deleteWebhookEndpoint',
  'removeHostedDomain',
]);
export const ofNobody = new Set(['getDescription', 'signIn', 'createSession']);
const ofPeople = new Set(['inviteMember', 'updateMember']);
const currencies = ['USDT', 'MXN', 'PEN', 'BRL', 'USD', 'VES', 'USDC', 'EUR'];

/** A request that the description allows, with ids that exist. */
export function validDraft(operation: Operation, draw: Draw): Draft {
  const { random } = draw;
  const draft: Draft = {
    operation,
    method: operation.method,
    path: operation.path.replace(/\{(\w+)\}/, () => encodeURIComponent(pathValue(operation, draw))),
    query: [],
    headers: bearerOf(operation, draw),
    body: undefined,
    bytes: undefined,
    chunked: false,
    mutation: undefined,
    mustRefuse: false,
    elsewhere: false,
  };
  for (const parameter of operation.parameters) {
    const taken = parameter.required === true || random.chance(0.25);
    if (parameter.in === 'path' || !taken) continue;
    const value = parameterValue(operation, parameter, draw);
    if (value === undefined) continue;
    if (parameter.in === 'query') draft.query.push([parameter.name, encodeURIComponent(value)]);
    else draft.headers.push([parameter.name, value]);
  }
  const recipe = recipes[operation.id];
  if (recipe !== undefined) draft.body = JSON.parse(JSON.stringify(recipe(draw)));
  else if (operation.body !== undefined) draft.body = valueOf(operation.body, 'body', draw);
  else if (operation.method !== 'GET' && random.chance(0.3)) draft.body = {};
  if (draft.body !== undefined) draft.headers.push(['Content-Type', 'application/json']);
  if (operation.id === 'pingWebhookEndpoint' && random.chance(0.2)) repeatPing(draft, draw);
  return draft;
}

/** Nobody's, a person's where a key may nothing, and now and then a person's elsewhere. */
function bearerOf({ id }: Operation, { random, key, session }: Draw): Draft['headers'] {
  if (ofNobody.has(id)) return [];
  // The one session is not to be ended.
  const share = ofPeople.has(id) ? 0.8 : 0.1;
  const token = id !== 'deleteSession' && random.chance(share) ? session : key;
  return [['Authorization', `Bearer ${token}`]];
}

/** Few pings are taken in a minute, so chance alone would seldom repeat one. */
function repeatPing(draft: Draft, { own, random }: Draw): void {
  const [endpoint = '', key = ''] = own.pick('pinged', random)?.split(' ') ?? [];
  draft.path = draft.operation.path.replace('{id}', endpoint);
  draft.headers = draft.headers.filter(([name]) => name !== 'Idempotency-Key');
  draft.headers.push(['Idempotency-Key', key]);
}

function pathValue(operation: Operation, draw: Draw): string {
  const parameter = operation.parameters.find((each) => each.in === 'path');
  const prefix = idPrefix(parameter?.schema, draw.random);
  if (prefix === undefined) return draw.random.pick(parameter?.schema.enum ?? currencies);
  const fresh = destructive.has(operation.id) ? draw.own.pickFresh(prefix, draw.random) : undefined;
  return fresh ?? draw.own.pick(prefix, draw.random) ?? absentId(prefix);
}

function parameterValue(operation: Operation, parameter: Parameter, draw: Draw): string | undefined {
  const { random, own } = draw;
  const { name } = parameter;
  if (name === 'after' || name === 'starting_after') return own.pick(`cursor ${operation.id}`, random);
  if (name === 'Idempotency-Key') {
    const used = random.chance(0.1) ? own.pick('key', random) : undefined;
    return used ?? `fuzz-${random.whole(0, 2 ** 31)}-${random.whole(0, 2 ** 31)}`;
  }
  if (name === 'X-Correlation-Id') return `fuzz-${random.whole(0, 2 ** 31)}`.padEnd(8, '0');
  if (name === 'resource_id') return own.pick(random.pick(['pout', 'pin', 'cus', 'ben', 'fa']), random);
  if (name === 'type' && operation.id === 'listEvents') {
    return random.pick(['payout.', 'payout.created', 'payin.completed', 'nothing.known', 'customer.']);
  }
  return String(valueOf(parameter.schema, name, draw));
}

/** `cus` where the schema is that of an id of customers; any of them where ids of several nouns fit. */
export function idPrefix(schema: Schema | undefined, random: Random): string | undefined {
  const [, prefixes] = /^\^\(?([a-z|]{2,})\)?_/.exec(schema?.pattern ?? '') ?? [];
  return prefixes && random.pick(prefixes.split('|'));
}

/** An id of the form that the schema wants, which nothing has. */
export const absentId = (prefix: string): string => `${prefix}_01k9zq3v5e8x7m2n4p6r8t0w1y`;

/** A value that the schema allows, by its name where that says more. */
export function valueOf(reference: Schema, name: string, draw: Draw): unknown {
  const { random, own } = draw;
  const schema = resolved(reference);
  const prefix = idPrefix(schema, random);
  if (prefix !== undefined) return own.pick(prefix, random) ?? absentId(prefix);
  if (schema.enum !== undefined) return random.pick(schema.enum);
  if (schema.type === 'integer') return random.whole(schema.minimum ?? 0, schema.maximum ?? 1000);
  if (schema.type === 'object') return objectOf(schema, draw);
  if (name === 'from') return '2026-01-01T00:00:00Z';
  if (name === 'to') return random.pick(['2026-12-31T00:00:00Z', '2027-01-02T00:00:00Z']);
  if (schema.format === 'date-time')
    return random.pick(['2026-01-01T00:00:00Z', '2031-05-06T07:08:09.123+05:30']);
  if (schema.format === 'date') return '1990-02-28';
  if (schema.format === 'email') return 'luz@example.com';
  if (/currency/.test(name)) return random.pick(currencies);
  if (/country/.test(name)) return random.pick(['PE', 'BR', 'MX', 'US', 'VE', 'DE']);
  if (name === 'method') return random.pick(['pix', 'spei', 'ach', 'bank_transfer', 'mobile_payment']);
  if (name === 'amount') return random.pick(['10', '12.50', '1000']);
  if (name === 'phone') return '+51987654321';
  if (name === 'code') return 'account_closed';
  return random.pick(['plain', 'Söhne & Co', '日本', 'x'.repeat(schema.maxLength ?? 20)]);
}

function objectOf(schema: Schema, draw: Draw): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {});
  const taken = fields.filter(
    ([name]) => schema.required?.includes(name) === true || draw.random.chance(0.5),
  );
  if (fields.length === 0) return { tier: 'silver' };
  return Object.fromEntries(taken.map(([name, each]) => [name, valueOf(each, name, draw)]));
}
