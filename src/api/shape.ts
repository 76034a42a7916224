import type { Noun, Nouns } from '../domain/decision.js';
import type { Example, Field } from '../domain/noun/declare.js';
import type { AnyOperation } from '../domain/operation-kind.js';

/**
 * A field that contains one object or a list of objects: rows of a noun, or another shape. `fraction` is a number that
 * is not an amount, `operation` a row of any noun that is sent to a provider.
 */
export interface Part<V = unknown> {
  readonly kind: 'part';
  readonly says: string;
  readonly of: Noun | Shape | 'fraction' | 'operation';
  readonly isMany?: true;
  readonly optional?: true;
  /** Most elements of a list without `first`; the cost of a document uses it. */
  readonly most?: number;
  readonly example?: Example;
  /** For the type checker only; never set. */
  readonly values?: V;
}

export type ShapeMember = Field | Part;
type Fields = Readonly<Record<string, ShapeMember>>;

/** An object in answers that is not a row. REST and GraphQL render it as they render a declared noun. */
export interface Shape<F extends Fields = Fields> {
  readonly name: string;
  readonly says: string;
  readonly fields: F;
}

export const shape = <const F extends Fields>(name: string, says: string, fields: F): Shape<F> => ({
  name,
  says,
  fields,
});

type ValueOf<S> = S extends Part<infer V> ? V : S extends Field<infer V> ? V : never;
type Absent<F> = { [K in keyof F]: null extends ValueOf<F[K]> ? K : never }[keyof F];

/** The values of a shape. A value that may be null may be absent. */
export type ShapeOf<S extends Shape> = {
  readonly [K in Exclude<keyof S['fields'], Absent<S['fields']>>]: ValueOf<S['fields'][K]>;
} & { readonly [K in Absent<S['fields']>]?: ValueOf<S['fields'][K]> };

type One<O> = O extends Noun
  ? Nouns[O]
  : O extends Shape
    ? ShapeOf<O>
    : O extends 'operation'
      ? AnyOperation
      : number;
type Options = Pick<Part, 'optional' | 'most' | 'example'>;
type Valued<V, P> = P extends { optional: true } ? V | null : V;

export const part = <O extends Part['of'], const P extends Options = object>(
  of: O,
  says: string,
  options?: P,
): Part<Valued<One<O>, P>> => ({ ...options, kind: 'part', says, of });

export const parts = <O extends Part['of'], const P extends Options = object>(
  of: O,
  says: string,
  options?: P,
): Part<Valued<readonly One<O>[], P>> => ({ ...options, kind: 'part', says, of, isMany: true });

/** An amount as decimal text, in units of the currency in the field beside it. */
export const amount = <const P extends Pick<Part, 'optional'> = object>(
  says: string,
  options?: P,
): Field<Valued<string, P>, 'amount'> => ({ ...options, kind: 'amount', says });

export const money = shape('Money', 'An amount of one currency.', {
  amount: amount("A decimal string with exactly the currency's decimals."),
  currency: { kind: 'text', says: 'ISO 4217 code, USDT or USDC.' } as Field<string, 'text'>,
});
