import type { Amount } from '../money.js';
import type { OperationKind } from '../operation-kind.js';
import { prefixes, type IdKind } from './prefix.js';

/**
 * How a noun is declared. A declaration is data; each layer derives types, columns, schemas, queries, lists and
 * checks from it. A key, noun, field or value that does not exist is a compile error.
 */

/** How a value is stored. `decimal` and `bigint` are numbers that the domain keeps as text. */
export type Kind = 'text' | 'decimal' | 'bigint' | 'int' | 'flag' | 'time' | 'amount' | 'json' | 'texts';

/**
 * Where a field is shown: REST lists, REST retrieve, event data, the console's GraphQL, and GraphQL for operators
 * only. `once`: in the answer to one REST operation, whose file adds the field.
 */
export type FieldView = 'list' | 'detail' | 'once' | 'event' | 'console' | 'operators';

/** JSON of examples. */
export type Example = string | number | boolean | readonly Example[] | { readonly [key: string]: Example };

/** The values of an enumerated field, each with its meaning. */
export interface Words<V extends string = string> {
  /** Name of the GraphQL enum; without one, the values are strings there. */
  readonly name?: string;
  readonly says: string;
  readonly values: readonly V[];
  readonly meanings: Readonly<Record<V, string>>;
}

/** A link to another noun, and how GraphQL shows it on both sides. */
export interface Link {
  readonly noun: IdKind;
  /** The field that returns the linked row, and its description if it differs from the id's. */
  readonly as?: string | readonly [name: string, says: string];
  /** The field on the linked row that lists these rows, and its description. */
  readonly children?: readonly [name: string, says: string];
}

interface Options {
  /** Absent in REST, null in GraphQL and in the database. */
  readonly optional?: true;
  /** Never changes after creation: updates leave it out. */
  readonly fixed?: true;
  /** Personal data: encrypted in the database, shown in plain text, never in an event. */
  readonly sealed?: true;
  /**
   * A hash of personal data or of a secret, a token, or an operator's name: neither published nor exported, like
   * sealed fields.
   */
  readonly withheld?: true;
  /** Default: all but `once` and `operators`. */
  readonly shows?: readonly FieldView[];
  /** The public name, if it differs from the field's name. */
  readonly outputName?: string;
  /** In REST's format. An optional field without an example is absent in examples. */
  readonly example?: Example;
  /** For amounts: the field with their currency. */
  readonly currency?: string;
  /** For texts: the format that a filter checks. */
  readonly format?: 'currency' | 'country' | 'day';
}

/** A column, two columns (`money`), or a value that the noun's own files compute (`made`). */
export interface Field<
  V = unknown,
  K extends Kind | 'money' | 'made' = Kind | 'money' | 'made',
> extends Options {
  readonly kind: K;
  readonly says: string;
  readonly words?: Words;
  /** The noun that the id refers to, in the same account. */
  readonly link?: Link;
  /** The field whose value is the noun (in snake case) that the id refers to. */
  readonly linkBy?: string;
  /** An id of any kind. */
  readonly isId?: true;
  /** Carries the type of the values; never set at runtime. */
  readonly of?: V;
}

export type Fields = Readonly<Record<string, Field>>;

declare const sealing: unique symbol;
/** Encrypted text. Only `Vault.encrypt` returns it, so plain text in a sealed column does not compile. */
export type Sealed = string & { readonly [sealing]: true };

type Stored<V, O> = O extends { sealed: true } ? Sealed : V;
type Valued<V, O> = O extends { optional: true } ? Stored<V, O> | null : Stored<V, O>;

/** Refuses keys of `O` that are not in `Known`: a generic type alone accepts a misspelt key. */
type Only<O, Known> = { readonly [K in Exclude<keyof O, keyof Known>]: never };

/** Options that refer to another field of the noun; `declare` checks them. */
type Naming<O> = O extends { readonly currency: infer C } ? { readonly currency: C } : unknown;

