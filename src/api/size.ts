import { z } from 'zod';

/** An array or a record that holds more than its schema lets it. */
export interface Overfull {
  readonly path: readonly PropertyKey[];
  readonly most: number;
  readonly what: 'elements' | 'keys';
}

/**
 * The first array or record that is too long, before anything in it is judged: zod judges every element, and makes an
 * issue of each that is wrong, before it looks at the length.
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

/** An array without a bound has no room: one is stated of every array and record of a body. */
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
