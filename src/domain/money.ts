import { BigNumber } from 'bignumber.js';
import { decimalsOf, isCurrency } from './currency.js';
import { refuse } from './refusal.js';

BigNumber.config({ EXPONENTIAL_AT: 1e9 });

/** An exact decimal amount. Its currency is stored next to it, never inside. */
export type Amount = BigNumber;

/** The initial value of every sum. */
export const zero: Amount = new BigNumber(0);

const amountPattern = /^([0-9]+)(?:\.([0-9]+))?$/;
const numberPattern = /^-?[0-9]+(\.[0-9]+)?$/;
const maximumIntegerDigits = 18;

/**
 * Parses a caller's amount: decimal text above zero, at most 18 integer digits, at most the currency's decimals as
 * written (contract §1, supplement §1). Undefined for anything else.
 */
export function parseAmount(text: string, currency: string): Amount | undefined {
  const amount = parseAmountOrZero(text, currency);
  return amount && isPositive(amount) ? amount : undefined;
}

/** Like `parseAmount`, but accepts zero, for fees and thresholds. */
export function parseAmountOrZero(text: string, currency: string): Amount | undefined {
  // The grammar is checked before the number library sees the text: it would accept `1.`, `.5`, `0x1f` and `1e9`.
  const [, integer = '', fraction = ''] = amountPattern.exec(text) ?? [];
  if (integer === '' || integer.length > maximumIntegerDigits) return undefined;
  return fraction.length > decimalsOf(currency) ? undefined : new BigNumber(text);
}

/** Like `parseAmount`, but refuses with `invalid_parameter` and the param. */
export function amountFrom(text: string, currency: string, param: string): Amount {
  return (
    parseAmount(text, currency) ??
    refuse('invalid_parameter', `${param}: ${amountFault(text, currency)}.`, { param })
  );
}

/** Says why `parseAmount` does not accept a text. */
function amountFault(text: string, currency: string): string {
  const decimals = decimalsOf(currency);
  const [whole = '', , fraction = ''] = amountPattern.exec(text) ?? [];
  if (fraction.length > decimals && whole.length <= 40)
    return `"${text}" has ${fraction.length} decimals; ${currency} takes ${decimals === 0 ? 'none' : decimals}`;
  return `is not an amount of ${currency}; send one above zero with at most ${decimals} decimals`;
}

/** A number from our own records. It may be zero or negative, as a sum of entries may. */
export function exact(text: string): Amount {
  if (!numberPattern.test(text)) throw new Error(`not a decimal number: ${text.slice(0, 40)}`);
  return new BigNumber(text);
}

/** Parses a number from outside; undefined if it is not an amount in a known currency. */
export function moneyFrom(text: string, currency: string): { amount: Amount; currency: string } | undefined {
  if (!numberPattern.test(text)) return undefined;
  const amount = new BigNumber(text);
  const fits = isCurrency(currency) && (amount.decimalPlaces() ?? 0) <= decimalsOf(currency);
  return fits ? { amount, currency } : undefined;
}

/** The amount as shown everywhere: with exactly the currency's decimals. A finer amount is a bug. */
export function show(amount: Amount, currency: string): string {
  const decimals = decimalsOf(currency);
  const text = amount.toFixed();
  const point = text.indexOf('.');
  const fraction = point < 0 ? 0 : text.length - point - 1;
  if (fraction > decimals || !amount.isFinite()) throw new Error(`${text} is not an amount of ${currency}`);
  if (fraction === decimals) return text;
  return (point < 0 ? `${text}.` : text) + '0'.repeat(decimals - fraction);
}

/** Like `show`, but rounds a finer amount down. */
export function showDown(amount: Amount, currency: string): string {
  return show(amount.decimalPlaces(decimalsOf(currency), BigNumber.ROUND_DOWN), currency);
}

/** The smallest amount of the currency, such as 0.01 for PEN. */
export function smallestUnit(currency: string): Amount {
  return new BigNumber(1).shiftedBy(-decimalsOf(currency));
}

/** Above zero; BigNumber's own `isPositive` is also true for zero. */
export function isPositive(amount: Amount): boolean {
  return amount.isGreaterThan(0);
}

/** The exact sum; all amounts must have the same currency. */
export function sum(amounts: Iterable<Amount>): Amount {
  let total = zero;
  for (const amount of amounts) total = total.plus(amount);
  return total;
}

/** An amount as given by a caller. */
export interface MoneyAsk {
  readonly amount: string;
  readonly currency: string;
}
