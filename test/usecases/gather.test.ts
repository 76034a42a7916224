import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gather, type GatherOptions, type LetOthers } from '../../src/usecases/gather.js';

// No time passes but what a test lets pass, so that a busy machine decides nothing here.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

interface Ask {
  readonly account: string;
  readonly nth: number;
}

type Options = Partial<GatherOptions<Ask, string>>;

interface Begun {
  readonly names: string[];
  readonly letOthers: LetOthers | undefined;
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

/** A gatherer whose groups end one by one, when they are told to; `alone` never ends before a group has. */
function gatherer(options: Options = {}) {
  const groups: Begun[] = [];
  const alone: string[] = [];
  const told: unknown[] = [];
  const tell = (fields: object): void => void told.push(fields);
  const nameOf = ({ account, nth }: Ask): string => `${account}${nth}`;
  const run = gather<Ask, string>({
    group: (asks, letOthers) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      groups.push({ names: asks.map(nameOf), letOthers, end: resolve, fail: reject });
      return promise.then(() => asks.map((ask) => ({ value: nameOf(ask) })));
    },
    alone: async (ask) => {
      alone.push(nameOf(ask));
      return nameOf(ask);
    },
    keyOf: ({ account }) => account,
    groupMax: 4,
    lanes: 1,
    log: { info: tell, warn: tell, error: tell },
    ...options,
  });
  return {
    groups,
    alone,
    told,
    ask: (account: string, count: number): Promise<string>[] =>
      Array.from({ length: count }, (_, nth) => run({ account, nth })),
    names: () => groups.map(({ names }) => names.join(' ')),
  };
}

/** Lets every promise that is decided be heard, and what was asked in this turn begin: a timer may come before that. */
async function settle(): Promise<void> {
  await turn();
  await turn();
}

test('what comes in one turn goes together, what comes meanwhile after it', async () => {
  const { ask, groups, names } = gatherer();
  const first = ask('a', 2);
  expect(names()).toEqual([]);
  await settle();
  expect(names()).toEqual(['a0 a1']);
  const later = ask('b', 5);
  await settle();
  expect(names()).toEqual(['a0 a1']);
  groups[0]?.end();
  await settle();
  expect(names()).toEqual(['a0 a1', 'b0 b1 b2 b3']);
  groups[1]?.end();
  await settle();
  groups[2]?.end();
  expect(await Promise.all([...first, ...later])).toEqual(['a0', 'a1', 'b0', 'b1', 'b2', 'b3', 'b4']);
});

test('what waits is handed on before the answers of the group before it are written', async () => {
  const { ask, groups, names } = gatherer();
  const [first] = ask('a', 1);
  await settle();
  const later = ask('b', 1);
  await settle();
  const underWay = first?.then(() => names());
  groups[0]?.end();
  expect(await underWay).toEqual(['a0', 'b0']);
  groups[1]?.end();
  expect(await Promise.all(later)).toEqual(['b0']);
});

test('keys take turns: the backlog of one delays no other', async () => {
  const { ask, groups, names } = gatherer();
  const asked = [...ask('a', 9), ...ask('b', 1), ...ask('c', 2)];
  for (let nth = 0; nth < 5; nth += 1) {
    await settle();
    groups[nth]?.end();
  }
  expect(names()).toEqual(['a0 b0 c0 a1', 'c1 a2 a3 a4', 'a5 a6 a7 a8']);
  expect(await Promise.all(asked)).toHaveLength(12);
});

test('a key is in one lane at a time; another key goes by the other lane at once', async () => {
  const { ask, groups, names } = gatherer({ lanes: 2 });
  const first = ask('a', 1);
  await settle();
  const later = [...ask('a', 6), ...ask('b', 1)];
  await settle();
  expect(names()).toEqual(['a0', 'b0']);
  for (let nth = 0; nth < 4; nth += 1) {
    groups[nth]?.end();
    await settle();
  }
  expect(await Promise.all([...first, ...later])).toHaveLength(8);
});

/** As many keys as asks. */
const each = (ask: (account: string, count: number) => Promise<string>[], count: number, from: number) =>
  Array.from({ length: count }, (_, nth) => ask(`${from + nth}-`, 1)).flat();
