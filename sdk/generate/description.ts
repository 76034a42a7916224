import { readFileSync } from 'node:fs';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly title?: string;
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
  readonly security?: readonly unknown[];
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
  /** The parameters in the path, in order. */
  readonly pathParameters: readonly Parameter[];
  readonly query: readonly Parameter[];
  /** `files`: the media types of files that it takes in place of JSON. */
  readonly body?: { readonly schema: Schema; readonly required: boolean; readonly files: readonly string[] };
  /** The schemas of its successful JSON answers. */
  readonly answers: readonly Schema[];
  /** The schema of one resource, where it is a list. */
  readonly item?: Schema;
  /** Fields that each of these answers has; undefined where there is none. */
  readonly proof?: readonly string[];
  /** The media types of its successful answers that are not JSON. */
  readonly texts: readonly string[];
  /** The values of `format` that are answered by text, where it answers JSON too. */
  readonly textFormats?: readonly string[];
  /** The parameter that takes next_cursor, where it is a list. */
  readonly cursor?: 'starting_after' | 'after';
  /** Whether it has an Idempotency-Key. */
  readonly isKeyed: boolean;
  /** Whether it may be sent again when nobody knows if it arrived. */
  readonly isRepeatable: boolean;
  /** Whether it signs a person in, who has no key yet. */
  readonly isSignIn: boolean;
}

export const descriptionFile = new URL('../../schema/v1.openapi.json', import.meta.url);

export function readDescription(): Description {
  return JSON.parse(readFileSync(descriptionFile, 'utf8')) as Description;
}

/** Every operation of the description, those of signing in included. */
export function operationsOf({ paths, components }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) =>
      operationOf({ path, method: method.toUpperCase(), described }, components.schemas),
    ),
  );
}

interface Route {
  readonly path: string;
  readonly method: string;
  readonly described: Described;
}

function operationOf({ path, method, described }: Route, schemas: Schemas): Operation {
  const { operationId, summary, parameters = [], requestBody, security } = described;
  const isKeyed = parameters.some(({ name }) => name === 'Idempotency-Key');
  const query = parameters.filter((each) => each.in === 'query');
  const { 'application/json': json, ...files } = requestBody?.content ?? {};
  const schema = json?.schema;
  const answers = answersOf(described);
  const texts = textsOf(described);
  const cursor = (['starting_after', 'after'] as const).find((name) =>
    query.some((parameter) => parameter.name === name),
  );
  const formats = query.find(({ name }) => name === 'format')?.schema.enum as string[] | undefined;
  return {
    id: operationId,
    summary,
    method,
    path,
    pathParameters: parameters.filter((each) => each.in === 'path'),
    query,
    answers,
    texts,
    isKeyed,
    isRepeatable: method !== 'POST' || isKeyed || path.endsWith('/preview'),
    isSignIn: !path.startsWith('/v1/') && security?.length === 0,
    ...(answers.length > 0 && { proof: proofOf(answers, schemas) }),
    ...(answers.length > 0 &&
      formats !== undefined && { textFormats: formats.filter((name) => name !== 'json') }),
    ...(schema !== undefined && {
      body: { schema, required: requestBody?.required === true, files: Object.keys(files) },
    }),
    ...(cursor !== undefined && answers.length > 0 && { cursor, item: itemOf(answers, schemas) }),
  };
}

const successes = ({ responses }: Described): Content[] =>
  Object.entries(responses).flatMap(([status, response]) => (status.startsWith('2') ? [response] : []));

function answersOf(described: Described): Schema[] {
  const found = successes(described).flatMap(({ content = {} }) => content['application/json']?.schema ?? []);
  return [...new Map(found.map((schema) => [JSON.stringify(schema), schema])).values()];
}

function textsOf(described: Described): string[] {
  const types = successes(described).flatMap(({ content = {} }) => Object.keys(content));
  return [...new Set(types)].filter((type) => type !== 'application/json');
}

type Schemas = Description['components']['schemas'];

const resolved = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});

const itemOf = ([page = {}]: readonly Schema[], schemas: Schemas): Schema =>
  resolved(page, schemas).properties?.['data']?.items ?? {};

/** `id` of a resource, `data` of a list, all that is required of any other. */
function proofOf(answers: readonly Schema[], schemas: Schemas): string[] {
  const required = (schema: Schema): readonly string[] => {
    const { anyOf, oneOf = anyOf, required: own = [] } = resolved(schema, schemas);
    return oneOf === undefined ? own : shared(oneOf.map(required));
  };
  const names = shared(answers.map(required));
  const [name] = ['id', 'data'].filter((each) => names.includes(each));
  return name === undefined ? [...names] : [name];
}

const shared = (lists: readonly (readonly string[])[]): string[] =>
  (lists[0] ?? []).filter((name) => lists.every((names) => names.includes(name)));
