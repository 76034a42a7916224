import { expect, test } from 'vitest';
import { failureCodeOf } from '../../src/domain/failure-code.js';

test.each([
  ['AC-04.x', 'ac-04.x'],
  ['91', '91'],
  ['a'.repeat(64), 'a'.repeat(64)],
  ['a'.repeat(65), 'provider_error'],
  ['', 'provider_error'],
  ['.AC04', 'provider_error'],
  ['Account closed', 'provider_error'],
  ['ÄC04', 'provider_error'],
  ['ac04\n', 'provider_error'],
])('the account sees %j as %s', (raw, expected) => {
  expect(failureCodeOf(raw)).toBe(expected);
});
