import { describe, expect, test } from 'vitest';
import { contrastOf, mixed, standingOut, type Colour } from '../../src/domain/colour.js';

const random = (seed: number): Colour =>
  `#${((Math.imul(seed, 2_654_435_761) >>> 8) & 0xffffff).toString(16).padStart(6, '0')}`;

describe('contrast', () => {
  // Values from WCAG's own examples and published calculators.
  test.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
    ['#123456', '#123456', 1],
  ])('of %s and %s is %f', (one, other, ratio) => {
    expect(contrastOf(one, other)).toBeCloseTo(ratio, 2);
    expect(contrastOf(other, one)).toBe(contrastOf(one, other));
  });

  test('can be reached from any colour on any background', () => {
    for (let seed = 1; seed <= 2_000; seed += 1) {
      const [colour, ground] = [random(seed), random(seed + 7_919)];
      expect(contrastOf(standingOut(colour, [ground]), ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('leaves a colour unchanged that has enough contrast', () => {
    expect(standingOut('#1f4fa3', ['#ffffff', '#f3f5f8'])).toBe('#1f4fa3');
  });

  test('throws on text that is not a colour', () => {
    for (const wrong of ['red', '#fff', '#GGGGGG', '#ffffff;', '']) {
      expect(() => contrastOf(wrong, '#000000')).toThrow('not a colour');
    }
  });
});

test('a mixed colour lies between the two', () => {
  expect(mixed('#000000', '#ffffff', 0.5)).toBe('#808080');
  expect(mixed('#102030', '#102030', 0.3)).toBe('#102030');
  expect(mixed('#000000', '#ff0000', 1)).toBe('#ff0000');
});