const field =
  <V, K extends Kind | 'made'>(kind: K) =>
  <const O extends Options = object>(
    says: string,
    options?: O & Only<O, Options>,
  ): Field<Valued<V, O>, K> & Naming<O> =>
    ({ ...options, kind, says }) as Field<Valued<V, O>, K> & Naming<O>;

export const text = field<string, 'text'>('text');
export const time = field<Date, 'time'>('time');
export const whole = field<number, 'int'>('int');
export const flag = field<boolean, 'flag'>('flag');
/** JSON whose shape only the noun's rules know. */
export const json = <V>() => field<V, 'json'>('json');
/** Several texts; with `words`, several enumerated values. */
export const texts = <V extends string = string, const O extends Options = object>(
  says: string,
  { of, ...options }: O & { readonly of?: Words<V> } & Only<O, Options & { of: unknown }> = {} as O &
    Only<O, Options & { of: unknown }>,
): Field<Valued<readonly V[], O>, 'texts'> =>
  ({ ...options, kind: 'texts', says, ...(of && { words: of }) }) as Field<Valued<readonly V[], O>, 'texts'>;
/** An id of any kind. */
export const anyId = <const O extends Options = object>(
  says: string,
  options?: O & Only<O, Options>,
): Field<Valued<string, O>, 'text'> => ({ ...options, kind: 'text', says, isId: true });
/** A number that the domain keeps as text. */
export const decimal = field<string, 'decimal'>('decimal');
/** A bigint, kept as text. */
export const bigint = field<string, 'bigint'>('bigint');
/** An amount; option `currency` names the field with its currency. */
export const amount = field<Amount, 'amount'>('amount');
/** Computed by hand where it is shown; the declaration has its description and places. */
export const made = field<never, 'made'>('made');

/** An amount with its currency: the columns `<name>Amount` and `<name>Currency`, shown as one object. */
export const money = <const O extends Options = object>(
  says: string,
  options?: O & Only<O, Options>,
): Field<Valued<Amount, O>, 'money'> => ({ ...options, kind: 'money', says });

/** Values with their meanings, in the order in which they are printed. */
export const words = <const V extends string>(
  meanings: Readonly<Record<V, string>>,
  { name, says }: { readonly name?: string; readonly says: string },
): Words<V> => ({
  ...(name !== undefined && { name }),
  says,
  meanings,
  values: Object.keys(meanings) as V[],
});

export const oneOf = <V extends string, const O extends Options & { says?: string } = object>(
  of: Words<V>,
  options?: O & Only<O, Options & { says: unknown }>,
): Field<Valued<V, O>, 'text'> & { readonly words: Words<V> } => ({
  says: of.says,
  ...options,
  kind: 'text',
  words: of,
});

/** The id of a row of another noun in the same account. */
export const ref = <const O extends Options & Omit<Link, 'noun'> = object>(
  noun: IdKind,
  says: string,
  options?: O & Only<O, Options & Link>,
): Field<Valued<string, O>, 'text'> => {
  const { as, children, ...others }: Options & Omit<Link, 'noun'> = options ?? {};
  const link = { noun, ...(as !== undefined && { as }), ...(children !== undefined && { children }) };
  return { ...others, kind: 'text', says, link } as Field<Valued<string, O>, 'text'>;
};

/** The id of a row of the noun named by the field `by`. */
export const refBy = <const B extends string, const O extends Options = object>(
  by: B,
  says: string,
  options?: O & Only<O, Options>,
): Field<Valued<string, O>, 'text'> & { readonly linkBy: B } => ({
  ...options,
  kind: 'text',
  says,
  linkBy: by,
});

/** The kind of an operation, by its noun. */
export const kindOfOperation = <const O extends Options = object>(
  says: string,
  options?: O & Only<O, Options>,
): Field<OperationKind, 'text'> => ({ ...options, kind: 'text', says });

/** Values for `shows`. */
export const nowhere: readonly FieldView[] = [];
export const inConsole: readonly FieldView[] = ['console'];
export type Metadata = Readonly<Record<string, string>>;

export const metadataSays =
  "The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key.";

