// Before the first decorator runs; every file that decorates comes by here.
import 'reflect-metadata';
import { Extensions, Field, ID, Int } from 'type-graphql';
import { DateTime } from './scalar.js';

export type Type = NonNullable<Parameters<typeof Field>[0]>;
export type Options = NonNullable<Parameters<typeof Field>[1]>;

/** May be absent: then it is null. */
export const optional = { nullable: true } as const;

/** Elements of a list that takes no `first`: the cost of a document is counted with them. */
export function atMost(most: number) {
  return Extensions({ most });
}

/** A field of that type, with the sentence that the schema says of it. */
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
