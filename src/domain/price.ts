import { BigNumber } from 'bignumber.js';
import { decimalsOf } from './currency.js';
import { isPositive, sum, type Amount } from './money.js';
import { refuse } from './refusal.js';

/** Charges on top of a principal, in basis points. */
export interface Fees {
  platformFeeBps: number;
  tenantMarkupBps: number;
}

/** The conversion to price; `amount` is exact on the stated side. */
export interface PriceAsk {
  sourceCurrency: string;
  destinationCurrency: string;
  amount: Amount;
  amountSide: 'source' | 'destination';
}

/** principal + platformFee + tenantMarkup = total, exactly (supplement §3.1). */
export interface Price {
  sourceCurrency: string;
  principal: Amount;
  platformFee: Amount;
  tenantMarkup: Amount;
  total: Amount;
  destinationAmount: Amount;
  destinationCurrency: string;
  rate: string;
}

const rateDigits = 12;

/** A rate as shown and applied: positive, at most 12 significant digits, no trailing zeros. Throws otherwise. */
export function normaliseRate(text: string): string {
  const rate = /^[0-9]{1,40}(\.[0-9]{1,40})?$/.test(text) ? new BigNumber(text) : new BigNumber(NaN);
  const digits = rate.precision();
  if (!isPositive(rate) || digits === null || digits > rateDigits) {
    throw new Error(`${text} is not a positive rate of at most ${rateDigits} significant digits`);
  }
  return rate.toFixed();
}

/** The rate of two conversions in a row, rounded down so that the detour never gains. */
export function crossRate(first: string, second: string): string {
  const rate = new BigNumber(first).times(second);
  return rate.precision(rateDigits, BigNumber.ROUND_DOWN).toFixed();
}

/**
 * Prices a conversion with one rounding: what the account pays is rounded up, what arrives is rounded down
 * (supplement §1, §9).
 */
export function priceOf(ask: PriceAsk, rate: string, fees: Fees): Price {
  const { sourceCurrency, destinationCurrency, amount } = ask;
  const stated = ask.amountSide === 'source';
  const principal = stated ? amount : dividedUp(amount, rate, sourceCurrency);
  const destinationAmount = stated ? creditOf(amount, rate, destinationCurrency) : amount;
  const platformFee = feeOn(principal, fees.platformFeeBps, sourceCurrency);
  const tenantMarkup = feeOn(principal, fees.tenantMarkupBps, sourceCurrency);
  const total = sum([principal, platformFee, tenantMarkup]);
  return {
    sourceCurrency,
    principal,
    platformFee,
    tenantMarkup,
    total,
    destinationAmount,
    destinationCurrency,
    rate,
  };
}

/** `paid` converted to `currency`, rounded down; may be zero. */
export function worthOf(paid: Amount, rate: string, currency: string): Amount {
  return paid.times(rate).decimalPlaces(decimalsOf(currency), BigNumber.ROUND_DOWN);
}

/** `charge` converted to `currency`, rounded up, because the account pays it. */
export function chargeOf(charge: Amount, rate: string, currency: string): Amount {
  return charge.times(rate).decimalPlaces(decimalsOf(currency), BigNumber.ROUND_UP);
}

/** The part of `whole` proportional to `part.amount` of `part.of`, rounded down; may be zero. */
export function shareOf(
  whole: Amount,
  part: { readonly amount: Amount; readonly of: Amount },
  currency: string,
): Amount {
  const decimals = decimalsOf(currency);
  return whole.times(part.amount).shiftedBy(decimals).dividedToIntegerBy(part.of).shiftedBy(-decimals);
}

/** Like `worthOf`, but refuses zero with `amount_too_small`. */
export function creditOf(paid: Amount, rate: string, currency: string): Amount {
  const credit = worthOf(paid, rate, currency);
  if (isPositive(credit)) return credit;
  return refuse(
    'amount_too_small',
    `amount: converts to less than the smallest unit of ${currency}; send more.`,
    {
      param: 'amount',
    },
  );
}

/** The smallest rate at which `principal` converts to exactly `arrives`, rounded down. */
export function rateThat(principal: Amount, arrives: Amount): string {
  const scale = rateDigits * 2;
  const scaled = arrives.shiftedBy(scale);
  const whole = scaled.dividedToIntegerBy(principal);
  const needed = whole.times(principal).isLessThan(scaled) ? whole.plus(1) : whole;
  return needed.shiftedBy(-scale).precision(rateDigits, BigNumber.ROUND_UP).toFixed();
}

function feeOn(principal: Amount, bps: number, currency: string): Amount {
  return principal.times(bps).shiftedBy(-4).decimalPlaces(decimalsOf(currency), BigNumber.ROUND_UP);
}

/** Divides integers and checks the remainder: the library's own quotient is cut at its configured decimals. */
function dividedUp(amount: Amount, rate: string, currency: string): Amount {
  const decimals = decimalsOf(currency);
  const units = amount.shiftedBy(decimals);
  const whole = units.dividedToIntegerBy(rate);
  const needed = whole.times(rate).isLessThan(units) ? whole.plus(1) : whole;
  return needed.shiftedBy(-decimals);
}
