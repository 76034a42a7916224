import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import type { Description, Operation, Parameter, Schema } from './description.ts';

/** Left to the client: it sets them by itself, or once for all calls. */
const clientOwn = new Set(['Idempotency-Key', 'X-Correlation-Id', 'Platform-Account']);

const isClientOwn = ({ name = '', $ref = '' }: { name?: string; $ref?: string }): boolean =>
  clientOwn.has(name) || /\/(CorrelationId|PlatformAccount|Position)$/.test($ref);

/** A schema that names a type of TypeScript itself. */
const nameKey = 'x-typescript';
const typeNamed = (name: string): Schema => ({ [nameKey]: name }) as Schema;

/** The types of all schemas and operations, by openapi-typescript. */
export async function schemaText(description: Description): Promise<string> {
  const nodes = await openapiTypescript(lean(description) as unknown as OpenAPI3, {
    inject: "import type { LaterEventType } from './later.js';\n",
    transform: (schema) => {
      const name = (schema as Record<string, unknown>)[nameKey];
      return typeof name === 'string' ? ts.factory.createTypeReferenceNode(name) : undefined;
    },
  });
  const text = astToString(nodes);
  // Of an enumeration that may grow the known values are still offered to who writes, and any text is taken.
  return `/* oxlint-disable */\n${text.replaceAll(/(\(("[^"]*"(?: \| )?)+\)) \| string\b/g, '$1 | (string & {})')}`;
}

/** The description without examples, refusals and headers, of which the methods tell nothing. */
function lean(description: Description): Description {
  const copy = JSON.parse(
    JSON.stringify(description, (key, value: unknown) =>
      key === 'example' || key === 'examples' ? undefined : exclusive(value),
    ),
  ) as Description;
  for (const methods of Object.values(copy.paths)) {
    for (const operation of Object.values(methods) as unknown as Record<string, unknown>[]) {
      const { parameters = [], responses } = operation as unknown as {
        parameters?: { name?: string; $ref?: string }[];
        responses: Record<string, { headers?: unknown }>;
      };
      operation['parameters'] = parameters.filter((each) => !isClientOwn(each));
      operation['responses'] = Object.fromEntries(
        Object.entries(responses)
          .filter(([status]) => status.startsWith('2'))
          .map(([status, { headers: _headers, ...response }]) => [status, response]),
      );
    }
  }
  for (const { post } of Object.values(copy.webhooks)) delete post.parameters;
  return { ...copy, components: { schemas: { ...copy.components.schemas, ...later(copy) } } };
}

/** An event of later has a type that no known event has: that is what narrows a union by `event.type`. */
function later({ components: { schemas } }: Description): Record<string, Schema> {
  const { OtherEvent: event } = schemas;
  const properties = { ...event?.properties, type: typeNamed('LaterEventType') };
  return event === undefined ? {} : { OtherEvent: { ...event, properties } };
}

/** Alternatives of a request exclude each other: what only the others have, each of them never has. */
function exclusive(value: unknown): unknown {
  const { oneOf } = (typeof value === 'object' && value !== null ? value : {}) as Schema;
  if (oneOf?.every(({ additionalProperties }) => additionalProperties === false) !== true) return value;
  const names = new Set(oneOf.flatMap(({ properties = {} }) => Object.keys(properties)));
  const own = oneOf.map((each) => ({
    ...each,
    properties: {
      ...each.properties,
      ...Object.fromEntries(
        [...names]
          .filter((name) => each.properties?.[name] === undefined)
          .map((name) => [name, typeNamed('never')]),
      ),
    },
  }));
  return { ...(value as Schema), oneOf: own };
}

