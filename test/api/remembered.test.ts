import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CachedLookup } from '../../src/api/remembered.js';

interface PendingLookup {
  readonly name: string;
  readonly answer: (value: { of: string } | undefined) => void;
  readonly fail: (error: Error) => void;
}

/** A cache whose lookups the test answers, on a manual clock. */
function names() {
  const lookups: PendingLookup[] = [];
  const at = { ms: 1_000_000 };
  const known = new CachedLookup({ machineNow: () => new Date(at.ms) }, (name) => {
    const { promise, resolve: answer, reject: fail } = Promise.withResolvers<{ of: string } | undefined>();
    lookups.push({ name, answer, fail });
    return promise;
  });
  const hold = async (of: string): Promise<void> => {
    const value = known.get('a');
    lookups.at(-1)?.answer({ of });
    await value;
  };
  return { known, lookups, at, hold };
}

test('a caller after the cache was dropped does not get the result of an earlier lookup', async () => {
  const { known, lookups } = names();
  const before = known.get('a');
  known.forget();
  const after = known.get('a');
  lookups[0]?.answer({ of: 'before' });
  expect(await before).toEqual({ of: 'before' });
  expect(known.present('a')).toBeUndefined();
  lookups[1]?.answer({ of: 'after' });
  expect(await after).toEqual({ of: 'after' });
  expect(known.present('a')).toEqual({ of: 'after' });
});

test('a lookup that finds nothing answers so, even if the cache is dropped meanwhile', async () => {
  const { known, lookups } = names();
  const found = known.get('a');
  known.forget();
  lookups[0]?.answer(undefined);
  expect(await found).toBeUndefined();
  void known.get('a');
  expect(lookups).toHaveLength(2);
});

test('a value that is gone when it is refreshed is not known any more', async () => {
  const { known, lookups, at, hold } = names();
  await hold('one');
  at.ms += 6_000;
  known.present('a');
  lookups[1]?.answer(undefined);
  await turnOfLoop();
  expect(known.present('a')).toBeUndefined();
});

test('concurrent callers share a lookup', async () => {
  const { known, lookups } = names();
  const both = [known.get('a'), known.get('a')];
  lookups[0]?.answer({ of: 'one' });
  expect(await Promise.all(both)).toEqual([{ of: 'one' }, { of: 'one' }]);
  expect(lookups).toHaveLength(1);
});

test.each([
  ['finds nothing', (each?: PendingLookup) => each?.answer(undefined)],
  ['fails', (each?: PendingLookup) => each?.fail(new Error('no database'))],
])('a look-up that %s is repeated for the next caller', async (_, end) => {
  const { known, lookups } = names();
  const first = known.get('a').catch(() => 'it failed');
  end(lookups[0]);
  await first;
  expect(known.peek('a')).toBeUndefined();
  void known.get('a');
  expect(lookups).toHaveLength(2);
});

test('a value whose refresh fails expires as usual', async () => {
  const { known, lookups, at, hold } = names();
  await hold('one');
  at.ms += 6_000;
  expect(known.present('a')).toEqual({ of: 'one' });
  lookups[1]?.fail(new Error('no database'));
  await turnOfLoop();
  at.ms += 3_999;
  expect(known.present('a')).toEqual({ of: 'one' });
  at.ms += 1;
  expect(known.present('a')).toBeUndefined();
  expect(known.peek('a')).toEqual({ of: 'one' });
});

test('the age of a value counts from the start of its lookup', async () => {
  const { known, lookups, at } = names();
  const value = known.get('a');
  at.ms += 4_000;
  lookups[0]?.answer({ of: 'one' });
  await value;
  at.ms += 6_000;
  expect(known.present('a')).toBeUndefined();
});
