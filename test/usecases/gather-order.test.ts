import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gather } from '../../src/usecases/gather.js';

const broken = new Error('the connection is gone');
const locked = new Error('the row stays locked');

test('where their order counts, the asks of a key run one after the other though their group fails, up to a failure', async () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const told: unknown[] = [];
  const tell = (fields: object): void => void told.push(fields);
  const work = async (name: string): Promise<string> => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return name;
  };
  const run = gather<string, string>({
    group: async (names) => {
      if (names.length > 1) throw broken;
      return [{ value: await work(names.join()) }];
    },
    alone: (name) => (name === 'b0' ? work(name).then(() => Promise.reject(locked)) : work(name)),
    keyOf: (name) => name.slice(0, 1),
    groupMax: 10,
    lanes: 1,
    isOrdered: true,
    log: { info: tell, warn: tell, error: tell },
  });
  const asked = Promise.allSettled(['a0', 'a1', 'b0', 'b1'].map(run));
  await turn();
  await turn();
  const later = run('a2');
  const expected = [
    [undefined, 'a0 b0'],
    ['b0', 'a0 b0'],
    ['a0', 'a0 b0 a1'],
    ['a1', 'a0 b0 a1 a2'],
  ] as const;
  for (const [ended, names] of expected) {
    ends.get(ended ?? '')?.();
    await turn();
    await turn();
    expect(begun.join(' ')).toBe(names);
  }
  ends.get('a2')?.();
  expect(await later).toBe('a2');
  expect(await asked).toEqual([
    { status: 'fulfilled', value: 'a0' },
    { status: 'fulfilled', value: 'a1' },
    { status: 'rejected', reason: locked },
    { status: 'rejected', reason: locked },
  ]);
  expect(told).toEqual([{ count: 4, err: broken }]);
});
