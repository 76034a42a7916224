import { bare } from '../catalogue.js';
import { spaced } from '../spaced.js';
import { spelled, spellings } from './en/spelling.js';
import type { AmountField } from './schema-words.js';
import { words } from './speech.js';

/** Names as reports and objects of others write them: `occurred_at` is the field `occurredAt`. */
export const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

const englishLabels: Readonly<Record<AmountField | 'approve.Boolean', string>> = {
  'approve.Boolean': 'Decision',
  'destination.Money': 'Recipient gets',
  'payer.Money': 'Payer gets',
  'source.Money': 'Payer pays',
  'source.Source': 'Total with fees',
};

/** The name of a field, by its type where that says more. One of several of a kind has its number behind: "items 2". */
export function fieldLabel(name: string, type = ''): string {
  const [, base = name, number = ''] = /^(.*?)( \d+)?$/.exec(name) ?? [];
  const typed = `${camel(base)}.${bare(type)}`;
  const amount = ((words.schema?.fields ?? englishLabels) as Readonly<Record<string, string>>)[typed];
  if (amount !== undefined) return amount;
  const own = words.schema?.fields[camel(base)];
  return own === undefined ? spaced(name) : `${own}${number}`;
}

/** The name of a type, a list or an action. */
export const nounLabel = (name: string): string => words.schema?.nouns[name] ?? spaced(name);

/** A state or another word of an enumeration; some languages write it differently by what is in that state. */
export const stateText = (word: string, type = ''): string =>
  words.schema?.states[`${type}.${word}`] ?? words.schema?.states[word] ?? spelled(word, type);

/** What a code such as "payout.completed" is about: the name of the noun, the new state, and the enumeration of its states. */
export function happeningOf(code: string) {
  const [noun = '', ...verb] = code.split('.');
  const type = noun.replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  return { noun: nounLabel(type), word: verb.join('.'), type: `${type}Status` };
}

/**
 * What happened, by a code of a noun and a verb, as the type of an event and the action of an audit entry:
 * "payout.return_settled" is "Payout: return settled".
 */
export function happeningText(code: string): string {
  const { noun, word, type } = happeningOf(code);
  return `${noun}: ${stateText(word, type)}`;
}

/** The name of a payment method. */
export const methodLabel = (method: string): string =>
  words.schema?.states[method] ?? spellings[method] ?? spaced(method);

interface DetailWords {
  readonly label: string;
  readonly hint: string;
}

/** An account detail of a beneficiary, which the service describes in English. */
export function detailWords(name: string, description: string): DetailWords {
  const [label, hint] = words.schema?.details[name] ?? [spaced(name.replaceAll('.', ' ')), description];
  return { label, hint };
}

/** A label within a sentence: "External id" becomes "external id", and "API keys" stays. */
export const within = (label: string): string =>
  label.replace(/^\p{Lu}(?=\p{Ll}|[- ])/u, (letter) => letter.toLowerCase());
