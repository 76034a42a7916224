import { readFileSync } from 'node:fs';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly $ref?: string;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content>>;
}

/** The printed description; typed as far as the makers here read it. */
export interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: { parameters?: unknown } }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** An operation as a method of a client sees it. */
export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  /** Names in the path, in order. */
  readonly places: readonly string[];
  readonly query: readonly Parameter[];
  readonly body?: { readonly schema: Schema; readonly required: boolean };
  /** The schemas of its successful JSON answers. */
  readonly answers: readonly Schema[];
  /** The parameter that takes next_cursor, where it is a list. */
  readonly cursor?: 'starting_after' | 'after';
  /** Whether it bears an Idempotency-Key. */
  readonly isKeyed: boolean;
  /** Whether it may be sent again when nobody knows if it arrived. */
  readonly isRepeatable: boolean;
}

export const descriptionFile = new URL('../../schema/v1.openapi.json', import.meta.url);

export function readDescription(): Description {
  return JSON.parse(readFileSync(descriptionFile, 'utf8')) as Description;
}

/** Every operation under /v1; signing in is done by people, in a browser. */
export function operationsOf({ paths }: Description): Operation[] {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) =>
        operationOf(path, method.toUpperCase(), described),
      ),
    );
}

function operationOf(path: string, method: string, described: Described): Operation {
  const { operationId, summary, parameters = [], requestBody } = described;
  const isKeyed = parameters.some(({ name }) => name === 'Idempotency-Key');
  const query = parameters.filter((each) => each.in === 'query');
  const schema = requestBody?.content?.['application/json']?.schema;
  const names = query.map(({ name }) => name);
  const cursor = names.includes('format')
    ? undefined
    : (['starting_after', 'after'] as const).find((name) => names.includes(name));
  return {
    id: operationId,
    summary,
    method,
    path,
    places: Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name),
    query,
    answers: answersOf(described),
    isKeyed,
    isRepeatable: method !== 'POST' || isKeyed || path.endsWith('/preview'),
    ...(schema !== undefined && { body: { schema, required: requestBody?.required === true } }),
    ...(cursor !== undefined && { cursor }),
  };
}

function answersOf({ responses }: Described): Schema[] {
  const found = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => content['application/json']?.schema ?? []);
  return [...new Map(found.map((schema) => [JSON.stringify(schema), schema])).values()];
}
