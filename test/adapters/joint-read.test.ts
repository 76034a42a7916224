import { expect, it } from 'vitest';
import { JointReads } from '../../src/adapters/postgres/joint-read.js';

interface Row {
  readonly owner: string;
  readonly nth: number;
}

function open(atOnce: number) {
  const reads: (readonly string[])[] = [];
  let fails = false;
  const joint = new JointReads(atOnce, 1_000);
  const how = {
    read: async (items: readonly string[]): Promise<Row[]> => {
      reads.push(items);
      await new Promise((resolve) => void setTimeout(resolve, 5));
      if (fails) throw new Error('as the test wants');
      return items.flatMap((owner) => [1, 2].map((nth) => ({ owner, nth })));
    },
    nameOf: String,
    ownerOf: ({ owner }: Row) => owner,
  };
  return {
    reads,
    ask: (items: readonly string[], name = 'rows') => joint.ask(name, items, how),
    fail: () => (fails = true),
  };
}

const rowsOf = (...owners: string[]): Row[] =>
  owners.flatMap((owner) => [1, 2].map((nth) => ({ owner, nth })));

it('reads at once for whoever is alone', async () => {
  const { ask, reads } = open(1);
  expect(await ask(['a', 'b'])).toEqual(rowsOf('a', 'b'));
  expect(reads).toEqual([['a', 'b']]);
});

it('reads once for all that ask in one turn, and gives each its own rows', async () => {
  const { ask, reads } = open(1);
  const answers = await Promise.all([ask(['a']), ask(['b']), ask(['c', 'b']), ask(['d'], 'others')]);
  expect(answers).toEqual([rowsOf('a'), rowsOf('b'), rowsOf('c', 'b'), rowsOf('d')]);
  expect(reads).toEqual([['a', 'b', 'c'], ['d']]);
});

it('asks for no more than a thousand at once', async () => {
  const { ask, reads } = open(1);
  const many = Array.from({ length: 600 }, (_, nth) => `${nth}`);
  const answers = await Promise.all([ask(['a']), ask(many), ask(many), ask(many.slice(0, 100))]);
  expect(answers.map(({ length }) => length)).toEqual([2, 1_200, 1_200, 200]);
  expect(reads.map(({ length }) => length)).toEqual([601, 600]);
});

it('tells all of them of a failure', async () => {
  const { ask, fail } = open(1);
  const first = ask(['z']);
  fail();
  const ended = await Promise.allSettled([first, ask(['a']), ask(['b'])]);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});
