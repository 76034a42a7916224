import { expect, test } from 'vitest';
import { Hints } from '../../src/workers/hints.js';

test('the first look is at all accounts, the next at those heard of meanwhile', () => {
  const hints = new Hints();
  hints.add(['a']);
  expect(hints.take()).toEqual({ heard: ['a'], all: true });
  hints.add(['b', 'c']);
  hints.add(['b']);
  expect(hints.take()).toEqual({ heard: ['b', 'c'], all: false });
});

test('where nothing was heard, and five times a second whatever was heard, all are looked at', async () => {
  const hints = new Hints();
  hints.take();
  expect(hints.take()).toEqual({ heard: [], all: true });
  hints.add(['a']);
  await new Promise((resolve) => setTimeout(resolve, 210));
  expect(hints.take()).toEqual({ heard: ['a'], all: true });
  expect(hints.take()).toEqual({ heard: [], all: true });
});

test('what is left from before comes first, but five times a second', async () => {
  const hints = new Hints();
  hints.take();
  expect(hints.take(true)).toEqual({ heard: [], all: false });
  await new Promise((resolve) => setTimeout(resolve, 210));
  expect(hints.take(true)).toEqual({ heard: [], all: true });
});

test('what was heard and let go of is looked for among all', () => {
  const hints = new Hints();
  hints.take();
  hints.add(['a']);
  hints.clear();
  hints.add(['b']);
  expect(hints.take()).toEqual({ heard: ['b'], all: true });
});
