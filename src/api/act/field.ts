import { z } from 'zod';
import { accountStatuses } from '../../domain/account.js';
import { products } from '../../domain/capability.js';
import { addressOf } from '../../domain/email.js';
import { languages } from '../../domain/mail.js';
import { isLine, lineRule } from '../../domain/text.js';
import { bounded } from '../field.js';
import { notEmail } from '../wording.js';

/** How an argument is rendered, besides its description: stored with the schema as zod `meta`. */
export interface Rendering {
  /** Its GraphQL type, if the zod type does not determine it. */
  readonly graphql?: string;
  /** Description of a type that only acts use; for an enum, also of its values. */
  readonly type?: string;
  readonly values?: Readonly<Record<string, string>>;
  /** A boolean that a command shows as two options. */
  readonly yes?: readonly [option: string, words: string];
  readonly no?: readonly [option: string, words: string];
  /** A number of seconds; commands accept durations such as 24h. */
  readonly isDuration?: boolean;
  /** An end time; commands also accept a duration from now. */
  readonly isEnd?: boolean;
  /** How the command line shows the argument, if it does not follow from name and kind. */
  readonly option?: OptionRendering;
  /** Null means the default of the catalogue; on the command line, `usual`. */
  readonly isUsual?: boolean;
}

/** How the command line shows an argument, or one of its fields. */
export interface OptionRendering {
  readonly name?: string;
  /** For a boolean field: the option for each value, with its description. */
  readonly yes?: readonly [option: string, words: string];
  readonly no?: readonly [option: string, words: string];
  /** For an enum: each value is an option, which takes the value of this other field. */
  readonly carries?: string;
}

const described = <S extends z.ZodType>(schema: S, description: string, rendering: Rendering = {}): S =>
  schema.meta({ description, ...rendering });

/** Most characters of an argument. Single lines for people have their own limit and are trimmed. */
const textMax = 1_000;

export const id = (words: string) => described(bounded(textMax), words, { graphql: 'ID' });
export const text = (words: string) => described(bounded(textMax), words);
export const whole = (words: string) => described(z.int(), words);
export const flag = (words: string) => described(z.boolean(), words);
export const time = (words: string) => described(z.date(), words);

/** Sets how the command line shows an argument. */
export const withOption = <S extends z.ZodType>(schema: S, option: OptionRendering): S =>
  schema.meta({ ...schema.meta(), option });

/** A term that can be left unchanged or reset to the default of the catalogue. */
export const orUsual = <S extends z.ZodType>(schema: S) =>
  schema.meta({ ...schema.meta(), isUsual: true }).nullish();

/** One line of text for people. */
export function line(words: string) {
  const message = `is not a plain line of text; send ${lineRule}`;
  return described(bounded(textMax, { tooLong: message }).trim().refine(isLine, { message }), words);
}

/** The e-mail address of a person; `spelled` normalizes it. */
export const email = (words: string) =>
  text(words).refine((email) => addressOf(email) !== undefined, { message: notEmail });
export const spelled = (email: string): string => addressOf(email) ?? email;

/** The time when something ends by itself. */
export const end = (words: string) => described(z.date(), words, { isEnd: true });

/** A boolean with two names; each is an option of the command. */
export function verdict(words: string, options: Required<Pick<Rendering, 'yes' | 'no'>>) {
  return described(z.boolean(), words, options);
}

/** A number of seconds from 1 to `most`. */
export function seconds(most: number, words: string) {
  const message = `is out of range; send 1 to ${most}`;
  return described(z.int().min(1, { message }).max(most, { message }), `${words} 1 to ${most}.`, {
    isDuration: true,
  });
}

/** A value of the GraphQL enum of this name. */
export function oneOf<const V extends readonly string[]>(graphql: string, values: V, words: string) {
  return described(z.enum(values), words, { graphql });
}

/** A value of an enum that only acts use, with the meaning of each value. */
export function choice<const V extends string>(
  graphql: string,
  { type, values }: { readonly type: string; readonly values: Readonly<Record<V, string>> },
  words: string,
) {
  return described(z.enum(Object.keys(values) as V[]), words, { graphql, type, values });
}

/** Several arguments under one name, as a type that only acts use. */
export function form<S extends z.ZodRawShape>(
  graphql: string,
  { type, words, fields }: { readonly type: string; readonly words: string; readonly fields: S },
) {
  return described(z.object(fields), words, { graphql, type });
}

const listMost = 200;

/** A list of at least `least` elements. */
export function listOf<S extends z.ZodType>(element: S, words: string, least = 0) {
  const list = z
    .array(element)
    .min(least, { message: `has too few; send at least ${least}` })
    .max(listMost, { message: `has too many; send at most ${listMost}` });
  return described(list, words);
}

export const language = (words: string) => oneOf('Language', languages, words);
export const product = (words: string) => oneOf('Product', products, words);
export const accountStatus = (words: string) => oneOf('AccountStatus', accountStatuses, words);

/** The state that an act changes, with GraphQL names. An operator may send the state that they saw. */
export function stateOf<S extends z.ZodRawShape>(graphql: string, what: string, fields: S) {
  return described(
    z.object(fields).partial(),
    'The state that you saw. If it has changed, nothing is done.',
    {
      graphql,
      type: `${what} as the operator saw it; omitted fields are not compared.`,
    },
  );
}

/** A field of that state whose type is a GraphQL enum. */
export const seen = (graphql: string, words: string) => described(bounded(textMax), words, { graphql });
