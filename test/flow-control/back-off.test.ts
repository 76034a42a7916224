import { beforeEach, expect, test } from 'vitest';
import { RetryBackoff } from '../../src/flow-control/back-off.js';

let now: number;
let setbacks: RetryBackoff;
beforeEach(() => {
  now = 1_000_000;
  setbacks = new RetryBackoff(() => now);
});

/** For how long it is left out from now on. */
function leftOutMs(id: string): number {
  const since = now;
  while (setbacks.ids.includes(id)) now += 500;
  return now - since;
}

test('what fails again and again is left out for longer each time, up to a minute', () => {
  const times = Array.from({ length: 8 }, () => {
    setbacks.add('a');
    return leftOutMs('a');
  });
  expect(times).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test('what has not failed for a minute begins anew, and nothing else is left out with it', () => {
  for (let times = 0; times < 4; times += 1) setbacks.add('a');
  expect(setbacks.ids).toEqual(['a']);
  leftOutMs('a');
  now += 60_000;
  expect(setbacks.ids).toEqual([]);
  setbacks.add('b');
  setbacks.add('a');
  expect(setbacks.ids).toEqual(['b', 'a']);
  expect(leftOutMs('a')).toBe(1_000);
});

test('of more than ten thousand the longest known are tried again', () => {
  for (let nth = 0; nth < 10_002; nth += 1) setbacks.add(`op_${nth}`);
  expect(setbacks.ids).toHaveLength(10_000);
  expect(setbacks.ids.slice(0, 1)).toEqual(['op_2']);
});
