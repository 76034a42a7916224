import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** The parts of a JSON schema that the tests use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Described {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: object }>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: Described;
  readonly responses: Readonly<Record<string, Described>>;
}

interface Description {
  readonly webhooks: Readonly<Record<string, { readonly post: DescribedOperation }>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Described>>;
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** An operation of the printed description, with references resolved one level deep. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly example: object | undefined;
  /** Status → schema of its JSON body; undefined if it has none. */
  readonly answers: ReadonlyMap<number, Schema | undefined>;
}

const file = join(import.meta.dirname, '../../schema/v1.openapi.json');
const description = JSON.parse(readFileSync(file, 'utf8')) as Description;

/** All operations of the API description. */
export const operations: readonly Operation[] = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, each]) => ({
    id: each.operationId,
    method: method.toUpperCase(),
    path,
    parameters: (each.parameters ?? []).map((parameter) =>
      '$ref' in parameter ? named(description.components.parameters, parameter.$ref) : parameter,
    ),
    body: each.requestBody?.content?.['application/json']?.schema,
    example: each.requestBody?.content?.['application/json']?.example,
    answers: new Map(
      Object.entries(each.responses).map(([status, answer]) => [Number(status), schemaOf(answer)]),
    ),
  })),
);

/** The schema, with a reference resolved; alternatives are combined. */
export function resolved(schema: Schema): Schema {
  const own = schema.$ref === undefined ? schema : named(description.components.schemas, schema.$ref);
  const { oneOf: choices } = own;
  if (choices === undefined) return own;
  const properties = Object.assign({}, ...choices.map((each) => each.properties)) as Schema['properties'];
  const [first, ...others] = choices.map(({ required = [] }) => required);
  const required = first?.filter((name) => others.every((each) => each.includes(name)));
  return { type: 'object', ...(properties && { properties }), ...(required && { required }) };
}

function schemaOf(answer: Described): Schema | undefined {
  const full = answer.$ref === undefined ? answer : named(description.components.responses, answer.$ref);
  return full.content?.['application/json']?.schema;
}

function named<T>(components: Readonly<Record<string, T>>, ref: string): T {
  const found = components[ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`the description lacks ${ref}`);
  return found;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'v1', ...(closed(description, '') as object) });
const validators = new Map<Schema, ValidateFunction>();

/** The part of a response that is not in the operation's description; undefined if all is. */
export function misfit(operation: Operation, status: number, body: unknown): string | undefined {
  if (!operation.answers.has(status)) return `${operation.id} has no answer ${status}`;
  const schema = operation.answers.get(status);
  return schema === undefined ? undefined : misfitOf(schema, body);
}

/** The part of an event that is not in the description of its type; undefined if all is. */
export function misfitEvent(event: { readonly type: string }): string | undefined {
  const body = description.webhooks[event.type]?.post.requestBody;
  const schema = body && schemaOf(body);
  return schema === undefined ? `there is no event ${event.type}` : misfitOf(schema, event);
}

function misfitOf(schema: Schema, value: unknown): string | undefined {
  const validate = validators.get(schema) ?? compiled(schema);
  validators.set(schema, validate);
  return validate(value) ? undefined : JSON.stringify(validate.errors);
}

function compiled(schema: Schema): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"v1#/components');
  return ajv.compile(JSON.parse(text) as object);
}

/** Clients must accept new fields and values, but we must not send undescribed ones. */
function closed(part: unknown, at: string): unknown {
  if (Array.isArray(part)) return part.map((each) => closed(each, at));
  if (typeof part !== 'object' || part === null) return part;
  const [known] = ('anyOf' in part ? part.anyOf : []) as { enum?: unknown }[];
  if (known?.enum !== undefined) return known;
  const inner = Object.fromEntries(
    Object.entries(part).map(([key, each]) => [key, closed(each, `${at}/${key}`)]),
  );
  const isResource = 'properties' in part && !('additionalProperties' in part) && !at.includes('/allOf');
  return isResource ? { ...inner, additionalProperties: false } : inner;
}
