import { z } from 'zod';
import { idPattern } from '../../domain/id.js';
import { declared } from '../../domain/noun/all.js';
import { capital } from '../../domain/noun/declare.js';
import type { RefusalCode } from '../../domain/refusal.js';
import { errors, errorTypes, refusedCallers, usualWait, type ErrorCode } from '../error.js';
import { components, currencyMeta, named } from '../field.js';
import type { JsonObject as Json } from '../json.js';
import { webhooks } from './event-shape.js';
import {
  accountHeader,
  correlationHeader,
  headers,
  idempotencyHeader,
  positionHeader,
} from './openapi-header.js';
import { overview, tagDescriptions } from './overview.js';
import { describedItself } from './own-description.js';
import { byName, printedSchemas, refOf } from './printed-schema.js';
import { deprecationWords } from './deprecation.js';
import { idKindsOf, isOfCurrency, needsBody, type Operation } from './route.js';
import { dashboardRoutes } from './dashboard.js';
import { descriptionPath, routes as ofAccounts } from './routes.js';
import { webhookParameters } from './webhook-header.js';

const errorSchema = named(
  'Error',
  z.object({
    error: z.object({
      type: z.enum(errorTypes).meta({ isClosed: true }).describe('Branch on it; the list is closed.'),
      code: z.string().describe('Stable; new codes may appear.'),
      message: z.string().describe('For people; may change.'),
      param: z.string().exactOptional().describe('Field, parameter or header at fault.'),
      reasons: z.array(z.string()).exactOptional(),
      request_id: z.string().exactOptional().describe('Equals X-Request-Id.'),
    }),
  }),
  undefined,
);

const server = {
  url: '{origin}',
  description: 'The public listener, as printed at the start of the service.',
  variables: { origin: { default: 'http://127.0.0.1:3000' } },
};

const routes: readonly Operation[] = [...ofAccounts, ...dashboardRoutes];

/** A noun without a description of its tag has that of its declaration. */
const saysOf = (tag: string): string | undefined =>
  declared.find(({ called }) => capital(called[1]) === tag)?.says;

/** The OpenAPI 3.1 description of /v1 and of sign-in, printed from the route tables. */
export function openapi(): Json {
  const paths: Record<string, Json> = { [descriptionPath]: { get: describedItself } };
  for (const operation of routes) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: described(operation),
    };
  }
  const tags = [...new Set(routes.map((operation) => operation.tag)), 'Description'];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payments service',
      version: '1',
      description: overview,
      contact: { name: 'The platform that runs this service' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [server],
    security: [{ apiKey: [] }, { session: [] }],
    tags: tags.map((name) => ({ name, description: tagDescriptions[name] ?? saysOf(name) })),
    paths,
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'psp_test_… in sandbox, psp_live_… in live. Scopes: read for every GET, write for all other methods.',
        },
        session: {
          type: 'http',
          scheme: 'bearer',
          description:
            'psp_session_…, of a signed-in person. Owners, admins and developers have the scopes read and write, viewers read.',
        },
      },
      parameters: {
        PlatformAccount: accountHeader,
        CorrelationId: correlationHeader,
        Position: positionHeader,
        ...webhookParameters,
      },
      headers: usedHeaders(),
      responses: commonAnswers(),
      schemas: printedSchemas(routes),
    },
  };
}

/** The error codes of the operation and of all operations of its kind, in table order. */
export function codesOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>(operation.errors);
  const isOfNobody = operation.scope === 'none';
  const common: RefusalCode[] = [
    'invalid_parameter',
    ...(isOfNobody ? [] : refusedCallers),
    'body_too_large',
    'unsupported_media_type',
  ];
  for (const code of [...common, 'rate_limited', 'temporarily_unavailable', 'internal_error'] as const)
    codes.add(code);
  if (operation.dangerous) codes.add('confirmation_required');
  if (operation.method !== 'GET') codes.add('invalid_body');
  if (operation.idempotency !== 'none') codes.add('idempotency_key_reused');
  if (operation.idempotency === 'required') codes.add('idempotency_key_required');
  return (Object.keys(errors) as ErrorCode[]).filter((code) => codes.has(code));
}

const dangerWords =
  'Dangerous: a session may need a passkey or a mailed code at most five minutes old (`confirmation_required`).';

export function described(operation: Operation): Json {
  const { operationId, tag, summary, description, scope, body, deprecated } = operation;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(deprecated && { deprecated: true }),
    description: [
      deprecated && deprecationWords(deprecated),
      description,
      operation.dangerous ? dangerWords : '',
      scope === 'none' ? '' : `Scope: ${scope}.`,
      operation.sandboxOnly ? 'Sandbox only.' : '',
    ]
      .filter(Boolean)
      .join(' '),
    ...securityOf(operation),
    parameters: parametersOf(operation),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: needsBody(operation),
            content: { ...jsonContent(body), ...filesOf(operation) },
          },
        }),
    responses: { ...answersOf(operation), ...errorAnswers(operation) },
  };
}

/** Security if it differs from the default: none, or a session only. */
function securityOf({ scope, needsSession, forRole }: Operation): Json {
  if (needsSession || forRole !== undefined) return { security: [{ session: [] }] };
  return scope === 'none' ? { security: [] } : {};
}

