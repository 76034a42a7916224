import { expect, test } from 'vitest';
import { AccountHints } from '../../src/workers/hints.js';

test('the first look is at all accounts, the next at those hinted of meanwhile', () => {
  const hints = new AccountHints();
  hints.add(['a']);
  expect(hints.take()).toEqual({ hinted: ['a'], all: true });
  hints.add(['b', 'c']);
  hints.add(['b']);
  expect(hints.take()).toEqual({ hinted: ['b', 'c'], all: false });
});

test('where nothing was hinted, and five times a second whatever was hinted, all are looked at', async () => {
  const hints = new AccountHints();
  hints.take();
  expect(hints.take()).toEqual({ hinted: [], all: true });
  hints.add(['a']);
  await new Promise((resolve) => setTimeout(resolve, 210));
  expect(hints.take()).toEqual({ hinted: ['a'], all: true });
  expect(hints.take()).toEqual({ hinted: [], all: true });
});

test('what is left from before comes first, but five times a second', async () => {
  const hints = new AccountHints();
  hints.take();
  expect(hints.take(true)).toEqual({ hinted: [], all: false });
  await new Promise((resolve) => setTimeout(resolve, 210));
  expect(hints.take(true)).toEqual({ hinted: [], all: true });
});

test('what was hinted and let go of is looked for among all', () => {
  const hints = new AccountHints();
  hints.take();
  hints.add(['a']);
  hints.clear();
  hints.add(['b']);
  expect(hints.take()).toEqual({ hinted: ['b'], all: true });
});
