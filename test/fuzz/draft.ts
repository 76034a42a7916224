import { signatureHeader } from '../../src/adapters/providers/connector/signature.js';
import { resolved, type Operation, type Parameter, type Schema } from '../api/description.js';
import type { Message } from './exchange.js';
import type { Framed } from './framing.js';
import type { Random } from './random.js';
import { recipes, type Draw } from './recipe.js';

/** An operation of the OpenAPI file, or another route. */
export interface Served extends Operation {
  /** A hosted page: takes a form and returns HTML. */
  readonly isPage?: true;
  /** Signs the message in a header. */
  readonly sign?: (message: Message) => readonly [name: string, value: string];
  /** Makes a body if the OpenAPI file has none. */
  readonly recipe?: (draw: Draw) => Record<string, unknown>;
  /** The mutations that it always refuses; default: as each mutation says. */
  readonly refuses?: ReadonlySet<string>;
}

/** A request before it is sent; path and query are encoded already. */
export interface Draft {
  readonly operation: Served;
  method: string;
  path: string;
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  /** Sent as JSON, unless `bytes` is set. */
  body: unknown;
  bytes: Buffer | undefined;
  /** Sent without Content-Length. */
  chunked: boolean;
  /** Sent with this framing instead of a length or chunks. */
  framed: Framed | undefined;
  /** Name of the mutation; undefined for a valid request. */
  mutation: string | undefined;
  /** The mutation must be refused. */
  mustRefuse: boolean;
  /** The mutation may have changed path or method to something undocumented. */
  elsewhere: boolean;
}

/** The draft as it is sent. */
export function messageOf(draft: Draft): Message {
  const { operation, method, path, query, headers, body, bytes, chunked, framed } = draft;
  const search = query.map(([name, value]) => `${name}=${value}`).join('&');
  const message = {
    method,
    target: search === '' ? path : `${path}?${search}`,
    headers,
    bytes: bytes ?? (body === undefined ? undefined : Buffer.from(textOf(draft))),
    chunked,
    framed,
  };
  const isSigned = headers.some(([name]) => name === signatureHeader);
  if (operation.sign === undefined || isSigned) return message;
  return { ...message, headers: [...headers, operation.sign(message)] };
}

/** The body as its operation expects it: JSON, or an encoded form. */
export function textOf({ operation, body }: Pick<Draft, 'operation' | 'body'>): string {
  if (!operation.isPage) return JSON.stringify(body);
  return Object.entries(body ?? {})
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
    .map((pair) => pair.map((text) => formEncoded(text ?? '')).join('='))
    .join('&');
}

/** A lone surrogate becomes three bytes that are not UTF-8. */
const formEncoded = (text: string): string =>
  Array.from(text, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(sign);
    const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
    return bytes.map((byte) => `%${byte.toString(16)}`).join('');
  }).join('');

/** Closing, archiving and deleting use fresh resources, so that those of the set-up stay usable. */
const destructive = new Set([
  'updateCustomer',
  'archiveBeneficiary',
  'deleteWebhookEndpoint',
  'removeHostedDomain',
]);
const ofNobody = new Set([
  'getDescription',
  'signIn',
  'createSession',
  'startPasskeySignIn',
  'createPasskeySession',
]);
/** Whether the operation needs no API key: pages have tokens in their paths, and connectors sign. */
export const isOfNobody = ({ id, isPage, sign }: Served): boolean =>
  ofNobody.has(id) || isPage === true || sign !== undefined;
/** Sent from many clients, so that no client's limit is reached. */
const isOfStrangers = (operation: Served): boolean =>
  isOfNobody(operation) && operation.id !== 'getDescription';
const strangerOf = (random: Random): string =>
  [10, 1, 1, 1].map((least) => random.whole(least, 250)).join('.');
const ofPeople = new Set([
  'inviteMember',
  'updateMember',
  'getApprovalPolicy',
  'replaceApprovalPolicy',
  'approveApproval',
  'declineApproval',
  'getSignInPolicy',
  'replaceSignInPolicy',
  'deleteMemberPasskeys',
  'listPasskeys',
  'startPasskey',
  'createPasskey',
  'deletePasskey',
  'sendConfirmationCode',
  'createConfirmation',
  'startPasskeyConfirmation',
  'createPasskeyConfirmation',
  'listSessions',
  'deleteOtherSessions',
]);
const currencies = ['USDT', 'MXN', 'PEN', 'BRL', 'USD', 'VES', 'USDC', 'EUR'];

/** Other characters cannot be sent in a header. */
const fitsHeader = /^[\t\x20-\x7e\x80-\xff]*$/;

