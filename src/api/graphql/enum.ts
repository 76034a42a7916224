import { registerEnumType } from 'type-graphql';
import type { Words } from '../../domain/noun/declare.js';

/** An enum of the schema, its values spelled as REST spells them, each with what it means. */
export function enumOf<const V extends string>(
  name: string,
  description: string,
  values: Readonly<Record<V, string>>,
): { readonly [K in V]: K } {
  const names = Object.keys(values) as V[];
  const made = Object.fromEntries(names.map((value) => [value, value])) as { readonly [K in V]: K };
  const valuesConfig = Object.fromEntries(
    names.map((value) => [value, { description: values[value] }]),
  ) as Record<V, { description: string }>;
  registerEnumType(made, { name, description, valuesConfig });
  return made;
}

const enums = new Map<Words, Readonly<Record<string, string>>>();

/** The enum of declared words, made when it is first asked for. */
export function enumOfWords(words: Words): Readonly<Record<string, string>> {
  const known = enums.get(words);
  if (known !== undefined) return known;
  if (words.name === undefined) throw new Error(`words without a name: ${words.values.join()}`);
  const made = enumOf(words.name, words.says, words.meanings);
  enums.set(words, made);
  return made;
}
