/** JSON Schema as the API description prints it. */
export interface Shape {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly not?: { readonly pattern: string };
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxProperties?: number;
  readonly title?: string;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly propertyNames?: Shape;
  readonly additionalProperties?: Shape | false;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: string;
  readonly schema: Shape;
}

interface Content {
  readonly 'application/json': { readonly schema: Shape; readonly example?: unknown };
}

interface Reference {
  readonly $ref: string;
}

export interface Answer {
  readonly description: string;
  /** Absent for a file, which is not JSON. */
  readonly content?: Partial<Content>;
}

interface PrintedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer | Reference>>;
}

interface Printed {
  readonly servers: readonly { readonly url: string }[];
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, PrintedOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: PrintedOperation }>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: Shape }>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly schemas: Readonly<Record<string, Shape>>;
  };
}

/** An operation with its references resolved, without the parameters that all operations share. */
export interface Operation extends Omit<PrintedOperation, 'parameters' | 'responses'> {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly answers: readonly (Answer & { readonly status: number })[];
}

export interface Description extends Pick<Printed, 'info' | 'tags' | 'components'> {
  /** Base URL of the API. */
  readonly baseUrl: string;
  readonly operations: readonly Operation[];
  /** Event types with their meaning and schema. */
  readonly events: readonly { readonly type: string; readonly meaning: string; readonly schema: string }[];
  /** Whether the description is for a sandbox, which has a simulated bank. */
  readonly isSandbox: boolean;
  /** Id prefix → the list of such resources, with a filter that excludes closed ones. */
  readonly lists: ReadonlyMap<string, string>;
}

/** Parses the printed API description into what the page needs. */
export function readDescription(openapiText: string): Description {
  const { info, servers, tags, paths, webhooks, components } = JSON.parse(openapiText) as Printed;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, printed]) => ({
      ...printed,
      method: method.toUpperCase(),
      path,
      parameters: (printed.parameters ?? []).filter((each): each is Parameter => !isReference(each)),
      answers: Object.entries(printed.responses).map(([status, answer]) => ({
        ...(isReference(answer) ? componentOf(components.responses, answer) : answer),
        status: Number(status),
      })),
    })),
  );
  const events = Object.entries(webhooks).map(([type, { post }]) => ({
    type,
    meaning: post.description ?? '',
    schema: nameOf(post.requestBody?.content['application/json'].schema.allOf?.[0]?.$ref ?? ''),
  }));
  const isSandbox = operations.some(({ operationId }) => operationId === 'createSandboxDeposit');
  const baseUrl = servers[0]?.url ?? '/';
  return { info, baseUrl, tags, components, operations, events, isSandbox, lists: listsOf(operations) };
}

/** The error codes in the description of a refusal: each line is a code and when it occurs. */
export function codesOf({ description }: Answer): string[] {
  return description.split('\n').map((line) => line.slice(0, line.indexOf(':')));
}

/** The name at the end of a reference. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function isReference<T extends object>(value: T | Reference): value is Reference {
  return '$ref' in value;
}

function componentOf<T>(components: Readonly<Record<string, T>>, { $ref }: Reference): T {
  const component = components[nameOf($ref)];
  if (component === undefined) throw new Error(`the API description has nothing at ${$ref}`);
  return component;
}

function listsOf(operations: readonly Operation[]): Map<string, string> {
  const gets = operations.filter(({ method }) => method === 'GET');
  return new Map(
    gets.flatMap(({ path, parameters }) => {
      const prefix = parameters.map(({ schema }) => prefixOf(schema.pattern)).find(Boolean);
      const list = gets.find((each) => path === `${each.path}/{id}`);
      if (prefix === undefined || list === undefined) return [];
      const status = list.parameters.find(({ name }) => name === 'status');
      // An example that acts on a finished resource would be refused.
      const open = ['active', 'pending'].find((each) => status?.schema.enum?.includes(each) === true);
      const filter = open === undefined ? '' : `?status=${open}`;
      return [[prefix, list.path + filter] as const];
    }),
  );
}

/** The id prefix in a pattern. */
export function prefixOf(pattern: string | undefined): string | undefined {
  return /^\^([a-z]+)_/.exec(pattern ?? '')?.[1];
}
