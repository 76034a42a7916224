import { registerEnumType } from 'type-graphql';
import type { Words } from '../../domain/noun/declare.js';

type Values = Readonly<Record<string, string>>;
const enums = new Map<Words, Values>();

/** The enum of declared words. Values are spelled as in REST, and each has its meaning. Created at first use. */
export function enumOfWords(words: Words): Values {
  const known = enums.get(words);
  if (known !== undefined) return known;
  const { name, says: description, values, meanings } = words;
  if (name === undefined) throw new Error(`words without a name: ${values.join()}`);
  const made: Values = Object.fromEntries(values.map((value) => [value, value]));
  const described = values.map((value) => [value, { description: meanings[value] }]);
  registerEnumType(made, { name, description, valuesConfig: Object.fromEntries(described) as object });
  enums.set(words, made);
  return made;
}
