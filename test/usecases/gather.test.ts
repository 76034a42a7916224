import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal } from '../../src/domain/refusal.js';
import { gather, inTurns, type GatherOptions } from '../../src/usecases/gather.js';

// Fake timers, so that a busy machine decides nothing.
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

interface Begun {
  readonly names: string[];
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

/** A gatherer whose groups end on command; asks in `held` stay undecided. */
function openGatherer(
  options: Partial<GatherOptions<Ask, string>> = {},
  held: ReadonlySet<string> = new Set(),
) {
  const groups: Begun[] = [];
  const logged: unknown[] = [];
  const onLog = (fields: object): void => void logged.push(fields);
  const nameOf = ({ account, nth }: Ask): string => `${account}${nth}`;
  const run = gather<Ask, string>({
    group: (asks) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      groups.push({ names: asks.map(nameOf), end: resolve, fail: reject });
      return promise.then(() =>
        asks.map((ask) => (held.has(nameOf(ask)) ? undefined : { value: nameOf(ask) })),
      );
    },
    keyOf: ({ account }) => account,
    groupMax: 4,
    atOnce: 1,
    log: { info: onLog, warn: onLog, error: onLog },
    ...options,
  });
  return {
    groups,
    logged,
    ask: (account: string, count: number): Promise<string>[] =>
      Array.from({ length: count }, (_, nth) => run({ account, nth })),
    names: () => groups.map(({ names }) => names.join(' ')),
    sizes: () => groups.map(({ names }) => names.length),
  };
}

/** Runs all pending promises, and starts the asks of this turn. */
async function settle(): Promise<void> {
  await turn();
  await turn();
}

const outcomes = async (pending: readonly Promise<string>[]): Promise<string[]> =>
  (await Promise.allSettled(pending)).map((each) =>
    each.status === 'fulfilled'
      ? each.value
      : ((each.reason as Refusal).code ?? (each.reason as Error).message),
  );

test('asks of one turn form a group, asks that arrive meanwhile the next, without a timer', async () => {
  const { ask, groups, names } = openGatherer();
  const first = ask('a', 2);
  expect(names()).toEqual([]);
  await settle();
  expect(names()).toEqual(['a0 a1']);
  const later = [...ask('a', 1), ...ask('b', 2)];
  await settle();
  expect(names()).toEqual(['a0 a1']);
  groups[0]?.end();
  await settle();
  expect(names()).toEqual(['a0 a1', 'a0 b0 b1']);
  groups[1]?.end();
  expect(await Promise.all([...first, ...later])).toEqual(['a0', 'a1', 'a0', 'b0', 'b1']);
});

