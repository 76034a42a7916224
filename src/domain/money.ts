import { BigNumber } from 'bignumber.js';
import { decimalsOf, isCurrency } from './currency.js';
import { refuse } from './refusal.js';

BigNumber.config({ EXPONENTIAL_AT: 1e9 });

/** An exact decimal number of one currency's units; the currency stands beside it, never inside. */
export type Amount = BigNumber;

/** No money: the start of every sum. */
export const zero: Amount = new BigNumber(0);

const writtenAmount = /^([0-9]+)(?:\.([0-9]+))?$/;
const writtenNumber = /^-?[0-9]+(\.[0-9]+)?$/;
const maximumIntegerDigits = 18;

/**
 * A caller's amount: decimal text, at most 18 integer digits, at most the currency's decimals as written,
 * above zero (contract §1, supplement §1). Undefined when it is anything else.
 */
export function parseAmount(text: string, currency: string): Amount | undefined {
  const amount = parseAmountOrZero(text, currency);
  return amount && isPositive(amount) ? amount : undefined;
}

/** As `parseAmount`, of what may be nothing too: a fee, a threshold. */
export function parseAmountOrZero(text: string, currency: string): Amount | undefined {
  // The grammar is checked before the number library sees the text: it would take `1.`, `.5`, `0x1f` and `1e9`.
  const [, integer = '', fraction = ''] = writtenAmount.exec(text) ?? [];
  if (integer === '' || integer.length > maximumIntegerDigits) return undefined;
  return fraction.length > decimalsOf(currency) ? undefined : new BigNumber(text);
}

/** As `parseAmount`, refusing with `invalid_parameter` and the given param. */
export function amountFrom(text: string, currency: string, param: string): Amount {
  return (
    parseAmount(text, currency) ??
    refuse('invalid_parameter', `${param}: ${amountFault(text, currency)}.`, { param })
  );
}

/** What is wrong with a text that `parseAmount` does not take. */
function amountFault(text: string, currency: string): string {
  const decimals = decimalsOf(currency);
  const [whole = '', , fraction = ''] = writtenAmount.exec(text) ?? [];
  if (fraction.length > decimals && whole.length <= 40)
    return `"${text}" has ${fraction.length} decimals; ${currency} takes ${decimals === 0 ? 'none' : decimals}`;
  return `is not an amount of ${currency}; send one above zero with at most ${decimals} decimals`;
}

/** A number from our own records; it may be zero or below, as a sum of entries may. */
export function exact(text: string): Amount {
  if (!writtenNumber.test(text)) throw new Error(`not a decimal number: ${text.slice(0, 40)}`);
  return new BigNumber(text);
}

/** Of a number that somebody else tells us; undefined where it is no amount of a currency that there is. */
export function moneyFrom(text: string, currency: string): { amount: Amount; currency: string } | undefined {
  if (!writtenNumber.test(text)) return undefined;
  const amount = new BigNumber(text);
  const fits = isCurrency(currency) && (amount.decimalPlaces() ?? 0) <= decimalsOf(currency);
  return fits ? { amount, currency } : undefined;
}

/** The amount as every answer shows it: exactly the currency's decimals. An amount finer than that is a bug. */
export function show(amount: Amount, currency: string): string {
  const decimals = decimalsOf(currency);
  const text = amount.toFixed();
  const point = text.indexOf('.');
  const places = point < 0 ? 0 : text.length - point - 1;
  if (places > decimals || !amount.isFinite()) throw new Error(`${text} is not an amount of ${currency}`);
  if (places === decimals) return text;
  return (point < 0 ? `${text}.` : text) + '0'.repeat(decimals - places);
}

/** As `show`, of an amount that may be finer: so much of it as the currency can express. */
export function showDown(amount: Amount, currency: string): string {
  return show(amount.decimalPlaces(decimalsOf(currency), BigNumber.ROUND_DOWN), currency);
}

/** The least amount the currency can express, such as 0.01 for PEN. */
export function smallestUnit(currency: string): Amount {
  return new BigNumber(1).shiftedBy(-decimalsOf(currency));
}

/** Above zero; BigNumber's own `isPositive` is also true of zero. */
export function isPositive(amount: Amount): boolean {
  return amount.isGreaterThan(0);
}

/** The exact sum; amounts of one currency only. */
export function sum(amounts: Iterable<Amount>): Amount {
  let total = zero;
  for (const amount of amounts) total = total.plus(amount);
  return total;
}

/** An amount as a caller states it. */
export interface MoneyAsk {
  readonly amount: string;
  readonly currency: string;
}
