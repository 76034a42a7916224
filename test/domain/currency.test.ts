import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decimalsOf, isCurrency } from '../../src/domain/currency.js';

/** List one of ISO 4217, as published by its maintenance agency. */
const published = readFileSync(new URL('iso-4217-2024-06-25.xml', import.meta.url), 'utf8');

/** Amendments since then: code → decimals, or undefined if it was withdrawn. */
const amended: Readonly<Record<string, number | undefined>> = {
  XCG: 2,
  XAD: 2,
  ANG: undefined,
  BGN: undefined,
  CUC: undefined,
};

function listed(): Map<string, number> {
  const entries = published.matchAll(/<Ccy>([A-Z]{3})<\/Ccy>\s*<CcyNbr>\d+<\/CcyNbr>\s*<CcyMnrUnts>(\d)</g);
  return new Map(Array.from(entries, ([, code = '', decimals]) => [code, Number(decimals)]));
}

test('the currencies are those of ISO 4217 and the two stablecoins', () => {
  const expected = { ...Object.fromEntries(listed()), ...amended, USDT: 6, USDC: 6 };
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
  const known = [...codes, 'USDT', 'USDC'].filter(isCurrency).map((code) => [code, decimalsOf(code)]);
  const wanted = Object.entries(expected).filter(([, decimals]) => decimals !== undefined);
  expect(Object.fromEntries(known)).toEqual(Object.fromEntries(wanted));
});
