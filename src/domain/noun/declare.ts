import type { Amount } from '../money.js';
import type { OperationKind } from '../operation-kind.js';

/**
 * The words in which a noun is declared. A declaration is data: types, columns, schemas, queries, lists and checks are
 * made from it elsewhere, each in its own layer.
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
  readonly noun: string;
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
  /** All but `once` and `operators`, unless stated. */
  readonly shows?: readonly Place[];
  /** The words of REST where it has others; none where empty. */
  readonly rest?: string;
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

type Valued<V, O> = O extends { optional: true } ? V | null : V;

const field =
  <V, K extends Kind | 'made'>(kind: K) =>
  <const O extends Options = object>(says: string, options?: O): Field<Valued<V, O>, K> => ({
    ...options,
    kind,
    says,
  });

export const text = field<string, 'text'>('text');
export const time = field<Date, 'time'>('time');
export const whole = field<number, 'int'>('int');
export const flag = field<boolean, 'flag'>('flag');
/** JSON whose shape the noun's own rules know. */
export const json = <V>() => field<V, 'json'>('json');
/** Several texts; of words, where they are of few values. */
export const texts = <V extends string = string, const O extends Options = object>(
  says: string,
  { of, ...options }: O & { readonly of?: Words<V> } = {} as O,
): Field<Valued<readonly V[], O>, 'texts'> =>
  ({ ...options, kind: 'texts', says, ...(of && { words: of }) }) as Field<Valued<readonly V[], O>, 'texts'>;
/** The id of anything that has one. */
export const anyId = <const O extends Options = object>(
  says: string,
  options?: O,
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
  options?: O,
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
  options?: O,
): Field<Valued<V, O>, 'text'> & { readonly words: Words<V> } => ({
  says: of.says,
  ...options,
  kind: 'text',
  words: of,
});

/** The id of a row of another noun in the same account. */
export const ref = <const O extends Options & Omit<Link, 'noun'> = object>(
  noun: string,
  says: string,
  options?: O,
): Field<Valued<string, O>, 'text'> => {
  const { as, children, ...others } = options ?? ({} as O);
  const link = { noun, ...(as !== undefined && { as }), ...(children !== undefined && { children }) };
  return { ...(others as Options), kind: 'text', says, link } as Field<Valued<string, O>, 'text'>;
};

/** The id of a row of the noun that the field `by` names. */
export const refBy = <const O extends Options = object>(
  by: string,
  says: string,
  options?: O,
): Field<Valued<string, O>, 'text'> => ({ ...options, kind: 'text', says, linkBy: by });

/** The kind of an operation, by its noun. */
export const kindOfOperation = <const O extends Options = object>(
  says: string,
  options?: O,
): Field<OperationKind, 'text'> => ({ ...options, kind: 'text', says });

/** Places for `shows`. */
export const nowhere: readonly Place[] = [];
export const inConsole: readonly Place[] = ['console'];
export type Metadata = Readonly<Record<string, string>>;

export const metadataSays = "The caller's own pairs; never personal data. `__proto__` is not a possible key.";

/** The caller's own pairs (supplement §1). */
export const metadata = (example: Metadata = {}): Field<Metadata, 'json'> => ({
  kind: 'json',
  says: metadataSays,
  example,
});

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

/** An event of a noun: its words, which rows call for it, and since when. */
export interface EventRule {
  readonly says: string;
  /** The field of the moment at which it is told, where the row has one; without a field it is not told from the row. */
  readonly at?: string;
  /** The rows that have one: of each field one of these values; all rows, unless stated. */
  readonly when?: Readonly<Record<string, readonly string[]>>;
  /** The status that it tells of, where that is always the same. */
  readonly tells?: string;
  /** May come any number of times. */
  readonly isRepeated?: true;
}

/** A field by which a list can be narrowed. */
export interface Filter {
  readonly says: string;
  /** In GraphQL several values may be given; its words there, where they do not follow from the others. */
  readonly many?: true | string;
  /** The words of REST, where it has others. */
  readonly rest?: string;
  /** In GraphQL alone. */
  readonly inConsole?: true;
  /** The longest text that is taken; of a text that is neither an id nor one of few words. */
  readonly max?: number;
}

/**
 * An index that lists are walked by: these fields, then the id. `only` are the values of its last field that it holds,
 * where it does not hold all.
 */
export interface Index {
  readonly by: readonly string[];
  readonly only?: readonly string[];
}

export type Steps = Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;

/** The declaration of a noun; every field bears `id` first and `version` last beside those that it names. */
export interface Spec {
  /** Of its ids; without one its rows bear the ids of what they are about, and show none. */
  readonly prefix?: string;
  /** The name of its type in REST and GraphQL: the noun's own unless stated. */
  readonly name?: string;
  /** The name of one in sentences, and of several: paths, queries and operations are named after these. */
  readonly called: readonly [one: string, many: string];
  readonly says: string;
  /** The word of its commands, where that is not its name. */
  readonly command?: string;
  readonly fields: Fields;
  /** Who lists it: an account its own over REST and the platform all, or the platform alone; nobody unless stated. */
  readonly listedBy?: 'account' | 'platform';
  /** The query of the list in GraphQL, and its words, where they do not follow from what several are called. */
  readonly query?: readonly [name: string, says: string];
  /** It is a part of the stories of others, and has no timeline. */
  readonly isPartOfOthers?: true;
  /** The time behind which a row stands in no list, where it has one. */
  readonly listedUntil?: string;
  /** In the order in which REST prints them. */
  readonly filters?: Readonly<Record<string, Filter>>;
  /** The field that the filter by amounts is about, and its words. */
  readonly amounts?: readonly [field: string, says?: string];
  readonly indexes?: readonly Index[];
  readonly flow?: Steps;
  /** Of what is sent to a provider: the fields of the amount that it draws from the balance, and of its currency. */
  readonly draws?: readonly [amount: string, currency: string];
  readonly events?: Readonly<Record<string, EventRule>>;
  /** Events tell of it, which rows call for by more than a rule can say: the checker has them by hand. */
  readonly isToldByHand?: true;
}

export interface Declaration<N extends string = string> extends Spec {
  readonly noun: N;
  readonly name: string;
}

/** `beneficiary` → `Beneficiary`. */
export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
/** `pay-ins` → `Payins`, `funding accounts` → `FundingAccounts`. */
export const joined = (called: string): string => called.replaceAll('-', '').split(' ').map(capital).join('');
export const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export function declare<const N extends string, const S extends Spec>(
  noun: N,
  spec: S,
): Omit<S, 'name'> & { readonly noun: N; readonly name: string } {
  return { ...spec, noun, name: spec.name ?? capital(noun) };
}
