import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import type { Description, Operation } from './description.ts';

/** Left to the client: it sets them by itself, or once for all calls. */
const clientOwn = new Set(['Idempotency-Key', 'X-Correlation-Id', 'Platform-Account']);

const isClientOwn = ({ name = '', $ref = '' }: { name?: string; $ref?: string }): boolean =>
  clientOwn.has(name) || /\/(CorrelationId|PlatformAccount)$/.test($ref);

/** The types of all schemas and operations, by openapi-typescript. */
export async function schemaText(description: Description): Promise<string> {
  const nodes = await openapiTypescript(lean(description) as unknown as OpenAPI3);
  const text = astToString(nodes);
  // Of an enumeration that may grow the known values are still offered to who writes, and any text is taken.
  return `/* oxlint-disable */\n${text.replaceAll(/(\(("[^"]*"(?: \| )?)+\)) \| string\b/g, '$1 | (string & {})')}`;
}

/** The description without examples, refusals and headers, of which the methods tell nothing. */
function lean(description: Description): Description {
  const copy = JSON.parse(
    JSON.stringify(description, (key, value: unknown) =>
      key === 'example' || key === 'examples' ? undefined : value,
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
  return { ...copy, components: { schemas: copy.components.schemas } };
}

/** The table that calls are made from, and a method for each operation. */
export function methodsText(operations: readonly Operation[]): string {
  return `import type { Answer, Body, CallOptions, Item, Query } from './call.js';
import type { Pages } from './page.js';

/** The parts of a call, by the name of its operation. */
export const operations = {
${operations.map(entry).join('\n')}
} as const;

type Name = keyof typeof operations;

/** A call as the methods hand it on. */
export interface Asked {
  readonly path?: readonly string[];
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly options?: CallOptions | undefined;
}

/** One method an operation, named as in the reference. */
export abstract class Methods {
  protected abstract send<N extends Name>(name: N, asked: Asked): Promise<Answer<N>>;
  protected abstract list<N extends Name>(name: N, asked: Asked): Pages<Item<N>, Answer<N>>;
${operations.map(method).join('\n')}
}
`;
}

function entry({ id, method, path, isKeyed, isRepeatable, cursor }: Operation): string {
  const parts = [
    `method: '${method}'`,
    `path: '${path}'`,
    ...(isKeyed ? ['isKeyed: true'] : []),
    ...(isRepeatable ? ['isRepeatable: true'] : []),
    ...(cursor === undefined ? [] : [`cursor: '${cursor}'`]),
  ];
  return `  ${id}: { ${parts.join(', ')} },`;
}

function method({ id, summary, method: verb, path, places, query, body, cursor }: Operation): string {
  const needsQuery = query.some(({ required }) => required === true);
  const parameters = [
    ...places.map((place) => `${place}: string`),
    ...(body === undefined ? [] : [`body${body.required ? '' : '?'}: Body<'${id}'>`]),
    ...(query.length === 0 ? [] : [`query${needsQuery ? '' : '?'}: Query<'${id}'>`]),
    'options?: CallOptions',
  ];
  const asked = [
    ...(places.length === 0 ? [] : [`path: [${places.join(', ')}]`]),
    ...(body === undefined ? [] : ['body']),
    ...(query.length === 0 ? [] : ['query']),
    'options',
  ];
  const isList = cursor !== undefined;
  const answer = isList ? `Pages<Item<'${id}'>, Answer<'${id}'>>` : `Promise<Answer<'${id}'>>`;
  return `
  /** ${summary}: ${verb} ${path}. */
  ${id}(${parameters.join(', ')}): ${answer} {
    return this.${isList ? 'list' : 'send'}('${id}', { ${asked.join(', ')} });
  }`;
}
