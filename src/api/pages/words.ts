import type { Language } from './language.js';
import { en, type Words } from './words/en.js';
import { es } from './words/es.js';
import { pt } from './words/pt.js';

export type { Words };

export const wordsIn: Readonly<Record<Language, Words>> = { en, es, pt };

const names = new Map<string, string>();

/** Cached: there are few countries, and each page names them. */
export function countryName(country: string, language: Language): string {
  const key = `${language} ${country}`;
  const found = names.get(key) ?? new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country;
  names.set(key, found);
  return found;
}
