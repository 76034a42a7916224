import { z } from 'zod';

/** An array or record that has more elements than its schema allows. */
export interface Overfull {
  readonly path: readonly PropertyKey[];
  readonly most: number;
  readonly what: 'elements' | 'keys';
}

/**
 * Finds the first array or record that is too long, before its elements are validated: zod validates every
 * element, and creates an issue for each fault, before it checks the length.
 */
export function overfull(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[] = [],
): Overfull | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional)
    return overfull(schema.def.innerType, value, path);
  if (schema instanceof z.ZodUnion) return firstOf(schema.options, (each) => overfull(each, value, path));
  if (schema instanceof z.ZodArray) {
    if (!Array.isArray(value)) return undefined;
    const most = elementsMax(schema);
    if (value.length > most) return { path, most, what: 'elements' };
    return firstOf(value.entries(), ([at, each]) => overfull(schema.element, each, [...path, at]));
  }
  if (!isObject(value)) return undefined;
  if (schema instanceof z.ZodObject)
    return firstOf(Object.entries<z.core.$ZodType>(schema.shape), ([key, each]) =>
      Object.hasOwn(value, key) ? overfull(each, value[key], [...path, key]) : undefined,
    );
  if (!(schema instanceof z.ZodRecord)) return undefined;
  const most = keysMax(schema);
  const entries = Object.entries(value);
  if (entries.length > most) return { path, most, what: 'keys' };
  return firstOf(entries, ([key, each]) =>
    overfull(schema.valueType as z.core.$ZodType, each, [...path, key]),
  );
}

/** The limit of an array; throws if there is none, because every array and record of a body needs one. */
export function elementsMax(schema: z.ZodArray): number {
  const defs = (schema.def.checks ?? []).map(({ _zod }) => _zod.def as z.core.$ZodCheckMaxLengthDef);
  return defs.find(({ check }) => check === 'max_length')?.maximum ?? 0;
}

export const keysMax = (schema: z.ZodRecord): number => {
  const most = schema.meta()?.['maxProperties'];
  return typeof most === 'number' ? most : 0;
};

function firstOf<T>(all: Iterable<T>, find: (each: T) => Overfull | undefined): Overfull | undefined {
  for (const each of all) {
    const found = find(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
