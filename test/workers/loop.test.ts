import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Refusal } from '../../src/domain/refusal.js';
import { ClockStepped } from '../../src/ports/clock.js';
import { allOrEach, startLoop } from '../../src/workers/loop.js';
import { RetryBackoff } from '../../src/flow-control/back-off.js';
import { recordingLog } from '../setup/bank.js';

const items = Array.from({ length: 6 }, (_, nth) => ({ id: `op_${nth}` }));
const busy = new Refusal('temporarily_unavailable', 'The service is momentarily unavailable.');

let log: ReturnType<typeof recordingLog>;
/** How far the database's clock was set, in ms. */
let stepMs = 0;
const clock = { stepMs: () => stepMs };
let backoff: RetryBackoff;
/** The item ids of each call, in order. */
let calls: string[][];

beforeEach(() => {
  stepMs = 0;
  log = recordingLog();
  backoff = new RetryBackoff();
  calls = [];
});

/** Fails for a group that contains one of these ids. */
const workExcept =
  (faults: Readonly<Record<string, unknown>>) => async (group: readonly { id: string }[]) => {
    calls.push(group.map(({ id }) => id));
    for (const { id } of group) if (id in faults) throw faults[id];
  };

const all = items.map(({ id }) => id);
const alone = all.map((id) => [id]);
const logged = () => log.lines.map(({ level, operation_id: id }) => [level, id]);

test('if the database is unreachable, at most two items of a failed group are tried alone', async () => {
  const faults = Object.fromEntries(all.map((id) => [id, busy]));
  expect(await allOrEach(items, workExcept(faults), { log, backoff })).toBe(0);
  expect(backoff.ids).toEqual([]);
  expect(calls).toEqual([all, ['op_0'], ['op_1']]);
  expect(logged()).toEqual([
    ['warn', undefined],
    ['warn', 'op_0'],
    ['warn', 'op_1'],
  ]);
});

test('a locked item delays no other of its group', async () => {
  expect(await allOrEach(items, workExcept({ op_0: busy, op_3: busy }), { log, backoff })).toBe(4);
  expect(calls).toEqual([all, ...alone]);
});

test('failing items delay no others, however many there are', async () => {
  const fault = new Error('poisoned');
  expect(
    await allOrEach(items, workExcept({ op_0: fault, op_1: busy, op_2: fault, op_3: fault }), {
      log,
      backoff,
    }),
  ).toBe(2);
  expect(calls).toEqual([all, ...alone]);
  expect(logged()).toEqual([
    ['warn', undefined],
    ['error', 'op_0'],
    ['warn', 'op_1'],
    ['error', 'op_2'],
    ['error', 'op_3'],
  ]);
  // A locked item is retried at once.
  expect(backoff.ids).toEqual(['op_0', 'op_2', 'op_3']);
});

test('a single failing item is backed off, unless it is locked', async () => {
  const faults = { op_0: new Error('poisoned'), op_1: busy };
  for (const item of items.slice(0, 3))
    expect(await allOrEach([item], workExcept(faults), { log, backoff })).toBe(item.id === 'op_2' ? 1 : 0);
  expect(logged()).toEqual([
    ['error', 'op_0'],
    ['warn', 'op_1'],
  ]);
  expect(backoff.ids).toEqual(['op_0']);
});

test('a wake does not shorten the pause after a failed pass; a stop does', async () => {
  const passes: number[] = [];
  const work = async (): Promise<number> => {
    passes.push(performance.now());
    throw new Error('poisoned');
  };
  const loop = startLoop({ name: 'payout', log, clock, work, passMax: 10 });
  const waking = setInterval(() => loop.wake(), 5);
  onTestFinished(() => clearInterval(waking));
  await expect.poll(() => passes.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
  await loop.stop();
  const [first = 0, second = 0] = passes;
  // A timer may fire a millisecond early.
  expect(second - first).toBeGreaterThanOrEqual(999);
  expect(performance.now() - (passes.at(-1) ?? 0)).toBeLessThan(900);
  expect(log.lines).toHaveLength(passes.length);
});

test('a stop ends the pause after a pass that found something', async () => {
  const found = Promise.withResolvers<void>();
  let passes = 0;
  const work = async (): Promise<number> => {
    passes += 1;
    found.resolve();
    return 1;
  };
  const loop = startLoop({ name: 'test', log, clock, work, passMax: 2, pauseMs: 3_600_000 });
  await found.promise;
  await new Promise(setImmediate);
  loop.wake();
  await loop.stop();
  expect(passes).toBe(1);
});

test('a loop polls at its interval, and never without one', async () => {
  const looks = { waking: 0, idle: 0 };
  const looking = (name: keyof typeof looks) => async (): Promise<number> => {
    looks[name] += 1;
    return 0;
  };
  const waking = startLoop({ name: 'waking', log, clock, work: looking('waking'), passMax: 10, everyMs: 10 });
  const idle = startLoop({ name: 'idle', log, clock, work: looking('idle'), passMax: 10 });
  await expect.poll(() => looks.waking).toBeGreaterThan(5);
  expect(looks.idle).toBe(1);
  idle.wake();
  await expect.poll(() => looks.idle).toBe(2);
  await Promise.all([waking.stop(), idle.stop()]);
});

test('a wake during a normal pause starts a pass at once', async () => {
  const passes: number[] = [];
  const work = async (): Promise<number> => {
    passes.push(performance.now());
    setTimeout(() => loop.wake(), 20);
    return 0;
  };
  const loop = startLoop({ name: 'payout', log, clock, work, passMax: 10 });
  await expect.poll(() => passes.length, { timeout: 60_000 }).toBeGreaterThan(5);
  await loop.stop();
  const rests = passes.slice(1).map((at, nth) => at - (passes[nth] ?? 0));
  expect(Math.min(...rests)).toBeLessThan(150);
});

test("while the database's clock is not trusted no pass starts; due work is done afterwards", async () => {
  stepMs = 86_400_000;
  let passes = 0;
  const work = async (): Promise<number> => {
    passes += 1;
    return 0;
  };
  const loop = startLoop({ name: 'payout', log, clock, work, passMax: 10 });
  for (let nth = 0; nth < 20; nth += 1) {
    loop.wake();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(passes).toBe(0);
  stepMs = 0;
  await expect.poll(() => passes).toBe(1);
  await loop.stop();
});

test("a pass stopped by a step of the database's clock is not an error, and is retried", async () => {
  let passes = 0;
  const work = async (): Promise<number> => {
    passes += 1;
    if (passes < 3) await allOrEach(items, () => Promise.reject(new ClockStepped()), { log, backoff });
    return 0;
  };
  const loop = startLoop({ name: 'payout', log, clock, work, passMax: 10 });
  await expect.poll(() => passes).toBe(3);
  await loop.stop();
  expect(log.lines).toEqual([]);
});
