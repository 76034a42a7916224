import { describe, expect, it } from 'vitest';
import { gatherAll } from '../../src/flow-control/gather.js';

describe('gatherAll', () => {
  it('requests of one turn run together, in order; later ones run in the next batch', async () => {
    const runs: number[][] = [];
    const double = gatherAll<number, number>(async (items) => {
      runs.push([...items]);
      await new Promise((resolve) => setImmediate(resolve));
      return items.map((item) => item * 2);
    }, 3);
    const first = [1, 2, 3, 4, 5].map(double);
    await expect(first[0]).resolves.toBe(2);
    const later = [6, 7].map(double);
    expect(await Promise.all([...first, ...later])).toEqual([2, 4, 6, 8, 10, 12, 14]);
    expect(runs).toEqual([
      [1, 2, 3],
      [4, 5],
      [6, 7],
    ]);
  });

  it('a failed batch rejects only its own items', async () => {
    const work = gatherAll<number, number>(async (items) => {
      if (items.includes(1)) throw new Error('one');
      return items;
    }, 10);
    const outcome = (item: number): Promise<string> =>
      work(item).then(
        () => 'done',
        () => 'rejected',
      );
    const failing = outcome(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await Promise.all([failing, outcome(2)])).toEqual(['rejected', 'done']);
  });

  it('a batch that leaves out an item is a bug', async () => {
    const work = gatherAll<number, number>(async () => [], 10);
    await expect(work(1)).rejects.toThrow('unanswered');
  });
});
