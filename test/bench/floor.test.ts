import { expect, it } from 'vitest';
import { atSpeed } from '../../bench/floor.ts';

it('what was measured while the machine was half as fast takes half of that at its speed', () => {
  const floor = { creating: 0.2, ending: 0.4 };
  const half = { creating: 0.1, ending: 0.2 };
  expect(atSpeed({ hot: floor, spread: floor, payin: floor, lone: 1, item: 0.3, exchange: 0.4 }, 2)).toEqual({
    hot: half,
    spread: half,
    payin: half,
    lone: 0.5,
    item: 0.15,
    exchange: 0.2,
  });
});