/** The caller's own key-value pairs (supplement §1). */
export const metadata = (
  example: Metadata = {},
  options: Pick<Options, 'fixed'> = {},
): Field<Metadata, 'json'> => ({
  ...options,
  kind: 'json',
  says: metadataSays,
  example,
});

/** The public name of a field. */
export const outputNameOf = (name: string, { outputName = name }: Field): string => outputName;

/** The time used in examples. */
export const exampleTime = '2026-11-20T14:03:07.512Z';

type ColumnKind = Kind;
type Plain<F> = { [K in keyof F]: F[K] extends Field<unknown, ColumnKind> ? K : never }[keyof F] & string;
type Paired<F> = { [K in keyof F]: F[K] extends Field<unknown, 'money'> ? K : never }[keyof F] & string;
/** The fields that the noun's own files compute. */
export type MadeOf<F> = { [K in keyof F]: F[K] extends Field<never, 'made'> ? K : never }[keyof F] & string;
type ValueOf<F> = F extends Field<infer V> ? V : never;
type CurrencyOf<F> = null extends ValueOf<F> ? string | null : string;

type Columns<F> = { readonly [K in Plain<F>]: ValueOf<F[K]> } & {
  readonly [K in Paired<F> as `${K}Amount`]: ValueOf<F[K]>;
} & { readonly [K in Paired<F> as `${K}Currency`]: CurrencyOf<F[K]> };

type Flat<T> = { [K in keyof T]: T[K] };

/** A row of a declared noun. */
export type RowOf<D extends Declaration> = Flat<
  { readonly id: string } & Columns<D['fields']> & { readonly version: number }
>;

/** The columns of a noun. */
type ColumnOf<F> = Plain<F> | `${Paired<F>}Amount` | `${Paired<F>}Currency`;
type OfKind<F, K extends Kind> = { [N in keyof F]: F[N] extends Field<unknown, K> ? N : never }[keyof F] &
  string;
type AmountOf<F> = OfKind<F, 'amount'> | `${Paired<F>}Amount`;
/** The values of an enumerated field; for other fields, any text. */
type ValuesOf<F, N> = N extends keyof F
  ? F[N] extends { readonly words: Words<infer V> }
    ? V
    : string
  : string;
type StatusOf<F> = ValuesOf<F, 'status'>;

/** An event of a noun: its description, the rows that publish it, and its time. */
interface EventRuleOf<F extends Fields> {
  readonly says: string;
  /** The field with the time of the event. Absent if the row does not determine the event. */
  readonly at?: OfKind<F, 'time'>;
  /** The rows that have published it: each of these fields has one of these values. Absent: all rows. */
  readonly when?: { readonly [N in ColumnOf<F>]?: readonly ValuesOf<F, N>[] };
  /** The status in its data, if that is always the same. */
  readonly status?: StatusOf<F>;
  /** May be published any number of times. */
  readonly isRepeated?: true;
}

/** A field that lists can be filtered by. */
export interface Filter {
  readonly says: string;
  /** GraphQL accepts several values; a text is their description, if it does not follow from the single filter's. */
  readonly many?: true | string;
  /** Only in GraphQL. */
  readonly inConsole?: true;
  /** The longest text, for a filter that is neither an id nor an enumeration. */
  readonly max?: number;
}

/** An index for lists: these columns, then the id. `only`: the values of the last column that it contains. */
type IndexOf<F extends Fields> = {
  readonly [N in ColumnOf<F>]: {
    readonly by: readonly [...ColumnOf<F>[], N];
    readonly only?: readonly ValuesOf<F, N>[];
  };
}[ColumnOf<F>];

type Steps<S extends string> = Readonly<Record<S, Readonly<Record<string, S | undefined>>>>;

