import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalsOf } from '../../src/domain/currency.js';
import { exact, show, type Amount } from '../../src/domain/money.js';
import {
  creditOf,
  crossRate,
  normaliseRate,
  priceOf,
  type PriceAsk,
  type Fees,
  type Price,
} from '../../src/domain/price.js';
import { Refusal } from '../../src/domain/refusal.js';

const fees = { platformFeeBps: 100, tenantMarkupBps: 50 };
const ask = (text: string, amountSide: PriceAsk['amountSide'], pair = 'USDT PEN'): PriceAsk => {
  const [sourceCurrency = '', destinationCurrency = ''] = pair.split(' ');
  return { sourceCurrency, destinationCurrency, amount: exact(text), amountSide };
};
const figures = (price: Price): string[] => [
  ...[price.principal, price.platformFee, price.tenantMarkup, price.total].map((amount) =>
    show(amount, price.sourceCurrency),
  ),
  show(price.destinationAmount, price.destinationCurrency),
];

describe('a price', () => {
  it.each([
    ['100', 'source', '3.36', ['100.000000', '1.000000', '0.500000', '101.500000', '336.00']],
    ['100.00', 'destination', '3.36', ['29.761905', '0.297620', '0.148810', '30.208335', '100.00']],
    ['1.999999', 'source', '3.36', ['1.999999', '0.020000', '0.010000', '2.029999', '6.71']],
    ['3.36', 'destination', '3.36', ['1.000000', '0.010000', '0.005000', '1.015000', '3.36']],
  ] as const)('of %s on the %s side at %s', (text, side, rate, expected) => {
    expect(figures(priceOf(ask(text, side), rate, fees))).toEqual(expected);
  });

  it('without conversion is the amount plus the fees', () => {
    const price = priceOf(ask('0.01', 'source', 'PEN PEN'), '1', fees);
    expect(figures(price)).toEqual(['0.01', '0.01', '0.01', '0.03', '0.01']);
  });

  it('without fees is the principal', () => {
    const price = priceOf(ask('5', 'source'), '2', { platformFeeBps: 0, tenantMarkupBps: 0 });
    expect(figures(price)).toEqual(['5.000000', '0.000000', '0.000000', '5.000000', '10.00']);
  });

  it('that rounds to nothing is refused', () => {
    expect(() => priceOf(ask('0.002976', 'source'), '3.36', fees)).toThrow(Refusal);
    expect(() => creditOf(exact('0.000001'), '0.9', 'USDT')).toThrow(
      expect.objectContaining({ code: 'amount_too_small', param: 'amount' }) as Error,
    );
  });
});

describe('a rate', () => {
  it.each([
    ['3.360', '3.36'],
    ['100', '100'],
    ['0.000000000000123456789012', '0.000000000000123456789012'],
    ['123456789012', '123456789012'],
  ])('%s is %s', (text, rate) => expect(normaliseRate(text)).toBe(rate));

  it.each(['0', '0.00', '-1', '1e3', '', '1.', '0.1234567890123', '1234567890123', 'NaN'])(
    'is not %j',
    (text) => {
      expect(() => normaliseRate(text)).toThrow(/not a positive rate/);
    },
  );

  it('of two steps is rounded down', () => {
    expect(crossRate('0.3', '3.36')).toBe('1.008');
    expect(crossRate('0.333333333333', '0.333333333333')).toBe('0.11111111111');
    expect(crossRate('0.666666666666', '0.777777777777')).toBe('0.518518518517');
  });
});

/** A decimal as a fraction of integers: an oracle independent of the number library. */
interface Fraction {
  n: bigint;
  d: bigint;
}
const fraction = (amount: Amount | string): Fraction => {
  const [whole = '', part = ''] = (typeof amount === 'string' ? amount : amount.toFixed()).split('.');
  return { n: BigInt(whole + part), d: 10n ** BigInt(part.length) };
};
const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });
const over = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d, d: a.d * b.n });
const atMost = (a: Fraction, b: Fraction): boolean => a.n * b.d <= b.n * a.d;
const down = (a: Fraction, currency: string): bigint => (a.n * 10n ** BigInt(decimalsOf(currency))) / a.d;
const up = (a: Fraction, currency: string): bigint => {
  const scaled = a.n * 10n ** BigInt(decimalsOf(currency));
  return scaled % a.d === 0n ? scaled / a.d : scaled / a.d + 1n;
};
const currency = fc.constantFrom('USDT', 'PEN', 'JPY', 'BHD', 'VES');
const rate = fc
  .tuple(fc.bigInt({ min: 1n, max: 999_999_999_999n }), fc.integer({ min: 0, max: 14 }))
  .map(([digits, shift]) => normaliseRate(exact(String(digits)).shiftedBy(-shift).toFixed()));
