import type { Language } from './language.js';
import { en, type Words } from './words/en.js';
import { es } from './words/es.js';
import { pt } from './words/pt.js';

export type { Words };

export const wordsIn: Readonly<Record<Language, Words>> = { en, es, pt };

/** Names of methods. A method that is new in the catalogue is shown by its code. */
const methods: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  bank_transfer: { en: 'bank transfer', es: 'transferencia bancaria', pt: 'transferência bancária' },
  mobile_payment: { en: 'mobile payment', es: 'pago móvil', pt: 'pagamento móvel' },
  pix: { en: 'Pix', es: 'Pix', pt: 'Pix' },
  spei: { en: 'SPEI', es: 'SPEI', pt: 'SPEI' },
  ach: { en: 'ACH transfer', es: 'transferencia ACH', pt: 'transferência ACH' },
};

export const methodName = (method: string, language: Language): string =>
  methods[method]?.[language] ?? method.replaceAll('_', ' ');

const names = new Map<string, string>();

/** Cached: there are few countries, and each page names them. */
export function countryName(country: string, language: Language): string {
  const key = `${language} ${country}`;
  const found = names.get(key) ?? new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country;
  names.set(key, found);
  return found;
}