/** The declaration of a noun. In its rows, `id` comes before and `version` after these fields. */
export interface Spec<F extends Fields = Fields, L extends Lister | undefined = Lister | undefined> {
  /** The type's name in REST and GraphQL, if it is not the noun's. */
  readonly name?: string;
  /** Singular and plural in sentences; paths, queries and operations are derived from them. */
  readonly called: readonly [one: string, many: string];
  readonly says: string;
  /** The name of its commands, if it is not the noun's. */
  readonly command?: string;
  readonly fields: F & NamesOwnFields<F>;
  readonly listedBy?: L;
  /** Name and description of the GraphQL list query, if they do not follow from the plural. */
  readonly query?: readonly [name: string, says: string];
  /** Rows are neither published nor exported (docs/data-out.md). */
  readonly isInternal?: true;
  /** Shown only in the timelines of other nouns; it has none of its own. */
  readonly isPartOfOthers?: true;
  /** The field with the time after which a row is in no list. */
  readonly listedUntil?: OfKind<F, 'time'>;
  /** In the order in which REST prints them. */
  readonly filters?: { readonly [N in ColumnOf<F>]?: Filter };
  /** The column that the amount filter compares, and the filter's description. */
  readonly amounts?: readonly [column: AmountOf<F>, says?: string];
  /** The amount and currency by which REST filters lists too, using an index on account, currency, amount, id. */
  readonly sums?: readonly [amount: AmountOf<F>, currency: ColumnOf<F>];
  readonly indexes?: readonly IndexOf<F>[];
  readonly flow?: Steps<StatusOf<F>>;
  /** For nouns sent to a provider: the columns of the amount drawn from the balance, and of its currency. */
  readonly draws?: readonly [amount: AmountOf<F>, currency: ColumnOf<F>];
  readonly events?: Readonly<Record<string, EventRuleOf<F>>>;
  /** Its events depend on more than a rule can express: the checker has them by hand. */
  readonly hasHandwrittenEventRules?: true;
}

/** Who lists it: each account its own (REST) and the platform all; or only the platform. */
export type Lister = 'account' | 'platform';

/** Options that refer to a field must refer to a field of the same noun. */
type NamesOwnFields<F> = {
  readonly [N in keyof F]: NamedBy<F[N]> extends keyof F ? unknown : never;
};
type NamedBy<G> =
  | (G extends { readonly linkBy: infer B } ? B : never)
  | (G extends { readonly currency: infer B } ? B : never);

/** A declared noun, as other layers read it. */
export interface Declaration<N extends NounName = NounName, F extends Fields = Fields> extends Omit<
  Spec,
  'name' | 'fields' | 'filters' | 'indexes' | 'events'
> {
  readonly noun: N;
  readonly name: string;
  /** Prefix of its ids. Without one, rows have the ids of their subjects and show none. */
  readonly prefix?: string;
  readonly fields: F;
  readonly filters?: Readonly<Record<string, Filter>>;
  readonly indexes?: readonly { readonly by: readonly string[]; readonly only?: readonly string[] }[];
  readonly events?: Readonly<Record<string, EventRule>>;
}

/** An event's rule, as other layers read it. */
export interface EventRule extends Omit<EventRuleOf<Fields>, 'when'> {
  readonly when?: Readonly<Record<string, readonly string[]>>;
}

/** The nouns with ids of their own, and the terms of an account. */
export type NounName = IdKind | 'accountTerms';

/** `beneficiary` → `Beneficiary`. */
export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
/** `pay-ins` → `Payins`, `funding accounts` → `FundingAccounts`. */
export const joined = (called: string): string => called.replaceAll('-', '').split(' ').map(capital).join('');
export const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export function declare<
  const N extends NounName,
  const F extends Fields,
  const L extends Lister | undefined = undefined,
>(noun: N, spec: Spec<F, L>): Declaration<N, F> & (L extends Lister ? { readonly listedBy: L } : unknown) {
  const prefix = (prefixes as Partial<Record<NounName, string>>)[noun];
  const declaration = {
    ...spec,
    noun,
    name: spec.name ?? capital(noun),
    ...(prefix !== undefined && { prefix }),
  };
  return declaration as unknown as Declaration<N, F> &
    (L extends Lister ? { readonly listedBy: L } : unknown);
}
