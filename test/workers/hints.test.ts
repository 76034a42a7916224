import { expect, test } from 'vitest';
import { AccountHints } from '../../src/workers/hints.js';

test('the first take is a full scan, the next returns the hinted accounts', () => {
  const hints = new AccountHints();
  hints.add(['a']);
  expect(hints.take()).toEqual({ hinted: ['a'], all: true });
  hints.add(['b', 'c']);
  hints.add(['b']);
  expect(hints.take()).toEqual({ hinted: ['b', 'c'], all: false });
});

test('a full scan is due without hints, and five times a second regardless', async () => {
  const hints = new AccountHints();
  hints.take();
  expect(hints.take()).toEqual({ hinted: [], all: true });
  hints.add(['a']);
  await new Promise((resolve) => setTimeout(resolve, 210));
  expect(hints.take()).toEqual({ hinted: ['a'], all: true });
  expect(hints.take()).toEqual({ hinted: [], all: true });
});

test('remaining work comes first, except for the full scan five times a second', async () => {
  const hints = new AccountHints();
  hints.take();
  expect(hints.take(true)).toEqual({ hinted: [], all: false });
  await new Promise((resolve) => setTimeout(resolve, 210));
  expect(hints.take(true)).toEqual({ hinted: [], all: true });
});

test('after hints were dropped, a full scan is due', () => {
  const hints = new AccountHints();
  hints.take();
  hints.add(['a']);
  hints.clear();
  hints.add(['b']);
  expect(hints.take()).toEqual({ hinted: ['b'], all: true });
});
