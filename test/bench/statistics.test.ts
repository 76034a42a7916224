import { describe, expect, it } from 'vitest';
import { distribution, median, merged, percentile } from '../../bench/statistics.ts';

const upTo = (count: number): Float64Array => Float64Array.from({ length: count }, (_, nth) => count - nth);

describe('median', () => {
  it.each<[readonly number[], number]>([
    [[7], 7],
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 100], 10],
    [[-1, -10, 0], -1],
  ])('of %j is %d', (values, middle) => {
    expect(median(values)).toBe(middle);
  });

  it('of no values is NaN', () => {
    expect(median([])).toBeNaN();
  });

  it('does not reorder its argument', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('percentile', () => {
  it.each<[number, number, number]>([
    [100, 0.5, 50],
    [100, 0.9, 90],
    [100, 0.99, 99],
    [100, 1, 100],
    [101, 0.99, 100],
    [10, 0.99, 10],
    [1, 0.5, 1],
  ])('of 1 to %d at %d is %d', (count, share, value) => {
    expect(percentile(upTo(count), share)).toBe(value);
  });

  it('of no values is NaN', () => {
    expect(percentile(new Float64Array(), 0.5)).toBeNaN();
  });
});

describe('distribution', () => {
  it('has count, percentiles and maximum in any order', () => {
    expect(distribution(upTo(1000))).toMatchObject({ count: 1000, p50: 500, p90: 900, p99: 990, max: 1000 });
  });

  it('puts each value into its bin, twelve bins a decade, including empty ones', () => {
    const { histogram } = distribution(Float64Array.from([0.9, 1, 1.1, 9.9, 10]));
    expect(histogram).toHaveLength(13);
    expect(histogram.map(({ count }) => count)).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
    expect(histogram[0]?.upTo).toBeCloseTo(1);
    expect(histogram.at(-1)?.upTo).toBeCloseTo(10);
  });

  it('counts zero as the shortest latency', () => {
    const { histogram } = distribution(Float64Array.from([0, 0.01]));
    expect(histogram.map(({ count }) => count)).toEqual([2]);
  });

  it('of no values has no bins and no percentiles', () => {
    expect(distribution(new Float64Array())).toEqual({
      count: 0,
      p50: Number.NaN,
      p90: Number.NaN,
      p99: Number.NaN,
      max: Number.NaN,
      histogram: [],
    });
  });
});

it('merges every value of every part', () => {
  expect([...merged([Float64Array.of(1, 2), new Float64Array(), Float64Array.of(3)])]).toEqual([1, 2, 3]);
});
