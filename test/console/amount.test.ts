import { describe, expect, test } from 'vitest';
import { readAmount as readHosted } from '../../src/api/pages/amount.js';
import { plainAmount, readAmount } from '../../src/console/amount.js';

const resultText = (typed: string): string | undefined => {
  const read = readAmount(typed);
  return read && ('amount' in read ? read.amount : read.meanings.join(' or '));
};

test.each([
  ['1250', '1250'],
  ['1250.50', '1250.50'],
  ['1250,50', '1250.50'],
  ['1.250,50', '1250.50'],
  ['1,250.50', '1250.50'],
  ['1 250,50', '1250.50'],
  ['1\u00A0250.5', '1250.5'],
  ['1.250.000', '1250000'],
  ['0,5', '0.5'],
  ['0.125', '0.125'],
  ['1250.125', '1250.125'],
  ['12,345678', '12.345678'],
  ['1.250', '1.250 or 1250'],
  ['1,250', '1250 or 1.250'],
])('%s is read as %s', (typed, amount) => {
  expect(resultText(typed)).toBe(amount);
});

test.each([
  '',
  '.',
  '.5',
  '5,',
  '1,,2',
  '1.2.3',
  '1,25.5',
  '12.34,5',
  '-5',
  '+5',
  '1e3',
  '0x1f',
  'ten',
  '1.250.50',
])('%j is no amount, and goes to the service as it is', (typed) => {
  expect(readAmount(typed)).toBeUndefined();
  expect(plainAmount(` ${typed} `)).toBe(typed);
});

describe('the dashboard never reads another amount than the hosted page', () => {
  const texts = ['1', '12', '123', '1234'].flatMap((first) =>
    ['.', ','].flatMap((separator) =>
      ['0', '05', '050', '500', '5000'].flatMap((second) => [
        `${first}${separator}${second}`,
        `${first}${separator}${second}${separator}000`,
        `${first}${separator}${second}${separator === '.' ? ',' : '.'}25`,
      ]),
    ),
  );
  test.each(['en-US', 'es-MX', 'es-PE', 'pt-BR'])('in %s', (locale) => {
    const other = texts.filter((typed) => {
      const [own, hosted] = [readAmount(typed), readHosted(typed, 'USDT', locale)];
      const amount = own && 'amount' in own ? own.amount : undefined;
      if ('amount' in hosted) return amount !== hosted.amount;
      if ('meanings' in hosted)
        return hosted.meanings.length === 2 ? amount !== undefined : amount !== hosted.meanings[0];
      return hosted.fault === 'unreadable' && amount !== undefined;
    });
    expect(texts.length).toBe(120);
    expect(other).toEqual([]);
  });
});
