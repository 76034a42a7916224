import { expect, it } from 'vitest';
import { JointReads } from '../../src/flow-control/joint-read.js';
import { isForAll } from '../../src/adapters/postgres/failure.js';

interface Row {
  readonly owner: string;
  readonly nth: number;
}

function open(atOnce: number) {
  const reads: (readonly string[])[] = [];
  let failure: ((items: readonly string[]) => Error | undefined) | undefined;
  const joint = new JointReads({ atOnce, itemsMax: 1_000, isForAll });
  const how = {
    read: async (items: readonly string[]): Promise<Row[]> => {
      reads.push(items);
      await new Promise((resolve) => void setTimeout(resolve, 5));
      const error = failure?.(items);
      if (error) throw error;
      return items.flatMap((owner) => [1, 2].map((nth) => ({ owner, nth })));
    },
    nameOf: String,
    ownerOf: ({ owner }: Row) => owner,
  };
  return {
    reads,
    ask: (items: readonly string[], name = 'rows') => joint.ask(name, items, how),
    fail: (how: typeof failure) => (failure = how),
  };
}

const rowsOf = (...owners: string[]): Row[] =>
  owners.flatMap((owner) => [1, 2].map((nth) => ({ owner, nth })));

it('reads at once for a single caller', async () => {
  const { ask, reads } = open(1);
  expect(await ask(['a', 'b'])).toEqual(rowsOf('a', 'b'));
  expect(reads).toEqual([['a', 'b']]);
});

it('combines reads of one turn and returns each its own rows', async () => {
  const { ask, reads } = open(1);
  const answers = await Promise.all([ask(['a']), ask(['b']), ask(['c', 'b']), ask(['d'], 'others')]);
  expect(answers).toEqual([rowsOf('a'), rowsOf('b'), rowsOf('c', 'b'), rowsOf('d')]);
  expect(reads).toEqual([['a', 'b', 'c'], ['d']]);
});

it('reads at most a thousand at once', async () => {
  const { ask, reads } = open(1);
  const many = Array.from({ length: 600 }, (_, nth) => `${nth}`);
  const answers = await Promise.all([ask(['a']), ask(many), ask(many), ask(many.slice(0, 100))]);
  expect(answers.map(({ length }) => length)).toEqual([2, 1_200, 1_200, 200]);
  expect(reads.map(({ length }) => length)).toEqual([601, 600]);
});

it('reports a failure to all callers', async () => {
  const { ask, fail } = open(1);
  const first = ask(['z']);
  fail(() => new Error('as the test wants'));
  const ended = await Promise.allSettled([first, ask(['a']), ask(['b'])]);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

it('fails only the caller of an invalid read, with a few more reads', async () => {
  const { ask, fail, reads } = open(1);
  fail((items) => (items.includes('bad') ? new Error('cannot be read') : undefined));
  const inputs = Array.from({ length: 64 }, (_, nth) => (nth === 40 ? 'bad' : `item ${nth}`));
  const ended = await Promise.allSettled(inputs.map((item) => ask([item])));
  const failed = ended.flatMap(({ status }, nth) => (status === 'rejected' ? [nth] : []));
  expect(failed).toEqual([40]);
  expect(reads.length).toBe(1 + 2 * Math.log2(64));
});

it('reads once if the statement itself is refused', async () => {
  const { ask, fail, reads } = open(1);
  fail(() => Object.assign(new Error('relation does not exist'), { code: '42P01' }));
  const ended = await Promise.allSettled(['a', 'b', 'c'].map((item) => ask([item])));
  expect(new Set(ended.map((each) => each.status === 'rejected' && (each.reason as Error).message))).toEqual(
    new Set(['relation does not exist']),
  );
  expect(reads.length).toBe(1);
});
