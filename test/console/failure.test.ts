import { describe, expect, test } from 'vitest';
import { failure as en } from '../../src/console/words/en/failure.js';
import { failure as es } from '../../src/console/words/es/failure.js';
import { failure as pt } from '../../src/console/words/pt/failure.js';
import { declarations } from '../../src/domain/noun/all.js';

/** The codes that descriptions of `failure_code` name. */
const described = Object.values(declarations).flatMap(({ fields }) => {
  const says = (fields as Record<string, { says?: string }>)['failureCode']?.says ?? '';
  return says.match(/\b[a-z]+_[a-z_]+\b|\bexpired\b/g)?.filter((word) => word !== 'failure_code') ?? [];
});
/** An approval that ends otherwise fails its payout with a code of its status. */
const ofApprovals = declarations.approval.fields.status.words.values
  .filter((each) => each !== 'pending' && each !== 'approved')
  .map((each) => `approval_${each}`);
const codes = [...described, ...ofApprovals];

describe.each(Object.entries({ en, es, pt }))('in %s', (_language, { meanings, ofBank }) => {
  test.each([...new Set(codes)])('%s is explained in a sentence', (code) => {
    expect((meanings as Readonly<Record<string, string>>)[code]).toMatch(/^\p{Lu}.*\.$/u);
  });

  test("a bank's own code is shown", () => {
    expect(codes.length).toBeGreaterThan(20);
    expect(ofBank('ac_04')).toContain('"ac_04".');
  });
});
