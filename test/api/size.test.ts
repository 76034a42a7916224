import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as protocol from '../../src/adapters/providers/connector/protocol.js';
import { groups } from '../../src/api/act/table.js';
import type { Argument, Kind } from '../../src/api/act/argument.js';
import { lines, text } from '../../src/api/field.js';
import { dashboardRoutes } from '../../src/api/rest/dashboard.js';
import { operationsOf } from '../../src/api/rest/routes.js';
import { elementsMax, keysMax, overfull } from '../../src/api/size.js';
import { catalogueFile } from '../../src/main/catalogue-file.js';

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

describe('a list or text that is too long', () => {
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

/** Inner schemas, with their names. */
function innerOf(each: z.core.$ZodType): [inner: z.core.$ZodType, name: string][] {
  if (each instanceof z.ZodArray) return [[each.element, '[]']];
  if (each instanceof z.ZodRecord)
    return [
      [each.keyType as z.core.$ZodType, ' (its keys)'],
      [each.valueType as z.core.$ZodType, '.*'],
    ];
  if (each instanceof z.ZodObject)
    return Object.entries<z.core.$ZodType>(each.shape).map(([key, inner]) => [inner, `.${key}`]);
  if (each instanceof z.ZodUnion) return each.options.map((option) => [option, '']);
  if (each instanceof z.ZodPipe) return [[each.in, '']];
  if ('innerType' in each._zod.def) return [[each._zod.def.innerType as z.core.$ZodType, '']];
  return [];
}

/** Arrays and records of a schema without a bound. */
function unbounded(each: z.core.$ZodType, at: string): string[] {
  const isUnbounded =
    (each instanceof z.ZodArray && elementsMax(each) <= 0) ||
    (each instanceof z.ZodRecord && keysMax(each) <= 0);
  return [
    ...(isUnbounded ? [at] : []),
    ...innerOf(each).flatMap(([inner, name]) => unbounded(inner, `${at}${name}`)),
  ];
}

it('has a limit in every body', () => {
  const bodies = operationsOf('sandbox').flatMap(({ body, operationId }) =>
    body ? [[operationId, body] as const] : [],
  );
  expect(bodies.length).toBeGreaterThan(8);
  expect(bodies.flatMap(([id, body]) => unbounded(body, id))).toEqual([]);
  expect(unbounded(z.strictObject({ a: z.array(z.string()) }), 'x')).toEqual(['x.a']);
});

/** Paths of text fields with a check before the length check. */
function judgedFirst(each: z.core.$ZodType, at: string): string[] {
  const isWrong = each instanceof z.ZodStringFormat || (each instanceof z.ZodString && !isBoundFirst(each));
  return [
    ...(isWrong ? [at] : []),
    ...innerOf(each).flatMap(([inner, name]) => judgedFirst(inner, `${at}${name}`)),
  ];
}

/**
 * Whether the first check refuses a text as long as a body and stops the others. A text without checks needs
 * no bound.
 */
function isBoundFirst({ _zod }: z.ZodString): boolean {
  const [first] = _zod.def.checks ?? [];
  if (first === undefined) return true;
  const payload: z.core.ParsePayload<string> = { value: 'x'.repeat(1_048_576), issues: [] };
  void first._zod.check(payload);
  return payload.issues.length > 0 && payload.issues.every((issue) => issue.continue !== true);
}

it('is refused before any other check', () => {
  const bodies = [...operationsOf('sandbox'), ...dashboardRoutes].flatMap(({ body, operationId }) =>
    body ? [[operationId, body] as const] : [],
  );
  expect(bodies.length).toBeGreaterThan(10);
  expect(bodies.flatMap(([id, body]) => judgedFirst(body, id))).toEqual([]);
  const slips = z.object({
    a: z.string().regex(/x/),
    b: z.string().max(5).regex(/x/),
    c: z.email(),
    d: text(5).regex(/x/),
  });
  expect(judgedFirst(slips, 'x')).toEqual(['x.a', 'x.b', 'x.c']);
});

/**
 * Paths of custom checks that run on a value which failed another check; `goesOn`: whether checks after it
 * run.
 */
function runningOn(
  each: z.core.$ZodType,
  at: string,
): { readonly found: string[]; readonly goesOn: boolean } {
  const inner = innerOf(each).map(([one, name]) => runningOn(one, `${at}${name}`));
  const found = inner.flatMap((one) => one.found);
  const isFormat = each instanceof z.ZodStringFormat || each instanceof z.ZodNumberFormat;
  let goesOn = inner.some((one) => one.goesOn) || (isFormat && each._zod.def.abort !== true);
  for (const { _zod } of (each._zod.def.checks ?? []) as readonly z.core.$ZodCheck<never>[]) {
    const { check, abort, when }: { check: string; abort?: boolean | undefined; when?: unknown } = _zod.def;
    if (check === 'custom' && goesOn && when === undefined) found.push(at);
    goesOn ||= abort !== true && check !== 'overwrite';
  }
  return { found, goesOn };
}

it('our checks never run on a value that another check refused', () => {
  const bodies = [...operationsOf('sandbox'), ...dashboardRoutes].flatMap(({ body, operationId }) =>
    body ? [[operationId, body] as const] : [],
  );
  const ofConnectors = Object.entries<unknown>(protocol).flatMap(([name, each]) =>
    each instanceof z.ZodType ? [[name, each] as const] : [],
  );
  expect(ofConnectors.length).toBeGreaterThan(10);
  const all = [...bodies, ...ofConnectors, ['catalogue', catalogueFile] as const];
  expect(all.flatMap(([name, each]) => runningOn(each, name).found)).toEqual([]);
  const right = z.string().refine((value) => value !== '', { abort: true });
  const slips = z.object({
    a: z.string().max(5).refine(Boolean),
    b: right.refine(Boolean),
    c: z.object({ d: z.string().regex(/x/) }).refine(Boolean),
    e: z.object({ d: z.string().regex(/x/) }).refine(Boolean, { when: ({ issues }) => issues.length === 0 }),
    f: z.object({ d: right }).refine(Boolean),
    g: z.email().refine(Boolean),
  });
  expect(runningOn(slips, 'x').found).toEqual(['x.a', 'x.c', 'x.g']);
});

it('stops at its length, before any other check', () => {
  const seen: string[] = [];
  const spied = (schema: z.ZodString): z.ZodType =>
    z.object({ a: schema.refine((value) => seen.push(value) > 0) }).refine(() => seen.push('the whole') > 0);
  for (const schema of [text(5), lines(5)]) {
    expect(spied(schema).safeParse({ a: 'x'.repeat(6) }).error?.issues).toHaveLength(1);
    expect(seen).toEqual([]);
  }
  expect(spied(text(5)).safeParse({ a: '😀😀😀😀😀' }).success).toBe(true);
});

/** Text arguments without a bound. */
function endless(args: readonly Argument[]): string[] {
  const isText = ({ is }: Kind): boolean => is === 'text' || is === 'id';
  return args.flatMap(({ name, kind, faultOf }) => {
    if (kind.is === 'form') return endless(kind.fields).map((inner) => `${name}.${inner}`);
    const long = 'x'.repeat(1_048_576);
    const value = kind.is === 'list' ? [long] : long;
    const takesText = isText(kind) || (kind.is === 'list' && isText(kind.element));
    return takesText && faultOf(value) === undefined ? [name] : [];
  });
}

it('is refused in every argument of an act', () => {
  const acts = groups.flatMap((group) => group.acts);
  expect(acts.length).toBeGreaterThan(20);
  expect(acts.flatMap(({ name, takes }) => endless(takes).map((each) => `${name}.${each}`))).toEqual([]);
});
