import { expect, test } from 'vitest';
import { paced } from '../../src/api/pace.js';

const tickMs = 40;

/** Notes what ran, and can be waited for. */
function runs() {
  const ran: number[] = [];
  const until = async (count: number): Promise<void> => {
    await expect.poll(() => ran.length, { timeout: 5_000, interval: 1 }).toBe(count);
  };
  return { ran, until, run: (nth: number) => () => void ran.push(nth) };
}

test('runs so many at once, and the others in the ticks that follow, in order', async () => {
  const { ran, run, until } = runs();
  const inPace = paced(2, tickMs, 100);
  const start = performance.now();
  for (let nth = 0; nth < 7; nth += 1) inPace('a', run(nth));
  expect(ran).toEqual([0, 1]);
  await until(7);
  expect(ran).toEqual([0, 1, 2, 3, 4, 5, 6]);
  // A timer may count the millisecond that has begun.
  expect(performance.now() - start).toBeGreaterThanOrEqual(3 * (tickMs - 1));
});

test('who comes while others wait has to wait behind them, and runs at once when they are gone', async () => {
  const { ran, run, until } = runs();
  const inPace = paced(1, tickMs, 100);
  inPace('a', run(0));
  inPace('a', run(1));
  await until(2);
  inPace('a', run(2));
  expect(ran).toEqual([0, 1]);
  await until(3);
  await new Promise((resolve) => setTimeout(resolve, 2 * tickMs));
  inPace('a', run(3));
  expect(ran).toEqual([0, 1, 2, 3]);
});

test('of what waits a key has as many as are left free, and more is turned away', async () => {
  const { ran, run, until } = runs();
  const inPace = paced(1, tickMs, 8);
  const waits = Array.from({ length: 7 }, (_, nth) => inPace('a', run(nth)) !== undefined);
  expect(waits).toEqual([true, true, true, true, true, false, false]);
  expect([100, 101, 102].map((nth) => inPace('b', run(nth)) !== undefined)).toEqual([true, true, false]);
  expect(inPace('c', run(200)) !== undefined).toBe(true);
  await until(8);
  expect(ran).toEqual([0, 1, 100, 200, 2, 101, 3, 4]);
});

test('who leaves is not waited for, and makes room', async () => {
  const { ran, run, until } = runs();
  const inPace = paced(1, tickMs, 4);
  const leave = [0, 1, 2].map((nth) => inPace('a', run(nth)));
  expect(inPace('a', run(3))).toBe(undefined);
  for (const each of leave.slice(1)) each?.();
  inPace('a', run(4));
  await until(2);
  expect(ran).toEqual([0, 4]);
});

test('keys take turns: who comes with little does not wait behind all of another', async () => {
  const { ran, run, until } = runs();
  const inPace = paced(2, tickMs, 100);
  for (let nth = 0; nth < 8; nth += 1) inPace('a', run(nth));
  inPace('b', run(100));
  await until(9);
  expect(ran).toEqual([0, 1, 2, 100, 3, 4, 5, 6, 7]);
});