test('the next group starts before the answers of the last one are written', async () => {
  const { ask, groups, names } = openGatherer();
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

test('a key is in one group at a time; another key runs in parallel', async () => {
  const { ask, groups, names } = openGatherer({ atOnce: 2 });
  const first = ask('a', 1);
  await settle();
  const later = [...ask('a', 6), ...ask('b', 1)];
  await settle();
  expect(names()).toEqual(['a0', 'b0']);
  for (let nth = 0; nth < 4; nth += 1) {
    groups[nth]?.end();
    await settle();
  }
  expect(names()).toEqual(['a0', 'b0', 'a0 a1 a2 a3', 'a4 a5']);
  expect(await Promise.all([...first, ...later])).toHaveLength(8);
});

test('keys take turns: the rest of one comes after the other keys', async () => {
  const { ask, groups, names } = openGatherer();
  const pending = [...ask('a', 9), ...ask('b', 1), ...ask('c', 2)];
  for (let nth = 0; nth < 4; nth += 1) {
    await settle();
    groups[nth]?.end();
  }
  expect(names()).toEqual(['a0 a1 a2 a3', 'b0 c0 c1 a4', 'a5 a6 a7 a8']);
  expect(await Promise.all(pending)).toHaveLength(12);
});

describe('a crowd', () => {
  test('gets groups of its own: other keys do not wait for it', async () => {
    const { ask, groups, names, sizes } = openGatherer({ groupMax: 20 });
    const pending = [...ask('a', 300), ...ask('b', 2), ...ask('c', 1)];
    await settle();
    expect(sizes()).toEqual([20, 3]);
    expect(names()[1]).toBe('b0 b1 c0');
    groups[1]?.end();
    await settle();
    pending.push(...ask('d', 1));
    await settle();
    expect(names()[2]).toBe('d0');
    for (let nth = 0; nth < groups.length; nth += 1) {
      groups[nth]?.end();
      await settle();
    }
    expect(await Promise.all(pending)).toHaveLength(304);
  });

  test('runs in halves while other keys are active, and in full a second later', async () => {
    const { ask, groups, sizes } = openGatherer({ groupMax: 8 });
    const pending = [...ask('a', 60), ...ask('b', 1)];
    await settle();
    const endLast = async (): Promise<void> => {
      for (const { end } of groups) end();
      await settle();
    };
    await endLast();
    expect(sizes()).toEqual([8, 1, 4]);
    vi.advanceTimersByTime(1_001);
    await endLast();
    expect(sizes()).toEqual([8, 1, 4, 8]);
    pending.push(...ask('b', 1), ...ask('c', 1));
    await endLast();
    expect(sizes()).toEqual([8, 1, 4, 8, 8, 2]);
    await endLast();
    expect(sizes()).toEqual([8, 1, 4, 8, 8, 2, 4]);
    while (sizes().reduce((sum, size) => sum + size) < pending.length) await endLast();
    await endLast();
    await Promise.all(pending);
  });

  test('runs in full if the last mixed group was its own', async () => {
    const { ask, groups, sizes } = openGatherer({ groupMax: 8 });
    const pending = ask('a', 1);
    await settle();
    pending.push(...ask('a', 24));
    groups[0]?.end();
    await settle();
    expect(sizes()).toEqual([1, 8]);
    groups[1]?.end();
    await settle();
    groups[2]?.end();
    await settle();
    groups[3]?.end();
    expect(sizes()).toEqual([1, 8, 8, 8]);
    await Promise.all(pending);
  });

  test('takes turns with other crowds, one group each', async () => {
    const { ask, groups, names } = openGatherer({ groupMax: 16 });
    const pending = [...ask('a', 40), ...ask('b', 20)];
    for (let nth = 0; nth < 5; nth += 1) {
      await settle();
      groups[nth]?.end();
    }
    await settle();
    // What is left of both is no crowd any more.
    expect(names().map((each) => each.slice(0, 2))).toEqual(['a0', 'b0', 'a1', 'b1', 'a3']);
    expect(await Promise.all(pending)).toHaveLength(60);
  });
});

describe('waiting asks are bounded:', () => {
  test('asks beyond the limit are refused at once', async () => {
    const { ask, groups } = openGatherer({ waitingMax: 3 });
    const first = ask('a', 1);
    await settle();
    const later = [...ask('a', 3), ...ask('b', 1)];
    expect(await outcomes(later.slice(3))).toEqual(['temporarily_unavailable']);
    groups[0]?.end();
    await settle();
    groups[1]?.end();
    expect(await Promise.all([...first, ...later.slice(0, 3)])).toHaveLength(4);
  });

  test("asks beyond one key's limit are refused with their own error, and others go on", async () => {
    const ofAKey = {
      waitingMax: 2,
      refusal: () => new Refusal('rate_limited', 'Too much of one key waits.'),
    };
    const { ask, groups } = openGatherer({ waitingMax: 3, ofAKey });
    const first = ask('a', 1);
    await settle();
    const [later, others] = [ask('a', 3), ask('b', 2)];
    expect(await outcomes(later.slice(2))).toEqual(['rate_limited']);
    expect(await outcomes(others.slice(1))).toEqual(['temporarily_unavailable']);
    groups[0]?.end();
    await settle();
    groups[1]?.end();
    expect(await Promise.all([...first, ...later.slice(0, 2), ...others.slice(0, 1)])).toHaveLength(4);
  });

  test('an ask that has not started in time is refused and never run; a started one is not', async () => {
    const { ask, groups, names } = openGatherer({ waitMsMax: 30, waitingMax: 2 });
    const begun = ask('a', 1);
    await settle();
    const late = ask('b', 2);
    vi.advanceTimersByTime(30);
    expect(await outcomes(late)).toEqual(['temporarily_unavailable', 'temporarily_unavailable']);
    const after = ask('c', 2);
    groups[0]?.end();
    await settle();
    expect(names()).toEqual(['a0', 'c0 c1']);
    groups[1]?.end();
    expect(await Promise.all([...begun, ...after])).toEqual(['a0', 'c0', 'c1']);
  });
});

describe('a group that fails', () => {
  const gone = new Error('the connection is gone');
  const away = new Refusal('temporarily_unavailable', 'The row stays locked.');
  const poison = new Error('this one cannot be done');

  test.each([
    { name: 'each by itself: one that cannot be done is its asker’s alone', error: poison, b1: 'b1' },
    { name: 'up to one whose row stays locked, for the others of its key would wait for it', error: away },
    { name: 'up to any failure where their order counts', error: poison, isOrdered: true },
  ])(
    'is run one by one, a key’s in their order, $name',
    async ({ error, b1 = error.message, ...options }) => {
      const { ask, groups, names, logged } = openGatherer(options);
      const pending = outcomes([...ask('a', 2), ...ask('b', 2)]);
      await settle();
      groups[0]?.fail(gone);
      await settle();
      expect(logged).toEqual([{ count: 4, err: gone }]);
      expect(names().slice(1)).toEqual(['a0', 'b0']);
      const later = [...ask('a', 1), ...ask('c', 1)];
      await settle();
      // Other keys go on; this key only after all of its asks are done.
      expect(names().slice(3)).toEqual(['c0']);
      groups[2]?.fail(error);
      for (let nth = 1; nth < 7; nth += 1) {
        groups[nth]?.end();
        await settle();
      }
      const refused = (each: string): string => (error === away && each === error.message ? away.code : each);
      expect(await pending).toEqual(['a0', 'a1', refused(error.message), refused(b1)]);
      expect(await Promise.all(later)).toEqual(['a0', 'c0']);
    },
  );

  test('is not retried after its time limit: it may have been committed, so the error leaves that open', async () => {
    const { ask, groups } = openGatherer({ waitMsMax: 20 });
    const pending = ask('a', 2);
    await settle();
    vi.advanceTimersByTime(30);
    groups[0]?.fail(gone);
    for (const each of await Promise.allSettled(pending))
      expect(String(each.status === 'rejected' && each.reason)).toContain('same Idempotency-Key');
    expect(groups).toHaveLength(1);
  });

  test('with one ask fails with it', async () => {
    const { ask, groups } = openGatherer();
    const pending = ask('a', 1);
    await settle();
    groups[0]?.fail(gone);
    expect(await outcomes(pending)).toEqual([gone.message]);
    expect(groups).toHaveLength(1);
  });
});

describe('an ask that needs what another transaction holds', () => {
  /** Ends every running group, and lets waiting retries start. */
  const step = async (groups: readonly Begun[], ms: number): Promise<void> => {
    for (const { end } of groups) end();
    await settle();
    vi.advanceTimersByTime(ms);
    await settle();
  };

  test('is retried at growing intervals, while the rest of its key and other keys go on', async () => {
    const { ask, groups, names } = openGatherer({}, new Set(['a0']));
    const pending = outcomes(ask('a', 1));
    await settle();
    await step(groups, 4);
    const others = [...ask('b', 1)];
    await settle();
    expect(names()).toEqual(['a0', 'b0']);
    await step(groups, 1);
    expect(await Promise.all(others)).toEqual(['b0']);
    expect(names()).toEqual(['a0', 'b0', 'a0']);
    for (let ms = 0; ms < 10_000; ms += 20) await step(groups, 20);
    expect(await pending).toEqual(['temporarily_unavailable']);
    // 5, 10, 20, 40 and 80 ms, and then each 160 ms for four seconds.
    expect(names().filter((name) => name === 'a0').length).toBeLessThan(32);
  });

  test('is decided once it is free', async () => {
    const held = new Set(['a0', 'a1']);
    const { ask, groups } = openGatherer({}, held);
    const pending = ask('a', 3);
    await settle();
    await step(groups, 5);
    held.clear();
    await step(groups, 200);
    await step(groups, 0);
    expect(await Promise.all(pending)).toEqual(['a0', 'a1', 'a2']);
  });

  test('counts as waiting', async () => {
    const { ask, groups } = openGatherer({ waitingMax: 2 }, new Set(['a0', 'a1']));
    void outcomes(ask('a', 2));
    await settle();
    groups[0]?.end();
    await settle();
    expect(await outcomes(ask('b', 1))).toEqual(['temporarily_unavailable']);
  });
});

/** Work that ends on command. */
function held() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => () => {
    begun.push(name);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    ends.set(name, (error) => (error ? reject(error) : resolve(name)));
    return promise;
  };
  const end = async (name: string, error?: Error): Promise<void> => {
    ends.get(name)?.(error);
    await settle();
  };
  return { begun, work, end };
}

describe('work in turns', () => {
  test('runs a bounded amount at once, the accounts in turn', async () => {
    const { begun, work, end } = held();
    const inTurn = inTurns({ atOnce: 2, ofOneKey: 2, waitMsMax: 10_000 });
    const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'];
    const all = names.map((name) => inTurn(name.slice(0, 1), work(name)));
    await settle();
    for (const name of names) await end(begun.find((each) => each === name) ?? '');
    for (const name of [...begun, ...names]) await end(name);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
    expect(await Promise.all(all)).toEqual(names);
  });

  test('of one key leaves room for others, however much of it hangs', async () => {
    const { begun, work, end } = held();
    const inTurn = inTurns({ atOnce: 3, ofOneKey: 2, waitMsMax: 10_000 });
    const names = ['a1', 'a2', 'a3', 'b1', 'b2'];
    const all = names.map((name) => inTurn(name.slice(0, 1), work(name)));
    await settle();
    expect(new Set(begun)).toEqual(new Set(['a1', 'a2', 'b1']));
    for (const name of ['b1', 'b2']) await end(name);
    expect(begun).toContain('b2');
    for (const name of names) await end(name);
    expect(await Promise.all(all)).toEqual(names);
  });

  test('that fails makes room for the next', async () => {
    const { begun, work, end } = held();
    const inTurn = inTurns({ atOnce: 1, ofOneKey: 1 });
    const all = [inTurn('a', work('a1')), inTurn('a', work('a2'))];
    await settle();
    const [failed] = await Promise.all([outcomes(all.slice(0, 1)), end('a1', new Error('no'))]);
    expect(failed).toEqual(['no']);
    expect(begun).toEqual(['a1', 'a2']);
    await end('a2');
    expect(await all[1]).toBe('a2');
  });
});
