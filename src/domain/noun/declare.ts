import type { Amount } from '../money.js';
import type { OperationKind } from '../operation-kind.js';
import { prefixes, type IdKind } from './prefix.js';

/**
 * How a noun is declared. A declaration is data: types, columns, schemas, queries, lists and checks are derived from it
 * elsewhere, each in its own layer. A key, noun, field or value that does not exist is a compile error.
 */

/** How a value is kept. `decimal` and `bigint` are numbers that the domain keeps as text. */
export type Kind = 'text' | 'decimal' | 'bigint' | 'int' | 'flag' | 'time' | 'amount' | 'json' | 'texts';

/**
 * REST's lists and its retrieve, the data of events, and the console's GraphQL; there, for operators alone. Beside
 * these, REST's answer to one operation (`once`): its own file puts the field there.
 */
export type Place = 'list' | 'detail' | 'once' | 'event' | 'console' | 'operators';

/** JSON as examples are written. */
export type Example = string | number | boolean | readonly Example[] | { readonly [key: string]: Example };

/** The values of a field that has few of them, each with what it means. */
export interface Words<V extends string = string> {
  /** Of the type in GraphQL; without one, its values are text there. */
  readonly name?: string;
  readonly says: string;
  readonly values: readonly V[];
  readonly meanings: Readonly<Record<V, string>>;
}

/** A link to another noun: how each side shows the other in GraphQL, where it does. */
export interface Link {
  readonly noun: IdKind;
  /** The field that answers with the row that is named, and its words where they are not those of the id. */
  readonly as?: string | readonly [name: string, says: string];
  /** The field of the row that is named which lists those that name it, and its words. */
  readonly children?: readonly [name: string, says: string];
}

interface Options {
  /** Absent in REST, null in GraphQL and in the database. */
  readonly optional?: true;
  /** Never changes once the row is there: updates leave it out. */
  readonly fixed?: true;
  /** Personal data: the vault's text in the database, plain text where it is shown, and never in an event. */
  readonly sealed?: true;
  /** A hash of personal data or of a secret, a token, or the name of an operator: like sealed fields, neither published nor exported. */
  readonly withheld?: true;
  /** All but `once` and `operators`, unless stated. */
  readonly shows?: readonly Place[];
  /** The name that callers see, where the field has another one of its own. */
  readonly shownAs?: string;
  /** As REST shows it. A field that may be absent is so in examples, unless it has one. */
  readonly example?: Example;
  /** Of an amount: the field that names its currency. */
  readonly currency?: string;
  /** Of text: what is asked of a filter by it. */
  readonly format?: 'currency' | 'country';
}

/** A column, two of them (`money`), or something that the noun's own files make of others (`made`). */
export interface Field<
  V = unknown,
  K extends Kind | 'money' | 'made' = Kind | 'money' | 'made',
> extends Options {
  readonly kind: K;
  readonly says: string;
  readonly words?: Words;
  /** The noun whose id it is, in the same account. */
  readonly link?: Link;
  /** The field that tells by its value, a noun in snake case, whose id it is. */
  readonly linkBy?: string;
  /** The id of anything that has one. */
  readonly isId?: true;
  /** Stands for the type of its values; nothing is there. */
  readonly of?: V;
}

export type Fields = Readonly<Record<string, Field>>;

declare const sealing: unique symbol;
/** Encrypted text. Only `Vault.encrypt` returns it, so plain text in a sealed column does not compile. */
export type Sealed = string & { readonly [sealing]: true };

type Kept<V, O> = O extends { sealed: true } ? Sealed : V;
type Valued<V, O> = O extends { optional: true } ? Kept<V, O> | null : Kept<V, O>;

/** Refuses the keys of `O` that are not in `Known`: a generic type alone lets a misspelt key through. */
type Only<O, Known> = { readonly [K in Exclude<keyof O, keyof Known>]: never };

/** The options that name another field of the noun; `declare` checks them against its fields. */
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
/** JSON whose shape the noun's own rules know. */
export const json = <V>() => field<V, 'json'>('json');
/** Several texts; of words, where they are of few values. */
export const texts = <V extends string = string, const O extends Options = object>(
  says: string,
  { of, ...options }: O & { readonly of?: Words<V> } & Only<O, Options & { of: unknown }> = {} as O &
    Only<O, Options & { of: unknown }>,
): Field<Valued<readonly V[], O>, 'texts'> =>
  ({ ...options, kind: 'texts', says, ...(of && { words: of }) }) as Field<Valued<readonly V[], O>, 'texts'>;
/** The id of anything that has one. */
export const anyId = <const O extends Options = object>(
  says: string,
  options?: O & Only<O, Options>,
): Field<Valued<string, O>, 'text'> => ({ ...options, kind: 'text', says, isId: true });
/** A number that the domain keeps as text. */
export const decimal = field<string, 'decimal'>('decimal');
/** Likewise a whole number of any length. */
export const bigint = field<string, 'bigint'>('bigint');
/** Of the currency that `currency` names. */
export const amount = field<Amount, 'amount'>('amount');
/** Written by hand where it is shown: its words and its place stand here. */
export const made = field<never, 'made'>('made');

/** An amount and its currency: the columns `<name>Amount` and `<name>Currency`, shown as one object. */
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

/** The id of a row of the noun that the field `by` names. */
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

/** Places for `shows`. */
export const nowhere: readonly Place[] = [];
export const inConsole: readonly Place[] = ['console'];
export type Metadata = Readonly<Record<string, string>>;

export const metadataSays =
  "The account's own key-value pairs. Do not store personal data. `__proto__` is not a valid key.";

