import { z } from 'zod';
import { accountStatuses } from '../../domain/account.js';
import { products } from '../../domain/capability.js';
import { addressOf } from '../../domain/email.js';
import { isLine, lineRule } from '../../domain/text.js';
import { bounded } from '../field.js';
import { notEmail } from '../wording.js';

/** How an argument is rendered, beside its words: kept with its schema, as `meta` of zod. */
export interface Rendering {
  /** Its type in the GraphQL schema, where the kind of zod does not tell. */
  readonly graphql?: string;
  /** Words of a type that only acts have; of a choice those of its values too. */
  readonly type?: string;
  readonly values?: Readonly<Record<string, string>>;
  /** A yes or no that a command writes as one of two options. */
  readonly yes?: readonly [option: string, words: string];
  readonly no?: readonly [option: string, words: string];
  /** Seconds, which a command writes as a duration such as 24h. */
  readonly isDuration?: boolean;
  /** An end, which a command may write as a duration from now too. */
  readonly isEnd?: boolean;
  /** How the command line writes the argument, if that does not follow from its name and kind. */
  readonly option?: OptionRendering;
  /** Null means the catalogue's value, which the command line writes as `usual`. */
  readonly isUsual?: boolean;
}

/** How the command line writes an argument, or a field of one. */
export interface OptionRendering {
  /** The name of the option. */
  readonly name?: string;
  /** Of a yes or no in a form: the option of either value, and its words. */
  readonly yes?: readonly [option: string, words: string];
  readonly no?: readonly [option: string, words: string];
  /** Of a choice: each value is an option, whose value is this other field. */
  readonly carries?: string;
}

const shown = <S extends z.ZodType>(schema: S, description: string, rendering: Rendering = {}): S =>
  schema.meta({ description, ...rendering });

/** Characters of any argument that is no line for people; spaces around such a line are cut off. */
const textMax = 1_000;

export const id = (words: string) => shown(bounded(textMax), words, { graphql: 'ID' });
export const text = (words: string) => shown(bounded(textMax), words);
export const whole = (words: string) => shown(z.int(), words);
export const flag = (words: string) => shown(z.boolean(), words);
export const time = (words: string) => shown(z.date(), words);

/** Sets how the command line writes an argument. */
export const written = <S extends z.ZodType>(schema: S, option: OptionRendering): S =>
  schema.meta({ ...schema.meta(), option });

/** A term that can be left unchanged, or set back to the catalogue's value. */
export const orUsual = <S extends z.ZodType>(schema: S) =>
  schema.meta({ ...schema.meta(), isUsual: true }).nullish();

/** One line for people to read. */
export function line(words: string) {
  const message = `is not a plain line of text; send ${lineRule}`;
  return shown(bounded(textMax, { tooLong: message }).trim().refine(isLine, { message }), words);
}

/** The address of a person; `spelled` gives the one spelling of it. */
export const email = (words: string) =>
  text(words).refine((given) => addressOf(given) !== undefined, { message: notEmail });
export const spelled = (given: string): string => addressOf(given) ?? given;

/** When something ends by itself. */
export const end = (words: string) => shown(z.date(), words, { isEnd: true });

/** A yes or no that stands for two words: each is an option of the command. */
export function verdict(words: string, options: Required<Pick<Rendering, 'yes' | 'no'>>) {
  return shown(z.boolean(), words, options);
}

/** Seconds, one at least and `most` at most. */
export function seconds(most: number, words: string) {
  const message = `is out of range; send 1 to ${most}`;
  return shown(z.int().min(1, { message }).max(most, { message }), `${words} 1 to ${most}.`, {
    isDuration: true,
  });
}

/** One of the values of an enum that the GraphQL schema has under that name. */
export function oneOf<const V extends readonly string[]>(graphql: string, values: V, words: string) {
  return shown(z.enum(values), words, { graphql });
}

/** One of the values of an enum that acts alone take, each with what it means. */
export function choice<const V extends string>(
  graphql: string,
  { type, values }: { readonly type: string; readonly values: Readonly<Record<V, string>> },
  words: string,
) {
  return shown(z.enum(Object.keys(values) as V[]), words, { graphql, type, values });
}

/** Several arguments under one name, of a type that acts alone take. */
export function form<S extends z.ZodRawShape>(
  graphql: string,
  { type, words, fields }: { readonly type: string; readonly words: string; readonly fields: S },
) {
  return shown(z.object(fields), words, { graphql, type });
}

const listMost = 200;

/** As many of an element as are given, `least` of them at least. */
export function listOf<S extends z.ZodType>(element: S, words: string, least = 0) {
  const list = z
    .array(element)
    .min(least, { message: `has too few; send at least ${least}` })
    .max(listMost, { message: `has too many; send at most ${listMost}` });
  return shown(list, words);
}

export const product = (words: string) => oneOf('Product', products, words);
export const accountStatus = (words: string) => oneOf('AccountStatus', accountStatuses, words);

/** The state that an act changes, in the words of the GraphQL schema: what an operator saw of it may be told. */
export function stateOf<S extends z.ZodRawShape>(graphql: string, what: string, fields: S) {
  return shown(z.object(fields).partial(), 'The state that you saw. If it has changed, nothing is done.', {
    graphql,
    type: `${what} as the operator saw it; omitted fields are not compared.`,
  });
}

/** A value of a state, of an enum of the GraphQL schema. */
export const seen = (graphql: string, words: string) => shown(bounded(textMax), words, { graphql });
