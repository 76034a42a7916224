import { bankReferenceKinds } from '../domain/noun/bank-reference.js';
import { z } from 'zod';
import { isCurrency, notCurrency } from '../domain/currency.js';
import { idPattern } from '../domain/id.js';
import { prefixes, type IdKind } from '../domain/noun/prefix.js';
import { isCountry, notCountry } from '../domain/country.js';
import { isDate } from '../domain/instant.js';
import { exampleTime, metadataSays } from '../domain/noun/declare.js';
import { refuse } from '../domain/refusal.js';
import { hiddenFault, isWithin, type Lines } from '../domain/text.js';
import { notEmail, typed } from './wording.js';

/** Schemas with a name in the API description, each with an example. */
export const components = z.registry<{ id: string; example: unknown }>();

export function named<S extends z.ZodType>(id: string, schema: S, example: unknown): S {
  components.add(schema, { id, example });
  return schema;
}

interface Words {
  readonly tooLong?: string;
  /** What to send instead of a value of the wrong JSON type. */
  readonly wanted?: string;
}

/**
 * Text of at most `max` code points. The bound is the first check and stops the others, so none of them reads
 * a longer text. All text fields use this function; test/api/size.test.ts checks that.
 */
export function bounded(max: number, { tooLong, wanted }: Words = {}) {
  const message = tooLong ?? `is too long; send at most ${max} characters`;
  return z
    .string(wanted === undefined ? undefined : { error: typed(wanted) })
    .refine((value) => isWithin(value, max), { message, abort: true });
}

/** Text of `min` to `max` Unicode code points, counted as in JSON Schema, for machines. */
export function data(max: number, min = 1) {
  return bounded(max)
    .refine((value) => value.length >= min, { message: `is empty; send 1 to ${max} characters`, abort: true })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max });
}

/** One line of readable text, without invisible characters. */
export const text = (max: number, min = 1) => readable(data(max, min), max, 'one');
/** Like `text`; white space around it is removed first. */
export const trimmed = (max: number) =>
  readable(
    data(max)
      .trim()
      .refine((value) => value !== '', blank(max)),
    max,
    'one',
  );
/** Like `text`, with one line or several. */
export const lines = (max: number, min = 1) => readable(data(max, min), max, 'many');
const blank = (max: number) => ({ message: `is blank; send 1 to ${max} characters`, abort: true });

function readable(base: ReturnType<typeof data>, max: number, count: Lines) {
  return base
    .refine((value) => value === '' || value.trim() !== '', blank(max))
    .refine((value) => hiddenFault(value, count) === undefined, {
      error: ({ input }) => hiddenFault(String(input), count),
      abort: true,
    });
}

/** Text of a pattern. The length is checked before the pattern is matched. */
export function formed(form: RegExp, max: number, { fault, wanted }: { fault: string; wanted?: string }) {
  return bounded(max, { tooLong: fault, ...(wanted !== undefined && { wanted }) }).regex(form, {
    message: fault,
    abort: true,
  });
}

/** A short text that a function validates, such as a code or a day. */
export function ruled(isRight: (word: string) => boolean, faultOf: (word: string) => string) {
  return bounded(wordMax, { tooLong: faultOf('') }).refine(isRight, {
    error: ({ input }) => faultOf(String(input)),
    abort: true,
  });
}

/** Most characters of a code, day, amount or phone number. */
const wordMax = 64;

/** Throws for a field that contradicts other fields. */
export function invalid(param: string, what: string): never {
  return refuse('invalid_parameter', `${param}: ${what}.`, { param });
}

const idMax = 100;

export function idOf(kind: IdKind) {
  return formed(new RegExp(idPattern(kind)), idMax, { fault: notIdOf(kind) });
}

/** The error for a text that is not an id of this kind. */
export function notIdOf(kind: IdKind): string {
  return `is not an id of the right type; send one like ${exampleId(kind)}`;
}