const sizes = (groups: readonly Begun[]): number[] => groups.map(({ names }) => names.length);

test('what waits beside a group begins once it is its share of what is there, or once it has waited long enough', async () => {
  const { ask, groups, names } = gatherer({ lanes: 2, groupMax: 100 });
  const asked = each(ask, 40, 0);
  await settle();
  expect(sizes(groups)).toEqual([20, 20]);
  groups[0]?.end();
  asked.push(...each(ask, 18, 40));
  await settle();
  expect(sizes(groups)).toEqual([20, 20]);
  asked.push(...each(ask, 1, 60));
  await settle();
  expect(sizes(groups)).toEqual([20, 20, 19]);
  vi.advanceTimersByTime(20);
  groups[1]?.end();
  asked.push(...each(ask, 3, 70));
  await settle();
  // The group that is under way began 20 ms ago.
  vi.advanceTimersByTime(4);
  await settle();
  expect(groups).toHaveLength(3);
  vi.advanceTimersByTime(2);
  await settle();
  expect(names()[3]).toBe('70-0 71-0 72-0');
  // What is under way has been waited for: who comes now waits for nothing.
  groups[3]?.end();
  await settle();
  asked.push(...each(ask, 1, 80));
  await settle();
  expect(names()[4]).toBe('80-0');
  groups[2]?.end();
  groups[4]?.end();
  expect(await Promise.all(asked)).toHaveLength(63);
});

test('fewer than 16 are not parted, and what was refused is not counted', async () => {
  const { ask, groups } = gatherer({ lanes: 2, groupMax: 100, waitMsMax: 1_000 });
  const asked = each(ask, 10, 0);
  await settle();
  asked.push(...each(ask, 5, 10));
  await settle();
  expect(sizes(groups)).toEqual([10, 5]);
  const late = Promise.allSettled(each(ask, 30, 20));
  vi.advanceTimersByTime(1_000);
  expect((await late).filter(({ status }) => status === 'rejected')).toHaveLength(30);
  groups[1]?.end();
  asked.push(...each(ask, 5, 60));
  await settle();
  expect(sizes(groups)).toEqual([10, 5, 5]);
  groups[0]?.end();
  groups[2]?.end();
  expect(await Promise.all(asked)).toHaveLength(20);
});

test('few keys with much waiting each are parted by keys: one group has all that is asked with its own', async () => {
  const { ask, groups } = gatherer({ lanes: 2, groupMax: 100 });
  const asked = Array.from({ length: 20 }, (_, nth) => ask(`${nth}-`, 3)).flat();
  await settle();
  expect(sizes(groups)).toEqual([30, 30]);
  asked.push(...Array.from({ length: 8 }, (_, nth) => ask(`${30 + nth}-`, 8)).flat());
  groups[0]?.end();
  groups[1]?.end();
  await settle();
  expect(sizes(groups)).toEqual([30, 30, 64]);
  groups[2]?.end();
  expect(await Promise.all(asked)).toHaveLength(124);
});

test('a crowd that waits is no part of what others share', async () => {
  const { ask, groups } = gatherer({ lanes: 2, groupMax: 100 });
  const asked = [...ask('a', 300), ...each(ask, 40, 0)];
  await settle();
  expect(sizes(groups)).toEqual([100, 20, 20]);
  for (let nth = 0; nth < 5; nth += 1) {
    groups[nth]?.end();
    await settle();
    vi.advanceTimersByTime(30);
    await settle();
  }
  for (const { end } of groups) end();
  await settle();
  for (const { end } of groups) end();
  expect(await Promise.all(asked)).toHaveLength(340);
});

