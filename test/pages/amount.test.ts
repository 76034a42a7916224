import { arrivalOf, showDuration } from '../../src/api/pages/arrival.js';
import { en } from '../../src/api/pages/words/en.js';
import { describe, expect, test } from 'vitest';
import { readAmount, separatorsOf, type TypedAmount } from '../../src/api/pages/amount.js';
import { showAmount, showNumber } from '../../src/domain/local-format.js';

const locales = ['en-US', 'es-PE', 'es-MX', 'es-VE', 'pt-BR'] as const;
const hasPoint = (locale: string): boolean => separatorsOf(locale).decimal === '.';

/** Spaces of Intl are told apart by nobody who reads. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

const resultText = (read: TypedAmount): string => {
  if ('amount' in read) return read.amount;
  return 'meanings' in read ? `${read.fault}: ${read.meanings.join(' or ')}` : read.fault;
};

/** Typed with a point before decimals → read where that is usual, and, where it differs, where a comma is. */
const pointed: Readonly<Record<string, readonly [usual: string, other?: string]>> = {
  '15.00': ['15.00', 'other_way: 15.00'],
  '15.5': ['15.5', 'other_way: 15.5'],
  '0.5': ['0.5', 'other_way: 0.5'],
  '0.01': ['0.01', 'other_way: 0.01'],
  '1.234': ['two_ways: 1.234 or 1234', 'two_ways: 1234 or 1.234'],
  '12.345': ['two_ways: 12.345 or 12345', 'two_ways: 12345 or 12.345'],
  '999.000': ['two_ways: 999.000 or 999000', 'two_ways: 999000 or 999.000'],
  '1.000': ['two_ways: 1.000 or 1000', 'two_ways: 1000 or 1.000'],
  '1.234.567': ['other_way: 1234567', '1234567'],
  '1,234.56': ['1234.56', 'other_way: 1234.56'],
  '1,234,567.8': ['1234567.8', 'other_way: 1234567.8'],
  '12,345,678.90': ['12345678.90', 'other_way: 12345678.90'],
  '1234.56': ['1234.56', 'other_way: 1234.56'],
  '1234.567': ['too_fine'],
  '0.001': ['too_fine'],
  '0.100': ['0.10', 'other_way: 0.100'],
  '15.5000': ['15.50', 'other_way: 15.5000'],
  '0.00': ['zero'],
  '.': ['unreadable'],
  '.5': ['unreadable'],
  '5.': ['unreadable'],
  '1..2': ['unreadable'],
  '1.,2': ['unreadable'],
  '1.2.3': ['unreadable'],
  '1.23.456': ['unreadable'],
  '12,34.5': ['unreadable'],
  '1234,567.8': ['unreadable'],
  '1.234,567.8': ['unreadable'],
  '0.123.456': ['unreadable'],
  '1.234.56': ['unreadable'],
};

/** Typed → read, the same everywhere. */
const everywhere: Readonly<Record<string, string>> = {
  '1': '1',
  '10': '10',
  '007': '7',
  '1000': '1000',
  '123456': '123456',
  '999999999999999999': '999999999999999999',
  '1234567890123456789': 'too_long',
  '0': 'zero',
  '00': 'zero',
  '': 'missing',
  ' ': 'missing',
  '\u00a0': 'missing',
  '1 234': '1234',
  '1\u00a0234': '1234',
  '1\u202f234': '1234',
  '1 234 567': '1234567',
  "1'234": '1234',
  '1’234': '1234',
  '１２３': '123',
  '15\t': '15',
  'PEN 15': '15',
  '15 PEN': '15',
  '15PEN': '15',
  'pen 15': '15',
  'S/ 15': '15',
  'S/15': '15',
  $15: '15',
  R$15: '15',
  'Bs. 15': '15',
  Bs15: '15',
  '15 USD': 'unreadable',
  '-1': 'unreadable',
  '+1': 'unreadable',
  '−1': 'unreadable',
  '(1)': 'unreadable',
  '1e3': 'unreadable',
  '1E3': 'unreadable',
  '0x1f': 'unreadable',
  '1_000': 'unreadable',
  Infinity: 'unreadable',
  NaN: 'unreadable',
  ten: 'unreadable',
  '1/2': 'unreadable',
  '50%': 'unreadable',
  '1;2': 'unreadable',
  '1:2': 'unreadable',
  '١٢٣': 'unreadable',
  '<b>1</b>': 'unreadable',
  '1\u0000': 'unreadable',
  '1\u200b5': 'unreadable',
  ['9'.repeat(400)]: 'unreadable',
};