const amountOf = (code: string): fc.Arbitrary<Amount> =>
  fc
    .oneof(fc.bigInt({ min: 1n, max: 10_000n }), fc.bigInt({ min: 1n, max: 10n ** 18n }))
    .map((smallest) => exact(String(smallest)).shiftedBy(-decimalsOf(code)));
const bps = fc.integer({ min: 0, max: 10_000 });
const situation = fc
  .record({
    sourceCurrency: currency,
    destinationCurrency: currency,
    amountSide: fc.constantFrom('source' as const, 'destination' as const),
    rate,
    platformFeeBps: bps,
    tenantMarkupBps: bps,
  })
  .chain((terms) =>
    amountOf(terms.amountSide === 'source' ? terms.sourceCurrency : terms.destinationCurrency).map(
      (amount) => ({
        ...terms,
        amount,
      }),
    ),
  );

/** The whole price in smallest units as the contract defines it, or the refusal. */
function expected(request: PriceAsk, rateText: string, charged: Fees): bigint[] | 'amount_too_small' {
  const [amount, applied] = [fraction(request.amount), fraction(rateText)];
  const isSource = request.amountSide === 'source';
  const principal = up(isSource ? amount : over(amount, applied), request.sourceCurrency);
  const arrives = down(isSource ? times(amount, applied) : amount, request.destinationCurrency);
  if (arrives === 0n) return 'amount_too_small';
  const fee = (points: number): bigint => up({ n: principal * BigInt(points), d: 10_000n }, 'JPY');
  const [platformFee, markup] = [fee(charged.platformFeeBps), fee(charged.tenantMarkupBps)];
  return [principal, platformFee, markup, principal + platformFee + markup, arrives];
}

function actual(request: PriceAsk, rateText: string, charged: Fees): bigint[] | string {
  try {
    const price = priceOf(request, rateText, charged);
    return figures(price).map((figure) => BigInt(figure.replace('.', '')));
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

describe('any price', () => {
  it('equals exact fractions, rounds once in our favour, and adds up', () => {
    fc.assert(
      fc.property(situation, ({ rate: applied, platformFeeBps, tenantMarkupBps, ...request }) => {
        const charged = { platformFeeBps, tenantMarkupBps };
        expect(actual(request, applied, charged)).toEqual(expected(request, applied, charged));
      }),
      { numRuns: 1000 },
    );
  });

  it('of a round trip never gains', () => {
    const trip = fc.record({ a: currency, b: currency, rate }).chain((rates) =>
      fc.record({
        amount: amountOf(rates.a),
        // The best return rate that a catalogue may have: the two rates multiply to at most one.
        back: fc.constant(exact('1').dividedBy(rates.rate).precision(12, 1).toFixed()),
        rates: fc.constant(rates),
      }),
    );
    fc.assert(
      fc.property(trip, ({ amount, back, rates }) => {
        fc.pre(exact(back).isPositive() && exact(back).times(rates.rate).isLessThanOrEqualTo(1));
        fc.pre(down(times(fraction(amount), fraction(rates.rate)), rates.b) > 0n);
        const there = creditOf(amount, rates.rate, rates.b);
        fc.pre(down(times(fraction(there), fraction(back)), rates.a) > 0n);
        expect(atMost(fraction(creditOf(there, back, rates.a)), fraction(amount))).toBe(true);
        const paidBack = priceOf(
          { sourceCurrency: rates.b, destinationCurrency: rates.a, amount, amountSide: 'destination' },
          back,
          { platformFeeBps: 0, tenantMarkupBps: 0 },
        );
        expect(atMost(fraction(there), fraction(paidBack.principal))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('through a middle currency never beats the two steps', () => {
    fc.assert(
      fc.property(rate, rate, (first, second) => {
        const crossed = crossRate(first, second);
        expect(atMost(fraction(crossed), times(fraction(first), fraction(second)))).toBe(true);
        expect(normaliseRate(crossed)).toBe(crossed);
      }),
    );
  });
});
