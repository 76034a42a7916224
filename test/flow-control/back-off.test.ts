import { beforeEach, expect, test } from 'vitest';
import { RetryBackoff } from '../../src/flow-control/back-off.js';

let now: number;
let backoff: RetryBackoff;
beforeEach(() => {
  now = 1_000_000;
  backoff = new RetryBackoff(() => now);
});

/** How long the item is left out from now on. */
function leftOutMs(id: string): number {
  const since = now;
  while (backoff.ids.includes(id)) now += 500;
  return now - since;
}

test('an item that fails repeatedly is left out for longer each time, up to a minute', () => {
  const times = Array.from({ length: 8 }, () => {
    backoff.add('a');
    return leftOutMs('a');
  });
  expect(times).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test('an item that has not failed for a minute starts over, and no other item is left out with it', () => {
  for (let times = 0; times < 4; times += 1) backoff.add('a');
  expect(backoff.ids).toEqual(['a']);
  leftOutMs('a');
  now += 60_000;
  expect(backoff.ids).toEqual([]);
  backoff.add('b');
  backoff.add('a');
  expect(backoff.ids).toEqual(['b', 'a']);
  expect(leftOutMs('a')).toBe(1_000);
});

test('beyond ten thousand items the oldest are tried again', () => {
  for (let nth = 0; nth < 10_002; nth += 1) backoff.add(`op_${nth}`);
  expect(backoff.ids).toHaveLength(10_000);
  expect(backoff.ids.slice(0, 1)).toEqual(['op_2']);
});
