import { z } from 'zod';
import { isCurrency, notCurrency } from '../domain/currency.js';
import { idPattern, prefixes, type IdKind } from '../domain/id.js';
import { isCountry, notCountry } from '../domain/country.js';
import { isDate } from '../domain/instant.js';
import { exampleTime, metadataSays } from '../domain/noun/declare.js';
import { refuse } from '../domain/refusal.js';
import { typed } from './wording.js';

/** Schemas that have a name in the API description, each with an example of what it describes. */
export const components = z.registry<{ id: string; example: unknown }>();

export function named<S extends z.ZodType>(id: string, schema: S, example: unknown): S {
  components.add(schema, { id, example });
  return schema;
}

/** Text of `min` to `max` Unicode code points, as JSON Schema counts them too. */
export function text(max: number, min = 1) {
  return z
    .string()
    .refine((value) => value.length >= min, { message: `is empty; send 1 to ${max} characters` })
    .refine((value) => value.length <= max || Array.from(value).length <= max, {
      message: `is too long; send ${max} characters at most`,
    })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max });
}

/** Refuses a field that does not fit what else is given. */
export function invalid(param: string, what: string): never {
  return refuse('invalid_parameter', `${param}: ${what}.`, { param });
}

export function idOf(kind: IdKind) {
  return z.string().regex(new RegExp(idPattern(kind)), { message: notIdOf(kind) });
}

/** The words of a text that is no id of the kind. */
export function notIdOf(kind: IdKind): string {
  return `is not an id of this kind; send one like ${exampleId(kind)}`;
}

/** An id for examples: the same letters behind each prefix. */
export function exampleId(kind: IdKind): string {
  return `${prefixes[kind]}_01k9zq3v5e8x7m2n4p6r8t0w1y`;
}

export { exampleTime };

/** The time in examples of what comes later than the rest. */
export function exampleTimeAfter(ms: number): string {
  return new Date(Date.parse(exampleTime) + ms).toISOString();
}

/** When the examples change what they made. */
export const changedAfterMs = 60_000;
export const exampleChangeTime = exampleTimeAfter(changedAfterMs);

/** An amount in an answer. */
export const amount = z
  .string()
  .regex(/^[0-9]+(\.[0-9]+)?$/)
  .describe('Decimal string in units of the currency.');

/** A caller's amount (supplement §1); how many decimals are right depends on the currency, which stands beside it. */
export const amountAsked = z
  .string({ error: typed('a string such as "10.00"') })
  .regex(/^[0-9]{1,18}(\.[0-9]+)?$/, {
    message:
      'is no decimal number in plain digits, 18 at most before the point; send a string such as "10.00"',
  })
  .refine((text) => /[1-9]/.test(text), { message: 'is not above zero; send a string such as "10.00"' })
  .meta({ not: { pattern: '^[0.]+$' } });

export const currency = z
  .string()
  .refine(isCurrency, { error: ({ input }) => notCurrency(String(input)) })
  .meta({ pattern: '^[A-Z]{3,4}$', description: 'ISO 4217 code, USDT or USDC.' });

export const country = z
  .string()
  .refine(isCountry, { error: ({ input }) => notCountry(String(input)) })
  .meta({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2 code.' });

export const date = z
  .string()
  .refine(isDate, { message: 'is not a day of the calendar; send one such as 1990-02-28' })
  .meta({ format: 'date' });

export const email = z.email().max(254);

export const phone = z.string().regex(/^\+?[1-9][0-9]{5,14}$/, {
  message: 'is no number in international form; send its country code and digits, such as +51987654321',
});

/** A time in an answer: UTC with milliseconds. */
export const time = z.string().meta({ format: 'date-time' });

export const money = z.object({ amount, currency: z.string() });

/** A record of at most so many keys: `checkBody` counts them before it judges any. */
export function pairs<V extends z.ZodType>(key: z.ZodType<string, string>, value: V, most: number) {
  return z.record(key, value).meta({ maxProperties: most });
}

const metadataKeysMax = 20;
/** Of the data that a method asks for; more than any asks for. */
export const dataKeysMax = 50;
/** readJson refuses a key of that name in whatever object: a reader may take it for the object's own kind. */
const metadataKey = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,40}$/, {
    message: 'is no key that metadata has; send 1 to 40 of A-Z a-z 0-9 . _ -',
  })
  .meta({ not: { pattern: '^__proto__$' } });

/** The caller's own pairs (supplement §1 Metadata). */
export const metadata = pairs(metadataKey, text(500, 0), metadataKeysMax).describe(metadataSays);
