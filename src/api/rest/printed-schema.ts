import { z } from 'zod';
import { components } from '../field.js';
import { personalMark, personalNames } from '../personal.js';
import type { JsonObject as Json } from '../json.js';
import { eventSchemas } from './event-shape.js';
import type { Operation } from './route.js';

/** Fields of a body of which one set is given: what belongs to it, and what of that it needs. */
export interface Alternative {
  readonly title: string;
  readonly required: readonly string[];
  readonly optional?: readonly string[];
}

/** Every named schema as JSON Schema: what is asked for is closed, what is answered may grow. */
export function printedSchemas(operations: readonly Operation[]): Readonly<Record<string, Json>> {
  const { schemas } = z.toJSONSchema(components, {
    io: 'input',
    metadata: z.globalRegistry,
    uri: (id) => `#/components/schemas/${id}`,
  });
  const plain = Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _address, ...schema }]) => [
      id,
      marked(schema),
    ]),
  );
  const asked = namesIn(
    operations.flatMap(({ body }) => (body === undefined ? [] : [refOf(body)])),
    plain,
  );
  const answered = Object.fromEntries(
    Object.entries(plain).map(([id, schema]) => [id, asked.has(id) ? closed(schema) : open(schema)]),
  ) as Record<string, Json>;
  return Object.fromEntries(Object.entries({ ...answered, ...eventSchemas(answered) }).sort(byName));
}

export function refOf(schema: z.ZodType): Json {
  const component = components.get(schema);
  if (component === undefined)
    throw new Error('a body or answer in the route table has a schema without a name');
  return { $ref: `#/components/schemas/${component.id}` };
}

/** An order that does not depend on which file is loaded first. */
export const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1;

/** The names of the schemas that the part refers to, by others too. */
function namesIn(
  part: unknown,
  schemas: Readonly<Record<string, unknown>>,
  found = new Set<string>(),
): Set<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    namesIn(schemas[name], schemas, found);
  }
  return found;
}

/** Says of each personal field that it is one; of a few words none is. */
function marked(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(marked);
  if (typeof part !== 'object' || part === null) return part;
  const { properties, ...rest } = part as { readonly properties?: Json };
  const isMarked = (name: string, field: Json) => personalNames.has(name) && !('enum' in field);
  const own = Object.entries(properties ?? {}).map(([name, each]) => {
    const field = marked(each) as Json;
    return [name, isMarked(name, field) ? { ...field, [personalMark]: true } : field] as const;
  });
  const others = Object.entries(rest).map(([name, each]) => [name, marked(each)] as const);
  const all = { ...Object.fromEntries(others), properties: Object.fromEntries(own) };
  // In the order in which they stood.
  return Object.fromEntries(Object.keys(part).map((name) => [name, all[name as keyof typeof all]]));
}

/** A reader of an answer bears values that are added later. The types of errors are the exception: they stay these. */
function open(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(open);
  if (typeof part !== 'object' || part === null) return part;
  const { enum: values, type, isClosed, ...rest } = part as Json;
  if (!Array.isArray(values))
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, open(each)]));
  if (isClosed === true) return { type, enum: values, ...rest };
  return { ...rest, anyOf: [{ type, enum: values }, { type }] };
}

/** A body, whose alternatives are made whole wherever they stand in it. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  return alternatively(Object.fromEntries(Object.entries(part).map(([name, each]) => [name, closed(each)])));
}

/** One whole object an alternative, which is what generators of clients understand. */
function alternatively({ alternatives, ...schema }: Json): Json {
  if (alternatives === undefined) return schema;
  const sets = alternatives as readonly Alternative[];
  const {
    properties,
    required = [],
    description,
    ...rest
  } = schema as Json & {
    readonly properties: Json;
    readonly required?: readonly string[];
  };
  const own = (set: Alternative): readonly string[] => [...set.required, ...(set.optional ?? [])];
  const choices = sets.map((set) => {
    const others = new Set(sets.filter((each) => each !== set).flatMap(own));
    const here = Object.entries(properties).filter(([name]) => own(set).includes(name) || !others.has(name));
    const needed = here.map(([name]) => name).filter((name) => [...required, ...set.required].includes(name));
    return { title: set.title, ...rest, properties: Object.fromEntries(here), required: needed };
  });
  return { ...(description !== undefined && { description }), oneOf: choices };
}
