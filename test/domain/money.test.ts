import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalsOf, isCurrency } from '../../src/domain/currency.js';
import {
  amountFrom,
  exact,
  moneyFrom,
  parseAmount,
  show,
  smallestUnit,
  sum,
  zero,
} from '../../src/domain/money.js';
import { Refusal } from '../../src/domain/refusal.js';

describe('an amount that a caller writes', () => {
  it.each([
    ['10', 'PEN', '10.00'],
    ['10.5', 'PEN', '10.50'],
    ['0.01', 'PEN', '0.01'],
    ['007', 'JPY', '7'],
    ['0.000001', 'USDT', '0.000001'],
    ['1.234', 'BHD', '1.234'],
    ['999999999999999999.99', 'BRL', '999999999999999999.99'],
  ])('%s %s is %s', (text, currency, expected) => {
    expect(show(amountFrom(text, currency, 'amount'), currency)).toBe(expected);
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '1.',
    '.5',
    '0x1f',
    '1_000',
    '1e9',
    '-1',
    '+1',
    'NaN',
    'Infinity',
    '1,5',
    '١',
    '1\n',
  ])('refuses %j', (text) => expect(parseAmount(text, 'PEN')).toBeUndefined());

  it.each(['', '1 ', '....', '.5', '1.', '0x1f', '1e9', 'NaN'])(
    'from a provider, %j is not an amount',
    (text) => expect(moneyFrom(text, 'PEN')).toBeUndefined(),
  );

  it.each([
    ['0', 'PEN'],
    ['0.00', 'PEN'],
    ['1.001', 'PEN'],
    ['1.000', 'PEN'],
    ['1.0', 'JPY'],
    ['0.0000001', 'USDT'],
    ['1000000000000000000', 'PEN'],
  ])('refuses %s %s', (text, currency) => expect(parseAmount(text, currency)).toBeUndefined());

  it('is refused with the name of its field', () => {
    const work = (): unknown => amountFrom('1.001', 'PEN', 'items[3].amount');
    expect(work).toThrow(Refusal);
    expect(work).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', param: 'items[3].amount' }) as Error,
    );
  });

  it('keeps every digit', () => {
    const text = fc
      .tuple(fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }), fc.integer({ min: 0, max: 999_999 }))
      .map(([whole, part]) => `${whole}.${String(part).padStart(6, '0')}`);
    fc.assert(
      fc.property(text, (text) => {
        expect(show(amountFrom(text, 'USDT', 'amount'), 'USDT')).toBe(text);
      }),
    );
  });
});

describe('an amount of our own', () => {
  it('is read exactly, including negative ones', () => {
    expect(exact('-123456789012345678.000001').toString()).toBe('-123456789012345678.000001');
    expect(exact('0.00000001').toString()).toBe('0.00000001');
    expect(String(exact('1').shiftedBy(30))).toBe(`1${'0'.repeat(30)}`);
  });

  it.each(['', 'NaN', '1e3', '.5', '0x10', 'null'])('is an error when it is %j', (text) => {
    expect(() => exact(text)).toThrow(/not a decimal number/);
  });

  it('is never shown rounded', () => {
    expect(() => show(exact('0.001'), 'PEN')).toThrow(/0\.001 is not an amount of PEN/);
    expect(show(exact('-0'), 'PEN')).toBe('0.00');
  });

  it('adds up', () => {
    expect(show(sum(['0.1', '0.2', '-0.05'].map(exact)), 'PEN')).toBe('0.25');
    expect(sum([])).toBe(zero);
    expect(show(smallestUnit('USDT'), 'USDT')).toBe('0.000001');
    expect(show(smallestUnit('JPY'), 'JPY')).toBe('1');
  });
});

describe('a currency', () => {
  it.each([
    ['PEN', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['UYW', 4],
    ['USDT', 6],
    ['USDC', 6],
  ])('%s has %i decimals', (code, decimals) => expect(decimalsOf(code)).toBe(decimals));

  it('unknown is an error', () => {
    for (const code of ['', 'pen', 'XXX', 'XAU', 'constructor', 'BIF CLP']) {
      expect(isCurrency(code)).toBe(false);
      expect(() => decimalsOf(code)).toThrow(/unknown currency/);
    }
  });
});
