import { describe, expect, test } from 'vitest';
import { firstPace, nextStep, type NextWork, type StepPace } from '../../src/domain/clock-step.js';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.parse('2026-11-20T00:00:00Z');
const at = (ms: number | null): Date | null => (ms === null ? null : new Date(start + ms));

const step = (once: number | null, repeated: number | null, pace: StepPace = firstPace) => {
  const ahead: NextWork = { once: at(once), repeated: at(repeated) };
  const { to, ...rest } = nextStep(new Date(start), ahead, { target: new Date(start + day), pace });
  return { to: to.getTime() - start, ...rest };
};

test.each([
  ['nothing is ahead', null, null, day],
  ['work with a time of its own', 3 * hour, null, 3 * hour],
  ['work behind the target', 2 * day, 3 * day, day],
  ['repeated work after it', 3 * hour, 4 * hour, 3 * hour],
  ['repeated work in a moment', 3 * hour, second, second],
  ['repeated work that is further away than the stride', 3 * hour, 2 * hour, 2 * hour],
  ['repeated work that is nearer than the stride', 3 * hour, 20 * second, minute],
  ['a stride that ends behind the next fixed time', 30 * second, 20 * second, 30 * second],
])('with %s the clock moves to the right time', (_what, once, repeated, to) => {
  expect(step(once, repeated).to).toBe(to);
});

test('repeated work due at once gets eight steps in a row, then waits for the stride', () => {
  let pace = firstPace;
  const steps: number[] = [];
  for (let nth = 0; nth < 10; nth += 1) {
    const next = step(null, 5 * second, pace);
    steps.push(next.to / second);
    ({ pace } = next);
  }
  expect(steps).toEqual([5, 5, 5, 5, 5, 5, 5, 5, 60, 5]);
});

describe('an advance', () => {
  /** Days of work that repeats `everyMs` after each visit; `onceAt`: due times of other work. Returns the visits. */
  const visits = (days: number, everyMs: number, onceAt: readonly number[] = []): number[] => {
    const target = new Date(start + days * day);
    const seen: number[] = [];
    let now = new Date(start);
    let repeated = start + everyMs;
    for (let pace = firstPace; now < target;) {
      const once = onceAt.find((ms) => start + ms > now.getTime()) ?? null;
      const next = nextStep(now, { once: at(once), repeated: new Date(repeated) }, { target, pace });
      ({ pace } = next);
      now = next.to;
      if (repeated > now.getTime()) continue;
      seen.push(now.getTime() - start);
      repeated = now.getTime() + everyMs;
    }
    return seen;
  };

  test.each([
    ['a poll every five seconds', 5 * second],
    ['a test delivery every quarter of an hour', 15 * minute],
    ['a look-up every hour', hour],
  ])('over ten years visits %s fewer than 250 times', (_what, everyMs) => {
    expect(visits(3_650, everyMs).length).toBeLessThan(250);
    expect(visits(3_650, everyMs).at(-1)).toBe(3_650 * day);
  });

  test('runs repeated work at each step made for other work', () => {
    const cutoffs = Array.from({ length: 60 }, (_, nth) => nth * day + 17 * hour);
    const seen = visits(60, hour, cutoffs);
    expect(cutoffs.filter((ms) => seen.includes(ms))).toEqual(cutoffs);
    expect(seen.length).toBeLessThan(60 + 25);
  });
});
