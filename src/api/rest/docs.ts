import { rendered, escaped } from './markdown.js';

interface Shape {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

interface Answer {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Shape }>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly $ref?: string;
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
  }[];
  readonly requestBody?: Answer;
  readonly responses: Readonly<Record<string, Answer>>;
}

/** What the page reads of an API description. */
interface Description {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Shape>>;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:auto;padding:1rem}td,th{text-align:left;vertical-align:top;padding:.15rem .6rem;border-bottom:1px solid #ccc}code{font-size:.9em}pre{overflow:auto;background:#f4f4f4;padding:.6rem}';

/** The page loads nothing and runs nothing. */
export const docsPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** The API description as one page for people, without scripts (supplement §9). */
export function docsPage(openapiText: string): string {
  const description = JSON.parse(openapiText) as Description;
  const { info, tags, paths, components } = description;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  const groups = tags.map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(tag.name));
    const parts = own.map(({ name, operation }) => operationPart(name, operation, components.responses));
    return `<h2>${escaped(tag.name)}</h2>${rendered(tag.description)}${parts.join('')}`;
  });
  const shapes = Object.entries(components.schemas).map(([name, shape]) => shapePart(name, shape));
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escaped(info.title)}</title><style>${style}</style></head><body><h1>${escaped(info.title)}</h1>`,
    '<p>The same as JSON: <a href="/v1/openapi.json">/v1/openapi.json</a></p>',
    `${rendered(info.description)}${groups.join('')}<h2>Bodies</h2>${shapes.join('')}</body></html>`,
  ].join('');
}

function operationPart(name: string, operation: Operation, common: Readonly<Record<string, Answer>>): string {
  const parameters = (operation.parameters ?? [])
    .filter(({ $ref }) => $ref === undefined)
    .map((each) =>
      row([each.name, `${each.in}${each.required ? ', required' : ''}`, each.description ?? '']),
    );
  const answers = Object.entries(operation.responses).map(([status, answer]) => {
    const shared = common[answer.$ref?.split('/').at(-1) ?? ''] ?? answer;
    return `<tr><td>${status}</td><td>${linked(shared)}</td><td>${lines(shared.description ?? '')}</td></tr>`;
  });
  const body = operation.requestBody === undefined ? '' : `<p>Body: ${linked(operation.requestBody)}</p>`;
  return [
    `<h3 id="${operation.operationId}"><code>${escaped(name)}</code> ${escaped(operation.summary)}</h3>`,
    rendered(operation.description ?? ''),
    body,
    table(parameters),
    table(answers),
  ].join('');
}

function shapePart(name: string, shape: Shape): string {
  const fields = fieldRows(shape, '');
  const others = (shape.anyOf ?? [])
    .map((each) => (each.$ref ? typeOf(each) : table(fieldRows(each, ''))))
    .join(' or ');
  return `<h3 id="${name}">${name}</h3>${table(fields)}${others}`;
}

function fieldRows(shape: Shape, prefix: string): string[] {
  return Object.entries(shape.properties ?? {}).flatMap(([name, field]) => {
    const required = shape.required?.includes(name) === true ? ', required' : '';
    const values = field.enum === undefined ? '' : `One of ${field.enum.join(', ')}. `;
    const own = `<tr><td><code>${escaped(prefix + name)}</code></td><td>${typeOf(field)}${required}</td><td>${lines(values + (field.description ?? ''))}</td></tr>`;
    return [own, ...fieldRows(field.items ?? field, `${prefix}${name}${field.items ? '[]' : ''}.`)];
  });
}

function typeOf(shape: Shape): string {
  const name = shape.$ref?.split('/').at(-1);
  if (name !== undefined) return `<a href="#${name}">${name}</a>`;
  return shape.items ? `array of ${typeOf(shape.items)}` : (shape.type ?? 'object');
}

function linked(answer: Answer): string {
  const shape = answer.content?.['application/json']?.schema;
  return shape?.$ref === undefined ? (shape ? '<a href="#Error">Error</a>' : '') : typeOf(shape);
}

const lines = (text: string): string => escaped(text).replaceAll('\n', '<br>');
const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;
const table = (rows: readonly string[]): string =>
  rows.length === 0 ? '' : `<table>${rows.join('')}</table>`;
