import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { text } from '../../src/api/field.js';
import { operationsOf } from '../../src/api/rest/routes.js';
import { elementsMax, keysMax, overfull } from '../../src/api/size.js';

const schema = z.strictObject({
  tags: z
    .array(z.enum(['a', 'b']))
    .max(2)
    .exactOptional(),
  pairs: z.record(z.string(), text(5)).meta({ maxProperties: 2 }).exactOptional(),
  either: z.union([z.strictObject({ x: z.array(z.string()).max(1) }), z.string()]).exactOptional(),
  deep: z
    .array(z.strictObject({ in: z.array(z.int()).max(1) }))
    .max(3)
    .exactOptional(),
});

describe('what holds too much', () => {
  it.each<[object, object | undefined]>([
    [{ tags: [1, 2, 3] }, { path: ['tags'], most: 2, what: 'elements' }],
    [{ pairs: { a: 1, b: 2, c: 3 } }, { path: ['pairs'], most: 2, what: 'keys' }],
    [{ either: { x: [1, 2] } }, { path: ['either', 'x'], most: 1, what: 'elements' }],
    [{ deep: [{ in: [] }, { in: [1, 2] }] }, { path: ['deep', 1, 'in'], most: 1, what: 'elements' }],
    [{ tags: [1, 2], pairs: { a: 1 }, either: 'x', deep: [] }, undefined],
    [{ tags: { length: 5 }, pairs: [1, 2, 3], either: 7, deep: 'long' }, undefined],
    [JSON.parse('{"__proto__": {"tags": [1, 2, 3]}}') as object, undefined],
  ])('is found in %j', (value, found) => {
    expect(overfull(schema, value)).toEqual(found);
  });
});

/** The arrays and records of a schema that state no bound. */
function unbounded(each: z.core.$ZodType, at: string): string[] {
  if (each instanceof z.ZodArray)
    return [...(elementsMax(each) > 0 ? [] : [at]), ...unbounded(each.element, `${at}[]`)];
  if (each instanceof z.ZodRecord)
    return [...(keysMax(each) > 0 ? [] : [at]), ...unbounded(each.valueType as z.core.$ZodType, `${at}.*`)];
  if (each instanceof z.ZodObject)
    return Object.entries<z.core.$ZodType>(each.shape).flatMap(([key, inner]) =>
      unbounded(inner, `${at}.${key}`),
    );
  if (each instanceof z.ZodUnion) return each.options.flatMap((option) => unbounded(option, at));
  if ('innerType' in each._zod.def) return unbounded(each._zod.def.innerType as z.core.$ZodType, at);
  return [];
}

it('is bounded in every body that there is', () => {
  const bodies = operationsOf('sandbox').flatMap(({ body, operationId }) =>
    body ? [[operationId, body] as const] : [],
  );
  expect(bodies.length).toBeGreaterThan(8);
  expect(bodies.flatMap(([id, body]) => unbounded(body, id))).toEqual([]);
  expect(unbounded(z.strictObject({ a: z.array(z.string()) }), 'x')).toEqual(['x.a']);
});