const swapped = (text: string): string =>
  text.replace(/[.,]/g, (separator) => (separator === '.' ? ',' : '.'));

interface Case {
  readonly typed: string;
  readonly usual: string;
  readonly other: string;
}

/** As it is, and with blanks around it, as it is pasted; and with commas for points, where comma and point change places. */
const cases: Case[] = [
  ...Object.entries(everywhere).map(([typed, read]) => ({ typed, usual: read, other: read })),
  ...Object.entries(pointed).flatMap(([typed, [usual, other = usual]]) => [
    { typed, usual, other },
    { typed: swapped(typed), usual: other, other: usual },
  ]),
].flatMap((each) => [each, { ...each, typed: `\u00a0${each.typed} ` }]);

describe('a typed amount', () => {
  test('two hundred cases', () => {
    expect(new Set(cases.map(({ typed }) => typed)).size).toBeGreaterThanOrEqual(200);
  });

  test.each(locales)('is read as %s writes it, or refused with every possible reading', (locale) => {
    const wrong = cases.flatMap(({ typed, usual, other }) => {
      const wanted = hasPoint(locale) ? usual : other;
      const found = resultText(readAmount(typed, 'PEN', locale));
      return found === wanted ? [] : [{ typed, wanted, found }];
    });
    expect(wrong).toEqual([]);
  });

  test.each(locales)('reads back as it was shown, as %s writes it', (locale) => {
    for (const amount of ['0.01', '1.50', '999.99', '1234.56', '123456789012345678.99']) {
      expect(readAmount(showAmount(amount, 'PEN', locale), 'PEN', locale)).toEqual({ amount });
    }
  });

  test('has the decimals of its currency', () => {
    expect(readAmount('1.5', 'JPY', 'en-US')).toEqual({ fault: 'too_fine', decimals: 0 });
    expect(readAmount('1.123456', 'USDT', 'en-US')).toEqual({ amount: '1.123456' });
    expect(readAmount('0.1234567', 'USDT', 'en-US')).toEqual({ fault: 'too_fine', decimals: 6 });
  });
});

describe('a shown amount', () => {
  test.each([
    ['en-US', '1,234.50 PEN'],
    ['es-PE', '1,234.50 PEN'],
    ['es-MX', '1,234.50 PEN'],
    ['es-VE', '1.234,50 PEN'],
    ['pt-BR', '1.234,50 PEN'],
  ])('is written in %s with its code and grouped: %s', (locale, expected) => {
    expect(plain(showAmount('1234.50', 'PEN', locale))).toBe(expected);
  });

  test('keeps every digit', () => {
    expect(showNumber('12345678901234567.89', 'en-US')).toBe('12,345,678,901,234,567.89');
    expect(plain(showAmount('29.942500', 'USDT', 'pt-BR'))).toBe('29,942500 USDT');
  });
});

describe('a delivery time', () => {
  test.each([
    [60, '1 minute', '1 minuto', '1 minuto'],
    [61, '2 minutes', '2 minutos', '2 minutos'],
    [5_400, '90 minutes', '90 minutos', '90 minutos'],
    [3_600, '1 hour', '1 hora', '1 hora'],
    [86_400, '1 day', '1 día', '1 dia'],
    [100_000, '28 hours', '28 horas', '28 horas'],
    [259_200, '3 days', '3 días', '3 dias'],
  ])('of %i seconds is rounded up to a whole unit, in each language', (seconds, en, es, pt) => {
    const durations = ['en-US', 'es-MX', 'pt-BR'].map((locale) => plain(showDuration(seconds, locale)));
    expect(durations).toEqual([en, es, pt]);
  });

  test('is not shown if the method declares none', () => {
    expect(arrivalOf({ words: en, locale: 'en-US' }, {})).toBeUndefined();
    expect(arrivalOf({ words: en, locale: 'en-US' }, { arrivesWithinSeconds: 300 })).toBe(
      'within 5 minutes after we receive your payment',
    );
  });
});
