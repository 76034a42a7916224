import type { JsonObject as Json } from '../../json.js';
import type { Operation } from '../route.js';

/** An operation of /v1 as a tool for agents. */
export interface Tool {
  readonly operation: Operation;
  /** The operation that previews this one. */
  readonly preview: Operation | undefined;
  /** Whether a call changes something and is therefore previewed first. */
  readonly acts: boolean;
  /** Names of the parameters in the path and in the query. */
  readonly params: Readonly<Record<'path' | 'query', readonly string[]>>;
  /** The tool in the list of tools. */
  readonly listed: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
    readonly annotations: Readonly<Record<string, boolean>>;
  };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Json;
}

interface Printed {
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required: boolean; readonly content: Json };
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Printed>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

const confirmation = {
  type: 'string',
  description:
    'The confirmation that the preview of this call answered with. Without it the call changes nothing and answers with its preview.',
};

/** One tool for each operation, with the text of the API description. */
export function toolsOf(openapiText: string, operations: readonly Operation[]): readonly Tool[] {
  const { paths, components } = JSON.parse(openapiText) as Description;
  return operations.map((operation) => {
    const { operationId: name, method, path } = operation;
    const printed = paths[path]?.[method.toLowerCase()];
    if (printed === undefined) throw new Error(`the API description lacks ${method} ${path}`);
    const parameters = (printed.parameters ?? []).filter((each): each is Parameter => !('$ref' in each));
    const acts = method !== 'GET' && !path.endsWith('/preview');
    return {
      operation,
      preview: operations.find((each) => method === 'POST' && each.path === `${path}/preview`),
      acts,
      params: { path: namesIn('path', parameters), query: namesIn('query', parameters) },
      listed: {
        name,
        title: printed.summary,
        description: [`${printed.summary}.`, printed.description ?? '', `${method} ${path}.`].join(' '),
        inputSchema: inputSchema({ parameters, printed, acts }, components.schemas),
        annotations: {
          readOnlyHint: !acts,
          destructiveHint: acts,
          idempotentHint: true,
          openWorldHint: false,
        },
      },
    };
  });
}

const namesIn = (location: string, parameters: readonly Parameter[]): readonly string[] =>
  parameters.flatMap((each) => (each.in === location ? [each.name] : []));

interface ToolSource {
  readonly parameters: readonly Parameter[];
  readonly printed: Printed;
  readonly acts: boolean;
}

function inputSchema(
  { parameters, printed: { requestBody }, acts }: ToolSource,
  schemas: Readonly<Record<string, Json>>,
): Tool['listed']['inputSchema'] {
  const inUrl = parameters.filter((each) => each.in === 'path' || each.in === 'query');
  const body = (requestBody?.content['application/json'] as { schema: Json } | undefined)?.schema;
  const properties = {
    ...Object.fromEntries(
      inUrl.map(({ name, description, schema }) => [
        name,
        { ...schema, ...(description && { description }) },
      ]),
    ),
    ...(body && { body }),
    ...(acts && { confirmation }),
  };
  const required = [
    ...inUrl.flatMap(({ name, required: isRequired }) => (isRequired ? [name] : [])),
    ...(requestBody?.required ? ['body'] : []),
  ];
  const $defs = definitionsOf(properties, schemas);
  const whole = { properties, ...(Object.keys($defs).length > 0 && { $defs }) };
  return {
    type: 'object',
    required,
    additionalProperties: false,
    ...(JSON.parse(JSON.stringify(whole).replaceAll('"#/components/schemas/', '"#/$defs/')) as Json),
  };
}

/** The named schemas that the part references, directly or indirectly. */
function definitionsOf(part: unknown, schemas: Readonly<Record<string, Json>>): Record<string, Json> {
  const found: Record<string, Json> = {};
  const visit = (each: unknown): void => {
    for (const [, name = ''] of JSON.stringify(each).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name];
      if (schema === undefined || name in found) continue;
      found[name] = schema;
      visit(schema);
    }
  };
  visit(part);
  return found;
}
