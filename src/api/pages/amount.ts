import { decimalsOf } from '../../domain/currency.js';
import { numberFormat } from '../../domain/local-format.js';

interface Separators {
  readonly decimal: string;
  readonly group: string;
}

export function separatorsOf(locale: string): Separators {
  const parts = numberFormat(locale, 1).formatToParts(1_234_567.8);
  const find = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return { decimal: find('decimal'), group: find('group') };
}

/**
 * A typed amount: in the API's form, or a fault. If it has two meanings, the first is the one in the page's language.
 */
export type TypedAmount =
  | { readonly amount: string }
  | { readonly fault: 'missing' | 'unreadable' | 'zero' | 'too_long' }
  | { readonly fault: 'too_fine'; readonly decimals: number }
  | { readonly fault: 'other_way'; readonly meanings: readonly [string] }
  | { readonly fault: 'two_ways'; readonly meanings: readonly [string, string] };

const integerDigitsMax = 18;
/** Most characters that are read; the page's input has the same limit. */
const typedMax = 250;

/**
 * Reads a typed amount with the separators of the locale. An ambiguous amount is a fault instead of a guess: reading 1
 * as 1,000 is the costliest mistake that a form can make.
 */
export function readAmount(typed: string, currency: string, locale: string): TypedAmount {
  if (typed.length > typedMax) return { fault: 'unreadable' };
  const text = bare(typed, currency);
  if (text === '') return { fault: 'missing' };
  if (!/^[0-9][0-9.,]*$/.test(text) || text.length > 40) return { fault: 'unreadable' };
  const { decimal } = separatorsOf(locale);
  const own = readWith(text, decimal);
  const other = readWith(text, decimal === '.' ? ',' : '.');
  if (own !== undefined && other !== undefined && own !== other)
    return { fault: 'two_ways', meanings: [own, other] };
  const read = own ?? other;
  if (read === undefined) return { fault: 'unreadable' };
  const judged = judge(read, currency);
  return own === undefined && 'amount' in judged ? { fault: 'other_way', meanings: [read] } : judged;
}

/** Currency signs in capitals. Of two signs with the same start, the longer one comes first. */
const signs = ['R$', 'S/', '$', 'BS.', 'BS'];

/** Removes the currency's code or sign, and the spaces that some countries put between groups of digits. */
function bare(typed: string, currency: string): string {
  const text = typed.normalize('NFKC').replace(/[\s\u00a0\u202f\u2009'’]/g, '');
  const capitals = text.toUpperCase();
  const sign = [currency, ...signs].find((each) => capitals.startsWith(each));
  if (sign !== undefined) return text.slice(sign.length);
  return capitals.endsWith(currency) ? text.slice(0, -currency.length) : text;
}

/** Reads the text with this decimal separator; undefined if it is not a number. */
function readWith(text: string, decimal: string): string | undefined {
  const group = decimal === '.' ? ',' : '.';
  const [integer = '', fraction, ...rest] = text.split(decimal);
  if (rest.length > 0 || fraction?.includes(group) === true || fraction === '') return undefined;
  const groups = integer.split(group);
  const isGrouped = groups.length > 1;
  if (isGrouped && !/^[1-9][0-9]{0,2}$/.test(groups[0] ?? '')) return undefined;
  if (isGrouped && groups.slice(1).some((each) => each.length !== 3)) return undefined;
  const digits = groups.join('').replace(/^0+/, '') || '0';
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

function judge(read: string, currency: string): TypedAmount {
  const [integer = '', fraction = ''] = read.split('.');
  const decimals = decimalsOf(currency);
  if (integer.length > integerDigitsMax) return { fault: 'too_long' };
  if (/^[0.]+$/.test(read)) return { fault: 'zero' };
  // Zeros beyond the currency's decimals are allowed.
  if (/[1-9]/.test(fraction.slice(decimals))) return { fault: 'too_fine', decimals };
  const rounded = fraction.slice(0, decimals);
  return { amount: rounded === '' ? integer : `${integer}.${rounded}` };
}