/** The caller's own pairs (supplement §1). */
export const metadata = (
  example: Metadata = {},
  options: Pick<Options, 'fixed'> = {},
): Field<Metadata, 'json'> => ({
  ...options,
  kind: 'json',
  says: metadataSays,
  example,
});

/** The name under which callers see a field. */
export const shownName = (name: string, { shownAs = name }: Field): string => shownAs;

/** The time in examples. */
export const exampleTime = '2026-11-20T14:03:07.512Z';

type ColumnKind = Kind;
type Plain<F> = { [K in keyof F]: F[K] extends Field<unknown, ColumnKind> ? K : never }[keyof F] & string;
type Paired<F> = { [K in keyof F]: F[K] extends Field<unknown, 'money'> ? K : never }[keyof F] & string;
/** The fields that the noun's own files make where they are shown. */
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
/** The values of a field that has few of them; of any other, any text. */
type ValuesOf<F, N> = N extends keyof F
  ? F[N] extends { readonly words: Words<infer V> }
    ? V
    : string
  : string;
type StatusOf<F> = ValuesOf<F, 'status'>;

/** An event of a noun: its description, the rows that publish it, and its moment. */
interface EventRuleOf<F extends Fields> {
  readonly says: string;
  /** The field with the moment of the event. Without one the event does not follow from the row. */
  readonly at?: OfKind<F, 'time'>;
  /** The rows that have published it: each of these fields has one of these values. All rows when absent. */
  readonly when?: { readonly [N in ColumnOf<F>]?: readonly ValuesOf<F, N>[] };
  /** The status that its data shows, where that is always the same. */
  readonly tells?: StatusOf<F>;
  /** May be published any number of times. */
  readonly isRepeated?: true;
}

/** A field by which a list can be narrowed. */
export interface Filter {
  readonly says: string;
  /** GraphQL takes several values; its description there, where it does not follow from the others. */
  readonly many?: true | string;
  /** In GraphQL alone. */
  readonly inConsole?: true;
  /** The longest text that is taken; of a text that is neither an id nor one of few values. */
  readonly max?: number;
}

/** An index that lists are read by: these columns, then the id. `only` are the values of its last column that it holds. */
type IndexOf<F extends Fields> = {
  readonly [N in ColumnOf<F>]: {
    readonly by: readonly [...ColumnOf<F>[], N];
    readonly only?: readonly ValuesOf<F, N>[];
  };
}[ColumnOf<F>];

type Steps<S extends string> = Readonly<Record<S, Readonly<Record<string, S | undefined>>>>;

/** What is declared of a noun. Its rows have `id` first and `version` last beside these fields. */
export interface Spec<F extends Fields = Fields, L extends Lister | undefined = Lister | undefined> {
  /** The name of its type in REST and GraphQL, where it is not the noun's own. */
  readonly name?: string;
  /** The name of one in sentences, and of several: paths, queries and operations are named after these. */
  readonly called: readonly [one: string, many: string];
  readonly says: string;
  /** The name of its commands, where that is not its own. */
  readonly command?: string;
  readonly fields: F & NamesOwnFields<F>;
  readonly listedBy?: L;
  /** The query of the list in GraphQL, and its description, where they do not follow from what several are called. */
  readonly query?: readonly [name: string, says: string];
  /** Its rows are neither published nor exported (docs/data-out.md). */
  readonly isInternal?: true;
  /** It is a part of the stories of others, and has no timeline. */
  readonly isPartOfOthers?: true;
  /** The time behind which a row is in no list, where it has one. */
  readonly listedUntil?: OfKind<F, 'time'>;
  /** In the order in which REST prints them. */
  readonly filters?: { readonly [N in ColumnOf<F>]?: Filter };
  /** The column that the filter by amounts compares, and its description. */
  readonly amounts?: readonly [column: AmountOf<F>, says?: string];
  /** The amount and its currency by which REST narrows lists too, from an index: account, currency, amount, id. */
  readonly sums?: readonly [amount: AmountOf<F>, currency: ColumnOf<F>];
  readonly indexes?: readonly IndexOf<F>[];
  readonly flow?: Steps<StatusOf<F>>;
  /** Of what is sent to a provider: the columns of the amount that it draws from the balance, and of its currency. */
  readonly draws?: readonly [amount: AmountOf<F>, currency: ColumnOf<F>];
  readonly events?: Readonly<Record<string, EventRuleOf<F>>>;
  /** Its events depend on more than a rule can say: the checker has them by hand. */
  readonly isToldByHand?: true;
}

/** Who lists it: an account its own over REST and the platform all, or the platform alone. */
export type Lister = 'account' | 'platform';

/** A field that names another names one of the same noun. */
type NamesOwnFields<F> = {
  readonly [N in keyof F]: NamedBy<F[N]> extends keyof F ? unknown : never;
};
type NamedBy<G> =
  | (G extends { readonly linkBy: infer B } ? B : never)
  | (G extends { readonly currency: infer B } ? B : never);

/** A declared noun as other layers read it. */
export interface Declaration<N extends NounName = NounName, F extends Fields = Fields> extends Omit<
  Spec,
  'name' | 'fields' | 'filters' | 'indexes' | 'events'
> {
  readonly noun: N;
  readonly name: string;
  /** Of its ids; without one its rows have the ids of what they are about, and show none. */
  readonly prefix?: string;
  readonly fields: F;
  readonly filters?: Readonly<Record<string, Filter>>;
  readonly indexes?: readonly { readonly by: readonly string[]; readonly only?: readonly string[] }[];
  readonly events?: Readonly<Record<string, EventRule>>;
}

/** An event's rule as other layers read it. */
export interface EventRule extends Omit<EventRuleOf<Fields>, 'when'> {
  readonly when?: Readonly<Record<string, readonly string[]>>;
}

/** The nouns: those with ids of their own, and the terms of an account. */
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
