import { isCountry } from '../../domain/country.js';
import { isCurrency } from '../../domain/currency.js';
import { idPattern, isAnyId, isId, type IdKind } from '../../domain/id.js';
import { parseInstant } from '../../domain/instant.js';
import { refuse } from '../../domain/refusal.js';
import { cut } from '../../domain/text.js';
import { paramMax } from '../json.js';

/** One query parameter: how it is described, and what its text means; undefined means that it is invalid. */
export interface Parameter<T> {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly description: string;
  readonly read: (text: string) => T | undefined;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;
export type QueryOf<P extends Parameters> = { [K in keyof P]?: P[K] extends Parameter<infer T> ? T : never };

export function oneOf<const T extends string>(values: readonly T[], description: string): Parameter<T> {
  return {
    schema: { type: 'string', enum: values },
    description,
    read: (text) => values.find((value) => value === text),
  };
}

export function idParameter(kind: IdKind, description: string): Parameter<string> {
  return {
    schema: { type: 'string', pattern: idPattern(kind) },
    description,
    read: (text) => (isId(kind, text) ? text : undefined),
  };
}

/** An id of any resource, of a kind still to come too. */
export function resourceParameter(description: string): Parameter<string> {
  return {
    schema: { type: 'string' },
    description,
    read: (text) => (isAnyId(text) ? text : undefined),
  };
}

/** 1 to `max` code points. */
export function textParameter(max: number, description: string): Parameter<string> {
  return {
    schema: { type: 'string', minLength: 1, maxLength: max },
    description,
    read: (text) => (text.length > 0 && Array.from(text).length <= max ? text : undefined),
  };
}

export const currencyParameter: Parameter<string> = {
  schema: { type: 'string', pattern: '^[A-Z]{3,4}$' },
  description: 'ISO 4217 code, USDT or USDC.',
  read: (text) => (isCurrency(text) ? text : undefined),
};

export const countryParameter: Parameter<string> = {
  schema: { type: 'string', pattern: '^[A-Z]{2}$' },
  description: 'ISO 3166-1 alpha-2 code.',
  read: (text) => (isCountry(text) ? text : undefined),
};

export function limitParameter(normal: number): Parameter<number> {
  return {
    schema: { type: 'integer', minimum: 1, maximum: 100, default: normal },
    description: 'Most elements in the page.',
    read: (text) => (/^([1-9][0-9]?|100)$/.test(text) ? Number(text) : undefined),
  };
}

export function timeParameter(description: string): Parameter<Date> {
  return { schema: { type: 'string', format: 'date-time' }, description, read: parseInstant };
}

/**
 * The parameters of a query string (without `?`). One that is unknown, given twice, badly encoded or invalid is
 * refused under its name (supplement §1).
 */
export function readQuery<P extends Parameters>(parameters: P, search: string): QueryOf<P> {
  const found = new Map<string, unknown>();
  for (const pair of search.split('&')) {
    if (pair === '') continue;
    const [rawName = '', ...rest] = pair.split('=');
    const name = decoded(rawName) ?? rawName;
    const param = cut(name, paramMax);
    if (!Object.hasOwn(parameters, name))
      refuse('invalid_parameter', 'There is no such parameter.', { param });
    if (found.has(name)) refuse('invalid_parameter', `${param} is given twice.`, { param });
    const text = decoded(rest.join('='));
    const value = text === undefined || text.includes('\0') ? undefined : parameters[name]?.read(text);
    if (value === undefined) refuse('invalid_parameter', `${param} has an invalid value.`, { param });
    found.set(name, value);
  }
  return Object.fromEntries(found) as QueryOf<P>;
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
