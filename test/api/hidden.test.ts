import { expect, test } from 'vitest';
import { z } from 'zod';
import { dashboardRoutes } from '../../src/api/rest/dashboard.js';
import { operationsOf } from '../../src/api/rest/routes.js';

const turned = 'Ana\u202eb';
const broken = 'Ana\nb';

/** Paths of the text fields in a schema that accept this text. */
function taking(value: string, each: z.core.$ZodType, at: string): string[] {
  if (each instanceof z.ZodString) return each.safeParse(value).success ? [at] : [];
  if (each instanceof z.ZodArray) return taking(value, each.element, `${at}[]`);
  if (each instanceof z.ZodRecord) return taking(value, each.valueType as z.core.$ZodType, `${at}.*`);
  if (each instanceof z.ZodObject)
    return Object.entries<z.core.$ZodType>(each.shape).flatMap(([key, inner]) =>
      taking(value, inner, `${at}.${key}`),
    );
  if (each instanceof z.ZodUnion) return each.options.flatMap((option) => taking(value, option, at));
  if ('innerType' in each._zod.def) return taking(value, each._zod.def.innerType as z.core.$ZodType, at);
  return [];
}

const found = (value: string): string[] =>
  [...operationsOf('sandbox'), ...dashboardRoutes].flatMap(({ body, operationId }) =>
    body === undefined ? [] : taking(value, body, operationId),
  );

/** Fields for programs, which are returned unchanged, and fields that another rule checks. */
const elsewhere = (path: string): boolean =>
  path.endsWith('.metadata.*') || path === 'createFundingAccount.payer.*' || /^\w+\.email$/.test(path);

test('no text for people accepts invisible characters', () => {
  expect(found(turned).filter((path) => !elsewhere(path))).toEqual([]);
  expect(found(turned).filter(elsewhere).length).toBeGreaterThan(3);
  expect(found('Ana').length).toBeGreaterThan(20);
});

test('only descriptions and reasons may have several lines', () => {
  const several = found(broken).filter((path) => !elsewhere(path));
  expect(several.filter((path) => !/\.(description|reason)$/.test(path))).toEqual([]);
  expect(several.length).toBeGreaterThan(4);
});
