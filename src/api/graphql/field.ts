// Must load before the first decorator runs. Every file with decorators imports this one.
import 'reflect-metadata';
import { Extensions, Field, ID, Int } from 'type-graphql';
import { DateTime } from './scalar.js';

export type Type = NonNullable<Parameters<typeof Field>[0]>;
export type Options = NonNullable<Parameters<typeof Field>[1]>;

/** The value may be null. */
export const optional = { nullable: true } as const;

/** Most elements of a list without `first`; the cost of a document uses it. */
export function atMost(most: number) {
  return Extensions({ most });
}

/** A field of this type with its description. */
export function field(type: Type, description: string, options: Options = {}) {
  return Field(type, { ...options, simple: true, description });
}

const of =
  (type: Type) =>
  (description: string, options: Options = {}) =>
    field(type, description, options);

export const id = of(() => ID);
export const text = of(() => String);
export const texts = of(() => [String]);
export const whole = of(() => Int);
export const flag = of(() => Boolean);
export const time = of(() => DateTime);