function parametersOf(operation: Operation): Json[] {
  const inPath = /\{(\w+)\}/.exec(operation.path)?.[1];
  const idKinds = idKindsOf(operation);
  const { names } = operation;
  const schema = {
    type: 'string',
    ...(idKinds.length > 0 && { pattern: idPattern(...idKinds) }),
    ...(names && { enum: names }),
    ...(isOfCurrency(operation) && currencyMeta),
  };
  const inQuery = Object.entries(operation.query ?? {}).map(([name, parameter]) => ({
    name,
    in: 'query',
    description: parameter.description,
    ...(parameter.keyed && { style: 'deepObject', explode: true }),
    ...(parameter.required !== undefined && { required: true, example: parameter.required }),
    schema: parameter.schema,
  }));
  const { idempotency } = operation;
  return [
    ...(inPath === undefined ? [] : [{ name: inPath, in: 'path', required: true, schema }]),
    ...inQuery,
    ...(idempotency === 'none' ? [] : [{ ...idempotencyHeader, required: idempotency === 'required' }]),
    ...(operation.scope === 'none' && !operation.isOfMember
      ? []
      : [{ $ref: '#/components/parameters/PlatformAccount' }]),
    { $ref: '#/components/parameters/CorrelationId' },
    ...(operation.readsReplica === 'position' ? [{ $ref: '#/components/parameters/Position' }] : []),
  ];
}

function answersOf(operation: Operation): Json {
  const meaning: Record<number, string> = {
    200: 'OK.',
    201: 'Created.',
    202: 'Accepted.',
    204: 'No content.',
  };
  const replays = operation.idempotency !== 'none';
  const isOfRepeats = replays && (201 in operation.answers || 202 in operation.answers);
  if (replays)
    meaning[200] = isOfRepeats ? 'OK: it already exists, or the request was replayed.' : 'OK, or replayed.';
  return Object.fromEntries(
    Object.entries(operation.answers).map(([status, schema]) => [
      status,
      {
        description: meaning[Number(status)],
        headers: headerRefs([
          ...(replays ? (['Idempotent-Replayed'] as const) : []),
          ...(operation.method !== 'GET' && operation.scope !== 'none' ? (['PSP-Position'] as const) : []),
          ...markOf(operation),
        ]),
        ...contentOf(operation, Number(status), schema),
      },
    ]),
  );
}

/**
 * Error responses that operations of a kind share are written once as components; an operation's own are
 * inline.
 */
function errorAnswers(operation: Operation): Json {
  const codes = codesOf(operation);
  const statuses = [...new Set(codes.map((code) => errors[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const here = codes.filter((code) => errors[code].status === status);
      const isCommon = here.length === 1 || !operation.errors.some((own) => here.includes(own));
      return [status, isCommon ? { $ref: `#/components/responses/${here.join('.')}` } : errorAnswer(here)];
    }),
  );
}

function commonAnswers(): Json {
  const found = new Map<string, Json>();
  for (const operation of routes) {
    for (const answer of Object.values(errorAnswers(operation))) {
      const [, name] =
        /^#\/components\/responses\/(.+)$/.exec((answer as { $ref?: string }).$ref ?? '') ?? [];
      if (name !== undefined) found.set(name, errorAnswer(name.split('.') as ErrorCode[]));
    }
  }
  return Object.fromEntries([...found].sort(byName));
}

/** One status with its possible codes. */
function errorAnswer(codes: readonly ErrorCode[]): Json {
  const waits = codes.some((code) => usualWait[code] !== undefined);
  const more = codes.includes('invalid_api_key') ? (['WWW-Authenticate'] as const) : [];
  const narrowed = {
    properties: { error: { properties: { code: { anyOf: [{ enum: codes }, { type: 'string' }] } } } },
  };
  return {
    description: codes.map((code) => `${code}: ${errors[code].when}`).join('\n'),
    headers: headerRefs(waits ? ['Link', 'Retry-After'] : ['Link', ...more]),
    content: { 'application/json': { schema: { allOf: [refOf(errorSchema), narrowed] } } },
  };
}

/** The headers of deprecated operations are included only while there is one. */
function usedHeaders(): Json {
  const { Deprecation, Sunset, ...usual } = headers;
  return routes.some((each) => each.deprecated) ? { ...usual, Deprecation, Sunset } : usual;
}

function headerRefs(more: readonly (keyof typeof headers)[]): Json {
  const names = ['X-Request-Id', 'X-Correlation-Id', 'RateLimit-Policy', 'RateLimit', ...more];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function jsonContent(schema: z.ZodType, example = components.get(schema)?.example): Json {
  return { 'application/json': { schema: refOf(schema), example } };
}

const markOf = ({ deprecated }: Operation): ('Deprecation' | 'Sunset')[] =>
  deprecated ? ['Deprecation', 'Sunset'] : [];

/** Absent if the response has no body. */
function contentOf(operation: Operation, status: number, schema: z.ZodType | null): Json {
  const content = {
    ...(schema !== null && jsonContent(schema, operation.examples?.[status])),
    ...(status === 200 && streamed(operation)),
  };
  return Object.keys(content).length === 0 ? {} : { content };
}

const streamed = ({ streams = [] }: Operation): Json =>
  Object.fromEntries(streams.map((type) => [type, { schema: { type: 'string' } }]));

const filesOf = ({ files = {} }: Operation): Json =>
  Object.fromEntries(
    Object.entries(files).map(([type, { example }]) => [type, { schema: { type: 'string' }, example }]),
  );
