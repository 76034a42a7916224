import { z } from 'zod';
import { components } from '../field.js';
import { personalMark, personalNames } from '../personal.js';
import type { JsonObject as Json } from '../json.js';
import { eventSchemas } from './event-shape.js';
import type { Operation } from './route.js';

/** One of several alternative sets of fields in a body, with its required and optional fields. */
export interface Alternative {
  readonly title: string;
  readonly required: readonly string[];
  readonly optional?: readonly string[];
}

/** Every named schema as JSON Schema: request bodies are closed, responses may gain fields. */
export function printedSchemas(operations: readonly Operation[]): Readonly<Record<string, Json>> {
  const { schemas } = z.toJSONSchema(components, {
    io: 'input',
    metadata: z.globalRegistry,
    uri: (id) => `#/components/schemas/${id}`,
  });
  const plain = Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _address, ...schema }]) => [
      id,
      withPersonalMarks(schema),
    ]),
  );
  const names = namesIn(
    operations.flatMap(({ body }) => (body === undefined ? [] : [refOf(body)])),
    plain,
  );
  const answered = Object.fromEntries(
    Object.entries(plain).map(([id, schema]) => [
      id,
      names.has(id) ? withAlternatives(schema) : withOpenEnums(schema),
    ]),
  ) as Record<string, Json>;
  return Object.fromEntries(Object.entries({ ...answered, ...eventSchemas(answered) }).sort(byName));
}

export function refOf(schema: z.ZodType): Json {
  const component = components.get(schema);
  if (component === undefined)
    throw new Error('a body or answer in the route table has a schema without a name');
  return { $ref: `#/components/schemas/${component.id}` };
}

/** A fixed order that does not depend on the order in which files are loaded. */
export const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1;

/** Names of the schemas that the part references, directly or indirectly. */
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

/** Marks every field with a personal name, unless its values are an enum. */
function withPersonalMarks(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withPersonalMarks);
  if (typeof part !== 'object' || part === null) return part;
  const { properties, ...rest } = part as { readonly properties?: Json };
  const isMarked = (name: string, field: Json) => personalNames.has(name) && !('enum' in field);
  const own = Object.entries(properties ?? {}).map(([name, each]) => {
    const field = withPersonalMarks(each) as Json;
    return [name, isMarked(name, field) ? { ...field, [personalMark]: true } : field] as const;
  });
  const others = Object.entries(rest).map(([name, each]) => [name, withPersonalMarks(each)] as const);
  const all = { ...Object.fromEntries(others), properties: Object.fromEntries(own) };
  // Keeps the original order of keys.
  return Object.fromEntries(Object.keys(part).map((name) => [name, all[name as keyof typeof all]]));
}

/**
 * Readers must accept new enum values in responses. Error types are the exception, because the contract
 * closes their list.
 */
function withOpenEnums(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withOpenEnums);
  if (typeof part !== 'object' || part === null) return part;
  const { enum: values, type, isClosed, ...rest } = part as Json;
  if (!Array.isArray(values))
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, withOpenEnums(each)]));
  if (isClosed === true) return { type, enum: values, ...rest };
  return { ...rest, anyOf: [{ type, enum: values }, { type }] };
}

/** Expands the alternatives in a body, at any depth. */
function withAlternatives(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withAlternatives);
  if (typeof part !== 'object' || part === null) return part;
  return expandAlternatives(
    Object.fromEntries(Object.entries(part).map(([name, each]) => [name, withAlternatives(each)])),
  );
}

/** Prints one complete object for each alternative, because client generators understand that. */
function expandAlternatives({ alternatives, ...schema }: Json): Json {
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