test('two groups of a crowd under way are about as large, unless the second has waited long enough', async () => {
  const { ask, groups } = gatherer({ lanes: 2, groupsOfACrowd: 2, groupMax: 100 });
  const asked = ask('a', 64);
  await settle();
  expect(sizes(groups)).toEqual([32, 32]);
  groups[0]?.end();
  asked.push(...ask('a', 30));
  await settle();
  expect(sizes(groups)).toEqual([32, 32]);
  asked.push(...ask('a', 2));
  await settle();
  expect(sizes(groups)).toEqual([32, 32, 32]);
  groups[1]?.end();
  asked.push(...ask('a', 20));
  await settle();
  expect(groups).toHaveLength(3);
  vi.advanceTimersByTime(26);
  await settle();
  expect(sizes(groups)).toEqual([32, 32, 32, 20]);
  groups[2]?.end();
  asked.push(...ask('a', 17));
  await settle();
  expect(groups).toHaveLength(4);
  vi.advanceTimersByTime(26);
  await settle();
  expect(sizes(groups)).toEqual([32, 32, 32, 20, 17]);
  groups[3]?.end();
  groups[4]?.end();
  expect(await Promise.all(asked)).toHaveLength(133);
});

test('a key with much waiting goes by itself, and what others ask waits neither for it nor for a lane', async () => {
  const { ask, groups, names } = gatherer({ groupMax: 20 });
  const asked = [...ask('a', 25), ...ask('b', 2), ...ask('c', 1)];
  await settle();
  expect(groups.map(({ names: of }) => of.length)).toEqual([20, 3]);
  expect(names()[1]).toBe('b0 c0 b1');
  groups[1]?.end();
  asked.push(...ask('b', 1));
  await settle();
  expect(names()[2]).toBe('b0');
  groups[0]?.end();
  groups[2]?.end();
  await expect.poll(() => names()[3], { interval: 1 }).toBe('a20 a21 a22 a23 a24');
  groups[3]?.end();
  expect(await Promise.all(asked)).toHaveLength(29);
});

test('a crowd beside others goes in smaller groups, after what is under way of them; they do not wait for it', async () => {
  const { ask, groups, names } = gatherer({ groupMax: 20 });
  const asked = [...ask('b', 1), ...ask('a', 41)];
  await settle();
  groups[0]?.end();
  await settle();
  expect(names().slice(1)).toEqual(['b0']);
  groups[1]?.end();
  await settle();
  asked.push(...ask('c', 1));
  await settle();
  expect(names()[3]).toBe('c0');
  groups[3]?.end();
  groups[2]?.end();
  await settle();
  // What is left is no crowd any more.
  groups[4]?.end();
  expect(groups.map(({ names: of }) => of.length)).toEqual([20, 1, 10, 1, 11]);
  expect(groups.map(({ letOthers }) => letOthers !== undefined)).toEqual([false, false, true, false, false]);
  expect(await Promise.all(asked)).toHaveLength(43);
});

/** A crowd of 20 that has begun after one of another key. */
async function crowdBesideOthers() {
  const made = gatherer({ groupMax: 40 });
  const first = made.ask('b', 1);
  await settle();
  const crowd = made.ask('a', 20);
  await settle();
  made.groups[0]?.end();
  await expect.poll(() => made.groups.length, { interval: 1 }).toBe(2);
  const [, { letOthers }] = made.groups as [Begun, Begun];
  if (letOthers === undefined) throw new Error('a crowd beside others lets them');
  return { ...made, first, crowd, letOthers };
}

test('a crowd lets others once they are gone, or once it has waited for them so long in all', async () => {
  const { ask, groups, first, crowd, letOthers } = await crowdBesideOthers();
  const heard: string[] = [];
  const few = ask('c', 1);
  await settle();
  const letting = letOthers().then(() => heard.push('the crowd goes on'));
  await settle();
  heard.push('c ends');
  groups[2]?.end();
  await letting;
  expect(heard).toEqual(['c ends', 'the crowd goes on']);

  few.push(...ask('d', 1));
  await settle();
  const lettingLong = letOthers().then(() => heard.push('the crowd waited'));
  await settle();
  vi.advanceTimersByTime(9);
  await settle();
  heard.push('9 ms');
  vi.advanceTimersByTime(1);
  await lettingLong;
  expect(heard.slice(2)).toEqual(['9 ms', 'the crowd waited']);
  const lettingNone = letOthers().then(() => heard.push('a turn later'));
  await turn();
  await turn();
  heard.push('two turns later');
  await lettingNone;
  expect(heard.slice(4)).toEqual(['a turn later', 'two turns later']);
  groups[3]?.end();
  groups[1]?.end();
  expect(await Promise.all([...first, ...crowd, ...few])).toHaveLength(23);
});

