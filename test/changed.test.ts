import { describe, expect, it } from 'vitest';
import { leftOut, leftOutOf } from './setup/changed.js';

const tests = [
  'test/domain/money.test.ts',
  'test/journeys/refund.test.ts',
  'test/journeys/refund-state.test.ts',
  'test/journeys/payin.test.ts',
  'test/main/cli.test.ts',
];
const selected = (...changed: string[]): string[] => {
  const left = leftOut(changed, tests);
  return tests.filter((each) => !left.includes(each));
};

describe('the tests of a change', () => {
  it('are those of its noun, and the rules', () => {
    expect(selected('src/domain/refund.ts', 'src/domain/noun/all.ts')).toEqual(tests.slice(0, 3));
    expect(selected('src/usecases/refund-state.ts')).toEqual([tests[0], tests[2]]);
  });

  it('include changed tests', () => {
    expect(selected('src/api/rest/payin.ts', 'test/main/cli.test.ts')).toEqual([tests[0], ...tests.slice(3)]);
  });

  it.each(['src/main/wire.ts', 'test/setup/rows.ts', 'docs/refund.md'])('are all after %s', (path) => {
    expect(selected(path)).toEqual(tests);
  });

  it('all tests run without --changed', () => {
    expect(leftOutOf(['vitest', 'run', 'test/main/cli.test.ts'])).toEqual([]);
  });

  it('are found in the history', () => {
    expect(Array.isArray(leftOutOf(['vitest', 'run', '--changed', 'HEAD']))).toBe(true);
  });
});
