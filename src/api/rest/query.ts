import { isCountry, notCountry } from '../../domain/country.js';
import { isCurrency, notCurrency } from '../../domain/currency.js';
import { idPattern, isAnyId, isId } from '../../domain/id.js';
import type { IdKind } from '../../domain/noun/prefix.js';
import { isDate, parseInstant } from '../../domain/instant.js';
import { pairsMax } from '../../domain/noun/label.js';
import { refuse } from '../../domain/refusal.js';
import { cut, isWithin } from '../../domain/text.js';
import {
  amountBound,
  currencyMeta,
  exampleId,
  exampleTime,
  metadataKey,
  metadataKeyFault,
  metadataValueMax,
  notIdOf,
} from '../field.js';
import { paramMax } from '../json.js';
import { notOneOf } from '../wording.js';

/** A query parameter: its schema and parser. If the parser returns undefined, `fault` says what is wrong. */
export interface Parameter<T> {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly description: string;
  /** Example value of a required parameter. */
  readonly required?: string;
  readonly read: (text: string) => T | undefined;
  /** A parameter with keys, as in `metadata[order]=1042`; its values become one object. */
  readonly keyed?: { readonly max: number; readonly key: RegExp; readonly keyFault: string };
  /** The error text for an invalid value: what is wrong and what to send. It follows the name. */
  readonly fault: (text: string) => string;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;
export type QueryOf<P extends Parameters> = { [K in keyof P]?: P[K] extends Parameter<infer T> ? T : never };

export function oneOf<const T extends string>(values: readonly T[], description: string): Parameter<T> {
  return {
    schema: { type: 'string', enum: values },
    description,
    read: (text) => values.find((value) => value === text),
    fault: () => notOneOf(values),
  };
}

export function idParameter(kind: IdKind, description: string): Parameter<string> {
  return {
    schema: { type: 'string', pattern: idPattern(kind) },
    description,
    read: (text) => (isId(kind, text) ? text : undefined),
    fault: () => notIdOf(kind),
  };
}

/** An id of any resource, including kinds added later. */
export function resourceParameter(description: string): Parameter<string> {
  return {
    schema: { type: 'string' },
    description,
    read: (text) => (isAnyId(text) ? text : undefined),
    fault: () => `is not an id; send one like ${exampleId('payout')}`,
  };
}

/** 1 to `max` code points. */
export function textParameter(max: number, description: string): Parameter<string> {
  return {
    schema: { type: 'string', minLength: 1, maxLength: max },
    description,
    read: (text) => (text.length > 0 && isWithin(text, max) ? text : undefined),
    fault: (text) => `is ${text === '' ? 'empty' : 'too long'}; send 1 to ${max} characters`,
  };
}

/** Metadata pairs that a resource must have. */
export function metadataParameter(description: string): Parameter<string> {
  return {
    schema: {
      type: 'object',
      additionalProperties: { type: 'string', maxLength: metadataValueMax },
      propertyNames: { pattern: metadataKey.source },
      maxProperties: pairsMax,
    },
    description,
    keyed: { max: pairsMax, key: metadataKey, keyFault: metadataKeyFault },
    read: (text) => (isWithin(text, metadataValueMax) ? text : undefined),
    fault: () => `is too long; send ${metadataValueMax} characters at most`,
  };
}

/** An amount, kept as text. */
export function amountParameter(description: string): Parameter<string> {
  return {
    schema: { type: 'string', pattern: amountBound.source },
    description,
    read: (text) => (amountBound.test(text) ? text : undefined),
    fault: () => 'is not an amount; send a decimal such as 10.00',
  };
}

/** An integer, kept as text. */
export function wholeParameter(description: string): Parameter<string> {
  return {
    schema: { type: 'integer', minimum: 0, maximum: 999_999_999 },
    description,
    read: (text) => (/^(0|[1-9]\d{0,8})$/.test(text) ? text : undefined),
    fault: () => 'is not a whole number; send one from 0 to 999999999',
  };
}

export const currencyParameter: Parameter<string> = {
  schema: { type: 'string', pattern: currencyMeta.pattern },
  description: currencyMeta.description,
  read: (text) => (isCurrency(text) ? text : undefined),
  fault: notCurrency,
};

export const countryParameter: Parameter<string> = {
  schema: { type: 'string', pattern: '^[A-Z]{2}$' },
  description: 'ISO 3166-1 alpha-2 code.',
  read: (text) => (isCountry(text) ? text : undefined),
  fault: notCountry,
};

export function dayParameter(description: string): Parameter<string> {
  return {
    schema: { type: 'string', format: 'date' },
    description,
    read: (text) => (isDate(text) ? text : undefined),
    fault: () => 'is not a calendar day; send one such as 2026-11-20',
  };
}

export function limitParameter(normal: number): Parameter<number> {
  return {
    schema: { type: 'integer', minimum: 1, maximum: 100, default: normal },
    description: 'Maximum number of elements in the page.',
    read: (text) => (/^([1-9][0-9]?|100)$/.test(text) ? Number(text) : undefined),
    fault: () => 'is out of range; send a whole number from 1 to 100',
  };
}

export function timeParameter(description: string): Parameter<Date> {
  return {
    schema: { type: 'string', format: 'date-time' },
    description,
    read: parseInstant,
    fault: () => `is not an RFC 3339 timestamp; send one such as ${exampleTime}`,
  };
}

/** Most characters of a value, more than any parameter needs; a longer value is not read. */
const valueMax = 1_000;

/**
 * Parses a query string (without `?`). Refuses a parameter that is unknown, repeated, badly encoded or
 * invalid, by its name (supplement §1).
 */
export function readQuery<P extends Parameters>(parameters: P, search: string): QueryOf<P> {
  const found = new Map<string, unknown>();
  for (const pair of search.split('&')) {
    if (pair === '') continue;
    const [rawName = '', ...rest] = pair.split('=');
    const name = decoded(rawName) ?? rawName;
    const param = cut(name, paramMax);
    const wrong = (fault: string): never => refuse('invalid_parameter', `${param}: ${fault}.`, { param });
    const [, own = name, key] = /^([a-z_]+)\[([^\][]*)\]$/.exec(name) ?? [];
    const known = Object.hasOwn(parameters, own) ? parameters[own] : undefined;
    const parameter = (known?.keyed === undefined) === (key === undefined) ? known : undefined;
    if (parameter === undefined) return wrong(`is not a parameter of this path; send ${namesOf(parameters)}`);
    if (found.has(name)) wrong('is sent twice; send it once');
    if (parameter.keyed !== undefined && !parameter.keyed.key.test(key ?? ''))
      wrong(parameter.keyed.keyFault);
    const text = decoded(rest.join('='));
    if (text === undefined || text.includes('\0'))
      return wrong('is not valid text; send percent-encoded UTF-8');
    const isReadable = text.length <= valueMax;
    found.set(
      name,
      (isReadable ? parameter.read(text) : undefined) ?? wrong(parameter.fault(cut(text, valueMax))),
    );
  }
  return withKeyedValues(parameters, found) as QueryOf<P>;
}

/** Combines the values of each keyed parameter into one object. */
function withKeyedValues(
  parameters: Parameters,
  found: ReadonlyMap<string, unknown>,
): Record<string, unknown> {
  const query = new Map(found);
  for (const [name, { keyed }] of Object.entries(parameters)) {
    const own = keyed ? [...found].filter(([each]) => each.startsWith(`${name}[`)) : [];
    if (keyed === undefined || own.length === 0) continue;
    if (own.length > keyed.max)
      refuse('invalid_parameter', `${name}: has too many keys; send ${keyed.max} at most.`, { param: name });
    for (const [each] of own) query.delete(each);
    query.set(name, Object.fromEntries(own.map(([each, value]) => [each.slice(name.length + 1, -1), value])));
  }
  return Object.fromEntries(query);
}

function namesOf(parameters: Parameters): string {
  const names = Object.entries(parameters).map(([name, { keyed }]) => (keyed ? `${name}[key]` : name));
  return names.length === 0 ? 'none' : `only ${names.join(', ')}`;
}

function decoded(text: string): string | undefined {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}
