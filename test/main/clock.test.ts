import { getEventListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { clockTrouble, keepMeasuring, machineClock, measuredClock } from '../../src/main/clock.js';
import { isSkewed } from '../../src/ports/clock.js';
import { keptLog } from '../setup/bank.js';

const longMs = 600_000;

test('a sleep ends after its time and leaves nothing with the signal that did not cut it short', async () => {
  const { signal } = new AbortController();
  const asleep = machineClock.sleep(1, signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await asleep;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a sleep ends with its signal, whether that comes later or came before', async () => {
  const ending = new AbortController();
  const asleep = [machineClock.sleep(longMs, ending.signal), machineClock.sleep(longMs, ending.signal)];
  ending.abort('over');
  await Promise.all([...asleep, machineClock.sleep(longMs, ending.signal)]);
  expect(getEventListeners(ending.signal, 'abort')).toEqual([]);
});

/** A database whose clock is ahead of this machine's, and that takes its time to answer. */
function database(aheadMs: number) {
  const state = { aheadMs, takesMs: 0 };
  const now = async (): Promise<Date> => {
    await wait(state.takesMs / 2);
    const told = new Date(Date.now() + state.aheadMs);
    await wait(state.takesMs / 2);
    return told;
  };
  return { state, now };
}

test.each([
  [12_000, true, 'behind'],
  [2_100, true, 'behind'],
  [1_900, false, ''],
  [0, false, ''],
  [-1_900, false, ''],
  [-12_000, true, 'ahead of'],
])(
  "where the database's clock is %i ms ahead, the time is the database's",
  async (aheadMs, isWrong, side) => {
    const clock = await measuredClock(database(aheadMs).now);
    const databaseMs = Date.now() + aheadMs;
    expect(clock.machineNow().getTime()).toBeLessThanOrEqual(databaseMs + 1);
    expect(clock.machineNow().getTime()).toBeGreaterThan(databaseMs - 100);
    expect(Math.abs(clock.skewMs() + aheadMs)).toBeLessThan(50);
    expect(isSkewed(clock)).toBe(isWrong);
    const text = `${(Math.abs(clock.skewMs()) / 1000).toFixed(1)} s ${side} the database's`;
    expect(clockTrouble(clock)).toEqual(isWrong ? [expect.stringContaining(text)] : []);
  },
);

test('an answer that was slow makes no skew, and takes nothing from what a quick one told', async () => {
  const { state, now } = database(0);
  state.takesMs = 400;
  const clock = await measuredClock(now);
  expect(clock.skewMs()).toBe(0);
  expect(Date.now() - clock.machineNow().getTime()).toBeGreaterThan(150);
  state.takesMs = 0;
  await clock.measure();
  state.takesMs = 400;
  await clock.measure();
  expect(Date.now() - clock.machineNow().getTime()).toBeLessThan(100);
});

test('a clock that is set while the process runs is seen at once, a database that is at the next measure', async () => {
  const { state, now } = database(0);
  const clock = await measuredClock(now);
  const own = vi
    .spyOn(Date, 'now')
    .mockImplementation(() => Math.round(performance.timeOrigin + performance.now()) + 12_000);
  const before = clock.machineNow().getTime();
  expect(clock.skewMs()).toBeGreaterThan(11_900);
  own.mockRestore();
  expect(clock.machineNow().getTime() - before).toBeLessThan(1_000);
  expect(isSkewed(clock)).toBe(false);
  state.aheadMs = -5_000;
  await clock.measure();
  expect(clock.skewMs()).toBeGreaterThan(4_900);
});

test('a clock that is wrong is told of in the log, and again once it is right; so is a database that cannot be asked', async () => {
  const { state, now } = database(12_000);
  const answers = [
    now,
    () => Promise.reject(new Error('away')),
    () => Promise.reject(new Error('away')),
    now,
  ];
  const clock = await measuredClock(() => (answers.shift() ?? now)());
  let wake = (): void => undefined;
  const log = keptLog();
  const end = keepMeasuring({ ...clock, sleep: () => new Promise((resolve) => (wake = resolve)) }, log);
  const linesAfter = async (passes: number): Promise<unknown[]> => {
    for (let pass = 0; pass < passes; pass += 1) {
      wake();
      await wait(20);
    }
    return log.lines.map(({ message }) => message);
  };
  const wrong =
    'the clock of this machine is wrong; nothing is sent and no webhook is signed here until it is right';
  expect(await linesAfter(0)).toEqual([wrong]);
  expect(Number(log.lines[0]?.['skew_ms'])).toBeLessThan(-11_900);
  const away = 'the database could not be asked for its time; the last measure goes on';
  expect(await linesAfter(2)).toEqual([wrong, away]);
  state.aheadMs = 0;
  expect(await linesAfter(2)).toEqual([wrong, away, 'the clock of this machine is right again']);
  end();
});
