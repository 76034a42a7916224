import { expect, test } from 'vitest';
import { failureText } from '../../src/console/failure.js';
import { declarations } from '../../src/domain/noun/all.js';

/** The codes that descriptions of `failure_code` name. */
const codes = Object.values(declarations).flatMap(({ fields }) => {
  const says = (fields as Record<string, { says?: string }>)['failureCode']?.says ?? '';
  return says.match(/\b[a-z]+_[a-z_]+\b|\bexpired\b/g)?.filter((word) => word !== 'failure_code') ?? [];
});

test.each([...new Set(codes)])('%s is explained in a sentence', (code) => {
  expect(failureText(code)).toMatch(/^[A-Z].*\.$/);
  expect(failureText(code)).not.toContain('gave the code');
});

test("a bank's own code is shown", () => {
  expect(codes.length).toBeGreaterThan(20);
  expect(failureText('ac_04')).toBe('The bank returned the code "ac_04".');
});