/** An id for examples: the prefix of the kind and always the same letters. */
export function exampleId(kind: IdKind): string {
  return `${prefixes[kind]}_01k9zq3v5e8x7m2n4p6r8t0w1y`;
}

export { exampleTime };

/** A time in examples, `ms` after the usual example time. */
export function exampleTimeAfter(ms: number): string {
  return new Date(Date.parse(exampleTime) + ms).toISOString();
}

/** Milliseconds between creation and update in the examples. */
export const changedAfterMs = 60_000;
export const exampleChangeTime = exampleTimeAfter(changedAfterMs);

/** An amount in a response. */
export const amount = z
  .string()
  .regex(/^[0-9]+(\.[0-9]+)?$/)
  .describe('Decimal string in units of the currency.');

const notAmount =
  'is not a plain decimal number with at most 18 digits before the point; send a string such as "10.00"';

/**
 * An amount in a request (supplement §1). The number of decimals depends on the currency and is checked with
 * it.
 */
export const amountText = formed(/^[0-9]{1,18}(\.[0-9]+)?$/, wordMax, {
  fault: notAmount,
  wanted: 'a string such as "10.00"',
})
  .refine((text) => /[1-9]/.test(text), { message: 'must be above zero; send a string such as "10.00"' })
  .meta({ not: { pattern: '^[0.]+$' } });

/** Metadata of every currency field in requests, for the printed schemas. */
export const currencyMeta = {
  pattern: '^[A-Z]{3,4}$',
  description: 'ISO 4217 code, USDT or USDC.',
} as const;

export const currency = ruled(isCurrency, notCurrency).meta(currencyMeta);

export const country = ruled(isCountry, notCountry).meta({
  pattern: '^[A-Z]{2}$',
  description: 'ISO 3166-1 alpha-2 code.',
});

export const date = ruled(isDate, () => 'is not a calendar day; send one such as 1990-02-28').meta({
  format: 'date',
});

const emailMax = 254;
export const email = bounded(emailMax)
  .regex(z.regexes.email, { message: notEmail, abort: true })
  .meta({ format: 'email', maxLength: emailMax });

export const phone = formed(/^\+?[1-9][0-9]{5,14}$/, wordMax, {
  fault: 'is not an international phone number; send country code and digits, such as +51987654321',
});

/** A time in a response: UTC with milliseconds. */
export const time = z.string().meta({ format: 'date-time' });

export const money = z.object({ amount, currency: z.string() });

/** An amount in a list filter. */
export const amountBound = /^[0-9]{1,18}(\.[0-9]{1,18})?$/;

/** The bank's reference of a payment (supplement §11.7). */
export const bankReference = z.object({
  kind: z.enum(bankReferenceKinds.values),
  value: z.string(),
});
export const bankReferenceExample = {
  kind: 'end_to_end_id',
  value: 'E00000208202611201403P6Q7R8S9T0U',
} as const;

/** A record of at most `most` keys; `checkBody` counts them before it validates any. */
export function pairs<V extends z.ZodType>(key: z.ZodType<string, string>, value: V, most: number) {
  return z.record(key, value).meta({ maxProperties: most });
}

export const metadataKeysMax = 20;
/** Most keys in the payment details of a method; no method has as many. */
export const dataKeysMax = 50;
export const metadataValueMax = 500;
/** readJson refuses `__proto__` in every object; programs may interpret that key. */
export const metadataKey = /^(?!__proto__$)[A-Za-z0-9._-]{1,40}$/;
export const metadataKeyFault = 'is not a valid metadata key; send 1 to 40 of A-Z a-z 0-9 . _ -';
const metadataKeyText = formed(/^[A-Za-z0-9._-]{1,40}$/, 40, { fault: metadataKeyFault }).meta({
  not: { pattern: '^__proto__$' },
});

/** The caller's own pairs (supplement §1 Metadata). They are stored and returned unchanged. */
export const metadata = pairs(metadataKeyText, data(metadataValueMax, 0), metadataKeysMax).describe(
  metadataSays,
);