test('a crowd beside others is answered in turns of the event loop, the few as soon as they are decided', async () => {
  const { ask, groups, crowd } = await crowdBesideOthers();
  const waiting = [...ask('a', 20)];
  const [few] = ask('c', 1);
  await settle();
  let turns = 0;
  const count = (): void => {
    turns += 1;
    clock = setImmediate(count);
  };
  let clock = setImmediate(count);
  groups[2]?.end();
  await few;
  expect(turns).toBe(0);
  groups[1]?.end();
  const answeredIn = await Promise.all(crowd.map((each) => each.then(() => turns)));
  clearImmediate(clock);
  expect([...Map.groupBy(answeredIn, (at) => at).values()].map(({ length }) => length)).toEqual([8, 8, 4]);
  await expect.poll(() => groups.length, { interval: 1 }).toBe(4);
  groups[3]?.end();
  expect(await Promise.all(waiting)).toHaveLength(20);
});

test('a crowd waits for others only so long', async () => {
  const { ask, groups } = gatherer({ groupMax: 20 });
  const asked = [...ask('b', 1), ...ask('a', 60)];
  await settle();
  groups[0]?.end();
  await settle();
  vi.advanceTimersByTime(9);
  await settle();
  expect(groups).toHaveLength(2);
  vi.advanceTimersByTime(1);
  await settle();
  expect(groups).toHaveLength(3);
  for (let nth = 1; nth < 6; nth += 1) {
    groups[nth]?.end();
    await settle();
  }
  expect(groups.map(({ names: of }) => of.length)).toEqual([20, 1, 10, 10, 10, 10]);
  expect(await Promise.all(asked)).toHaveLength(61);
});

test('a crowd alone has whole groups, also where it was no crowd before', async () => {
  const { ask, groups } = gatherer({ groupMax: 20 });
  const [few] = ask('a', 1);
  await settle();
  const many = ask('a', 60);
  for (let nth = 0; nth < 4; nth += 1) {
    groups[nth]?.end();
    await settle();
  }
  expect(groups.map(({ names: of }) => of.length)).toEqual([1, 20, 20, 20]);
  expect(await Promise.all([few, ...many])).toHaveLength(61);
});

test('what has not begun in time is refused at once and never worked on; what has begun is not', async () => {
  const { ask, groups, alone, names } = gatherer({ waitMsMax: 30 });
  const [begun] = ask('a', 1);
  await settle();
  const late = ask('a', 2);
  const refused = Promise.allSettled(late);
  vi.advanceTimersByTime(30);
  const refusals = await refused;
  expect(
    refusals.map((each) => each.status === 'rejected' && (each.reason as { code: string }).code),
  ).toEqual(['temporarily_unavailable', 'temporarily_unavailable']);
  const [after] = ask('a', 1);
  groups[0]?.end();
  expect(await begun).toBe('a0');
  await settle();
  await settle();
  expect(names()).toEqual(['a0', 'a0']);
  groups[1]?.end();
  expect(await after).toBe('a0');
  expect(alone).toEqual([]);
});

test.each([
  { waitMsMax: 10_000, ended: ['fulfilled', 'fulfilled'], alone: ['a0', 'a1'] },
  { waitMsMax: 20, ended: ['rejected', 'rejected'], alone: [] },
])(
  'a group that fails is run one by one where there is time left, and why it failed is told: $ended',
  async ({ waitMsMax, ended, alone: expected }) => {
    const { ask, groups, alone, told } = gatherer({ waitMsMax });
    const [first] = ask('a', 1);
    await settle();
    const others = ask('a', 2);
    groups[0]?.end();
    await first;
    await settle();
    vi.advanceTimersByTime(30);
    const gone = new Error('the connection is gone');
    groups[1]?.fail(gone);
    const results = await Promise.allSettled(others);
    expect(told).toEqual([{ count: 2, err: gone }]);
    expect(results.map(({ status }) => status)).toEqual(ended);
    expect(alone).toEqual(expected);
    // It may have been committed: nobody is told that nothing was done.
    for (const each of results)
      if (each.status === 'rejected') expect(String(each.reason)).toContain('same key');
  },
);
