import { expect, it } from 'vitest';
import { daysLeftOf, growthOf } from '../../src/domain/storage.js';

const day = (at: number, bytes: number) => ({ day: `2026-11-${String(at).padStart(2, '0')}`, bytes });

it('averages growth over the days between the first and last sample of the last week', () => {
  expect(growthOf([day(1, 0), day(10, 500), day(12, 700), day(15, 1_000)])).toBe(100);
  expect(growthOf([day(10, 500), day(15, 400)])).toBe(-20);
});

it('has no growth before there are samples of two days of a week', () => {
  expect(growthOf([])).toBeNull();
  expect(growthOf([day(15, 1_000)])).toBeNull();
  expect(growthOf([day(1, 0), day(15, 1_000)])).toBeNull();
});

it('divides free space by growth; without growth there is no limit', () => {
  expect(daysLeftOf(1_000, 100)).toBe(10);
  expect([
    daysLeftOf(null, 100),
    daysLeftOf(1_000, null),
    daysLeftOf(1_000, 0),
    daysLeftOf(1_000, -1),
  ]).toEqual([null, null, null, null]);
});
