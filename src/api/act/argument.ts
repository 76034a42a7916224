import { z } from 'zod';
import { wordsOf as wording } from '../wording.js';
import type { Rendering } from './field.js';

/** The kind of a value, from which input fields and options are rendered. */
export type Kind =
  | { readonly is: 'id' | 'text' | 'whole' | 'flag' | 'time' }
  | { readonly is: 'list'; readonly element: Kind }
  | { readonly is: 'choice'; readonly name: string; readonly words: string; readonly values: Values }
  | {
      readonly is: 'form';
      readonly name: string;
      readonly words: string;
      readonly fields: readonly Argument[];
    };

/** The values and their meanings, if the act describes them. */
type Values = Readonly<Record<string, string>>;

type Usual = string | readonly string[] | undefined;

/** One argument of an act. */
export interface Argument extends Pick<
  Rendering,
  'yes' | 'no' | 'isDuration' | 'isEnd' | 'isUsual' | 'option'
> {
  readonly name: string;
  readonly words: string;
  readonly kind: Kind;
  readonly isOptional: boolean;
  /** The default. */
  readonly usual: Usual;
  /** The error text for a value; it follows the argument's name. */
  readonly faultOf: (value: unknown) => string | undefined;
}

type Schema = z.core.$ZodType;
type Words = Rendering & { readonly description?: string };

/** The arguments of a schema, ready to be rendered. */
export function argumentsOf({ shape }: z.ZodObject): readonly Argument[] {
  return Object.entries(shape).map(([name, schema]) => argumentOf(name, schema));
}

export function argumentOf(name: string, schema: Schema): Argument {
  const { inner, ...layers } = unwrapped(schema, { isOptional: false, usual: undefined });
  const { description: words = '', yes, no, isDuration, isEnd, isUsual, option } = wordsOf(inner);
  return {
    name,
    words,
    kind: kindOf(inner),
    ...layers,
    faultOf: (value) => z.safeParse(schema, value, { error: wording }).error?.issues[0]?.message,
    ...(yes && { yes }),
    ...(no && { no }),
    ...(isDuration && { isDuration }),
    ...(isEnd && { isEnd }),
    ...(isUsual && { isUsual }),
    ...(option && { option }),
  };
}

function kindOf(schema: Schema): Kind {
  const { graphql: name = '', type: words = '', values = {} } = wordsOf(schema);
  if (schema instanceof z.ZodObject) return { is: 'form', name, words, fields: argumentsOf(schema) };
  if (schema instanceof z.ZodEnum) {
    const all = schema.options.map((value) => [value, values[value] ?? ''] as const);
    return { is: 'choice', name, words, values: Object.fromEntries(all) };
  }
  if (schema instanceof z.ZodArray) return { is: 'list', element: kindOf(schema.element) };
  if (schema instanceof z.ZodBoolean) return { is: 'flag' };
  if (schema instanceof z.ZodNumber) return { is: 'whole' };
  if (schema instanceof z.ZodDate) return { is: 'time' };
  if (!(schema instanceof z.ZodString)) throw new Error('this kind of argument has no form field');
  if (name === 'ID') return { is: 'id' };
  return name === '' ? { is: 'text' } : { is: 'choice', name, words, values: {} };
}

const wordsOf = (schema: Schema): Words => (z.globalRegistry.get(schema) ?? {}) as Words;

interface Layers {
  readonly isOptional: boolean;
  readonly usual: Usual;
}

/** The schema below the layers for defaults and optional values. */
function unwrapped(schema: Schema, sofar: Layers): Layers & { readonly inner: Schema } {
  if (schema instanceof z.ZodDefault)
    return unwrapped(schema.unwrap(), { ...sofar, usual: schema.def.defaultValue as Usual });
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrapped(schema.unwrap(), { ...sofar, isOptional: true });
  return { inner: schema, ...sofar };
}
