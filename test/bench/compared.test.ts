import { expect, it } from 'vitest';
import { comparedOf, comparedTable, linesOf } from '../../bench/compared.js';

const pair = (other: number, own: number) => ({
  other: { measured: other, cpuMs: 2 },
  own: { measured: own, cpuMs: 1 },
});

it('compares two builds by adjacent pairs, so that a slow machine affects both', () => {
  const line = comparedOf('hot', [pair(1000, 900), pair(500, 450), pair(100, 95), pair(10, 8)]);
  expect(line).toMatchObject({
    pairs: 4,
    other: 300,
    own: 272.5,
    speed: 0.9,
    quartiles: [0.8, 0.9],
    cpu: 0.5,
  });
});

it('calls the build with fewer milliseconds faster', () => {
  expect(comparedOf('lone', [pair(4, 2)]).speed).toBe(2);
});

it("shows with sustained payouts the time until the last end, and PostgreSQL's cost", () => {
  const turn = (measured: number, untilTheEnd: number, postgresMs: number) => ({
    measured,
    cpuMs: 1,
    sustained: { untilTheEnd, postgresMs },
  });
  const lines = linesOf('sustainedSpread', [{ other: turn(0, 900, 0.5), own: turn(1000, 990, 0.4) }]);
  expect(lines).toMatchObject([
    { name: 'sustainedSpread', path: expect.stringContaining('ended in the same time'), other: 0, own: 1000 },
    { name: 'sustainedSpread', path: expect.stringContaining('to the last ended'), speed: 1.1 },
    { name: 'costSpread', other: 0.5, own: 0.4, speed: 1.25 },
  ]);
  expect(comparedTable(lines)).toContain('∞ ×');
  expect(linesOf('hot', [pair(4, 2)])).toHaveLength(1);
});

it('prints medians, the paired ratio and its spread', () => {
  const drained = { other: { measured: 3794 }, own: { measured: 3794 } };
  const lines = [comparedOf('hot', [pair(1000, 900), pair(500, 500)]), comparedOf('webhooks', [drained])];
  const [head, , ...rows] = comparedTable(lines).split('\n');
  expect(head?.split(/ {2,}/)).toEqual([
    'path',
    'other build',
    'this build',
    'speed',
    'quartiles',
    'processor time',
    'pairs',
  ]);
  expect(rows.slice(0, 2).map((row) => row.split(/ {2,}/).slice(1))).toEqual([
    ['750/s', '700/s', '0.95 ×', '0.90 – 1.00', '0.50 ×', '2'],
    ['3,794/s', '3,794/s', '1.00 ×', '1.00 – 1.00', '–', '1'],
  ]);
});