/** The table that calls are made from, and a method for each operation. */
export function methodsText(operations: readonly Operation[]): string {
  const ofPeople = operations.filter(({ isSignIn }) => isSignIn);
  const ofKeys = operations.filter(({ isSignIn }) => !isSignIn);
  return `import type { Answer, Body, CallOptions, Item, List, Path, Query } from './call.js';
import type { Pages } from './page.js';

/** Properties of each operation, by name. */
export const operations = {
${operations.map(entry).join('\n')}
} as const;

type Name = keyof typeof operations;

/** A call, as the methods pass it on. */
export interface MethodCall {
  readonly path?: readonly string[];
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly options?: CallOptions | undefined;
}

/** One method per operation, named as in the reference. */
export abstract class Methods {
  protected abstract send<N extends Name>(name: N, call: MethodCall): Promise<Answer<N>>;
  protected abstract list<N extends Name>(name: N, call: MethodCall): Pages<Item<N>, List<N>>;
${ofKeys.map(method).join('\n')}
}

/** Operations that need no key. */
export abstract class SignInMethods {
  protected abstract send<N extends Name>(name: N, call: MethodCall): Promise<Answer<N>>;
${ofPeople.map(method).join('\n')}
}
`;
}

function entry({ id, method, path, isKeyed, isRepeatable, cursor, proof, texts }: Operation): string {
  const listed = (names: readonly string[]): string => `[${names.map((name) => `'${name}'`).join(', ')}]`;
  const parts = [
    `method: '${method}'`,
    `path: '${path}'`,
    ...(isKeyed ? ['isKeyed: true'] : []),
    ...(isRepeatable ? ['isRepeatable: true'] : []),
    ...(cursor === undefined ? [] : [`cursor: '${cursor}'`]),
    ...(proof === undefined ? [] : [`proof: ${listed(proof)}`]),
    ...(texts.length === 0 ? [] : [`texts: ${listed(texts)}`]),
  ];
  return `  ${id}: { ${parts.join(', ')} },`;
}

function method(operation: Operation): string {
  const { id, summary, method: verb, path, textFormats } = operation;
  const comment = `\n  /** ${summary}: ${verb} ${path}. */`;
  const callText = `'${id}', { ${callArguments(operation)} }`;
  if (textFormats !== undefined) return comment + methodOfFormats(operation, callText);
  const isList = operation.cursor !== undefined;
  const answer = isList ? `Pages<Item<'${id}'>, List<'${id}'>>` : `Promise<Answer<'${id}'>>`;
  return `${comment}
  ${id}(${parametersOf(operation)}): ${answer} {
    return this.${isList ? 'list' : 'send'}(${callText});
  }`;
}

/** What it answers depends on the format that is asked for. */
function methodOfFormats(operation: Operation, callText: string): string {
  const { id, textFormats = [] } = operation;
  const texts = textFormats.map((name) => `'${name}'`).join(' | ');
  const list = `Pages<Item<'${id}'>, List<'${id}'>>`;
  const of = (format: string): string => parametersOf(operation, `Query<'${id}'> & ${format}`);
  return `
  ${id}(${of(`{ format: ${texts} }`)}): Promise<string>;
  ${id}(${of(`{ format?: 'json' }`)}): ${list};
  ${id}(${parametersOf(operation)}): Promise<Answer<'${id}'>>;
  ${id}(${parametersOf(operation)}): Promise<Answer<'${id}'>> {
    const isText = query.format !== undefined && query.format !== 'json';
    return isText ? this.send(${callText}) : this.list(${callText});
  }`;
}

function parametersOf({ id, pathParameters, query, body }: Operation, queryType = `Query<'${id}'>`): string {
  const needsQuery = query.some(({ required }) => required === true);
  return [
    ...pathParameters.map((parameter) => `${parameter.name}: ${parameterType(id, parameter)}`),
    ...(body === undefined ? [] : [`body${body.required ? '' : '?'}: Body<'${id}'>`]),
    ...(query.length === 0 ? [] : [`query${needsQuery ? '' : '?'}: ${queryType}`]),
    'options?: CallOptions',
  ].join(', ');
}

const parameterType = (id: string, { name, schema }: Parameter): string =>
  schema.enum === undefined ? 'string' : `Path<'${id}'>['${name}']`;

function callArguments({ pathParameters, query, body }: Operation): string {
  return [
    ...(pathParameters.length === 0 ? [] : [`path: [${pathParameters.map(({ name }) => name).join(', ')}]`]),
    ...(body === undefined ? [] : ['body']),
    ...(query.length === 0 ? [] : ['query']),
    'options',
  ].join(', ');
}