/** A request that the OpenAPI file allows, with existing ids. */
export function validDraft(operation: Served, draw: Draw): Draft {
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
    framed: undefined,
    mutation: undefined,
    mustRefuse: false,
    elsewhere: false,
  };
  for (const parameter of operation.parameters) {
    // A request without a key cannot be repeated, and few operations accept an optional key.
    const share = parameter.name === 'Idempotency-Key' ? 0.6 : 0.25;
    const taken = parameter.required === true || random.chance(share);
    if (parameter.in === 'path' || !taken) continue;
    if (parameter.schema.type === 'object') {
      draft.query.push([`${parameter.name}[tier]`, random.pick(['gold', 'silver'])]);
      continue;
    }
    const value = parameterValue(operation, parameter, draw);
    if (value === undefined) continue;
    if (parameter.in === 'query') draft.query.push([parameter.name, encodeURIComponent(value)]);
    else if (fitsHeader.test(value)) draft.headers.push([parameter.name, value]);
  }
  const recipe = operation.recipe ?? recipes[operation.id];
  if (recipe !== undefined) draft.body = JSON.parse(JSON.stringify(recipe(draw)));
  else if (operation.body !== undefined) draft.body = valueOf(operation.body, 'body', draw);
  else if (operation.method !== 'GET' && (operation.isPage || random.chance(0.3))) draft.body = {};
  const type = operation.isPage ? 'application/x-www-form-urlencoded' : 'application/json';
  if (draft.body !== undefined) draft.headers.push(['Content-Type', type]);
  if (isOfStrangers(operation)) draft.headers.push(['X-Forwarded-For', strangerOf(random)]);
  if (operation.id === 'pingWebhookEndpoint' && random.chance(0.2)) repeatPing(draft, draw);
  return draft;
}

/** None, a session where API keys are refused, and sometimes a session elsewhere. */
function bearerOf(operation: Served, { random, key, session }: Draw): Draft['headers'] {
  if (isOfNobody(operation)) return [];
  const { id } = operation;
  // The only session must not be ended.
  const share = ofPeople.has(id) ? 0.8 : 0.1;
  const token = id !== 'deleteSession' && random.chance(share) ? session : key;
  return [['Authorization', `Bearer ${token}`]];
}

/** Few pings are accepted per minute, so random requests would rarely repeat one. */
function repeatPing(draft: Draft, { own, random }: Draw): void {
  const [endpoint = '', key = ''] = own.pick('pinged', random)?.split(' ') ?? [];
  draft.path = draft.operation.path.replace('{id}', endpoint);
  draft.headers = draft.headers.filter(([name]) => name !== 'Idempotency-Key');
  draft.headers.push(['Idempotency-Key', key]);
}

function pathValue(operation: Operation, draw: Draw): string {
  const parameter = operation.parameters.find((each) => each.in === 'path');
  const prefix = idPrefix(parameter?.schema, draw.random);
  if (parameter?.name === 'key') return draw.own.pick('key', draw.random) ?? 'fuzz-unknown';
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

/** Such as `cus` if the schema is an id of customers; a random one if ids of several nouns fit. */
export function idPrefix(schema: Schema | undefined, random: Random): string | undefined {
  const [, prefixes] = /^\^\(?([a-z|]{2,})\)?_/.exec(schema?.pattern ?? '') ?? [];
  return prefixes && random.pick(prefixes.split('|'));
}

/** A well-formed id that does not exist. */
export const absentId = (prefix: string): string => `${prefix}_01k9zq3v5e8x7m2n4p6r8t0w1y`;

/** In the archive, if there is one. */
const past = '2026-01-01T00:00:00Z';

/** A value that the schema allows; the field's name decides if that is more specific. */
export function valueOf(reference: Schema, name: string, draw: Draw): unknown {
  const { random, own } = draw;
  const schema = resolved(reference);
  const prefix = idPrefix(schema, random);
  if (prefix !== undefined) return own.pick(prefix, random) ?? absentId(prefix);
  if (schema.enum !== undefined) return random.pick(schema.enum);
  if (schema.type === 'integer') return random.whole(schema.minimum ?? 0, schema.maximum ?? 1000);
  if (schema.type === 'object') return objectOf(schema, draw);
  if (name === 'from') return random.pick([own.pick('time open', random) ?? past, past]);
  if (name === 'to') return random.pick(['2026-12-31T00:00:00Z', '2027-01-02T00:00:00Z']);
  if (schema.format === 'date-time') return random.pick([past, '2031-05-06T07:08:09.123+05:30']);
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
