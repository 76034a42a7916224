import { getEventListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { clockTrouble, keepMeasuring, machineClock, measuredClock } from '../../src/main/clock.js';
import { isSkewed, isStepped, stepText, type DatabaseTime } from '../../src/ports/clock.js';
import { recordingLog } from '../setup/bank.js';
import { eventually } from '../setup/patience.js';

const longMs = 600_000;

test('a sleep ends after its time and removes its listener', async () => {
  const { signal } = new AbortController();
  const asleep = machineClock.sleep(1, signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await asleep;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a sleep ends when aborted before or during it', async () => {
  const ending = new AbortController();
  const asleep = [machineClock.sleep(longMs, ending.signal), machineClock.sleep(longMs, ending.signal)];
  ending.abort('over');
  await Promise.all([...asleep, machineClock.sleep(longMs, ending.signal)]);
  expect(getEventListeners(ending.signal, 'abort')).toEqual([]);
});

/** A database whose clock is ahead of this machine's, and that answers slowly. */
function database(aheadMs: number) {
  const state = { aheadMs, takesMs: 0, businessAheadMs: 0 };
  const now = async (): Promise<DatabaseTime> => {
    await wait(state.takesMs / 2);
    const machineNow = new Date(Date.now() + state.aheadMs);
    await wait(state.takesMs / 2);
    return { machineNow, businessAheadMs: state.businessAheadMs };
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
])("with a database clock %i ms ahead, the time is the database's", async (aheadMs, isWrong, side) => {
  const clock = await measuredClock(database(aheadMs).now);
  const databaseMs = Date.now() + aheadMs;
  expect(clock.machineNow().getTime()).toBeLessThanOrEqual(databaseMs + 1);
  expect(clock.machineNow().getTime()).toBeGreaterThan(databaseMs - 100);
  expect(Math.abs(clock.skewMs() + aheadMs)).toBeLessThan(50);
  expect(isSkewed(clock)).toBe(isWrong);
  const text = `${(Math.abs(clock.skewMs()) / 1000).toFixed(1)} s ${side} the database's`;
  expect(clockTrouble(clock)).toEqual(isWrong ? [expect.stringContaining(text)] : []);
});

test("a slow answer makes no skew, and does not widen a quick one's interval", async () => {
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

test('a changed machine clock is seen at once, a changed database clock at the next measurement', async () => {
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

const dayMs = 86_400_000;

test.each([dayMs, -dayMs, 2_100, -2_100])(
  'a step of the database clock by %i ms is seen at the next measurement, and is not adopted',
  async (stepMs) => {
    const { state, now } = database(0);
    const clock = await measuredClock(now);
    state.aheadMs = stepMs;
    await clock.measure();
    expect(isStepped(clock)).toBe(true);
    expect(Math.abs(clock.stepMs() - stepMs)).toBeLessThan(50);
    expect(Math.abs(clock.machineNow().getTime() - Date.now())).toBeLessThan(100);
    expect(stepText(clock)).toMatch(/^set (ahead|back) by (86400\.0|2\.1) s$/);
    state.aheadMs = 0;
    await clock.measure();
    expect(clock.stepMs()).toBe(0);
  },
);

test.each([1_900, -1_900])('a step by %i ms is adopted at once', async (stepMs) => {
  const { state, now } = database(0);
  const clock = await measuredClock(now);
  state.aheadMs = stepMs;
  await clock.measure();
  expect(isStepped(clock)).toBe(false);
  expect(Math.abs(clock.machineNow().getTime() - Date.now() - stepMs)).toBeLessThan(100);
});

/** Moves the machine's own clock, as if the database were on the same machine. */
const setOwn = (aheadMs: number) =>
  vi
    .spyOn(Date, 'now')
    .mockImplementation(() => Math.round(performance.timeOrigin + performance.now()) + aheadMs);

test("a step that the machine's clock makes too is adopted after five minutes, and no other is", async () => {
  const state = { aheadMs: 0 };
  const readClock = async () => ({
    machineNow: new Date(performance.timeOrigin + performance.now() + state.aheadMs),
    businessAheadMs: 0,
  });
  const clock = await measuredClock(readClock);
  const passed = performance.now.bind(performance);
  let laterMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => passed() + laterMs);
  const own = setOwn(dayMs);
  state.aheadMs = dayMs;
  await clock.measure();
  expect(isStepped(clock)).toBe(true);
  laterMs = 299_000;
  await clock.measure();
  expect(isStepped(clock)).toBe(true);
  laterMs = 301_000;
  own.mockRestore();
  setOwn(0);
  await clock.measure();
  expect(isStepped(clock)).toBe(true);
  setOwn(dayMs);
  await clock.measure();
  expect(isStepped(clock)).toBe(false);
  expect(clock.machineNow().getTime() - performance.timeOrigin - performance.now()).toBeGreaterThan(
    dayMs - 100,
  );
});

test('a step that makes the two clocks agree again is adopted at once', async () => {
  const { state, now } = database(dayMs);
  const clock = await measuredClock(now);
  expect(isSkewed(clock)).toBe(true);
  state.aheadMs = 2 * dayMs;
  await clock.measure();
  expect(isStepped(clock)).toBe(true);
  state.aheadMs = 0;
  await clock.measure();
  expect(isStepped(clock)).toBe(false);
  expect(isSkewed(clock)).toBe(false);
  expect(Math.abs(clock.machineNow().getTime() - Date.now())).toBeLessThan(100);
});

test("the time of a machine's sleep is not a step", async () => {
  const { state, now } = database(0);
  let asleepMs = 0;
  const clock = await measuredClock(now, () => asleepMs);
  asleepMs = 8 * 3_600_000;
  state.aheadMs = asleepMs;
  await clock.measure();
  expect(isStepped(clock)).toBe(false);
});

test('a wrong clock is logged, and again once right; so is an unreachable database', async () => {
  const { state, now } = database(12_000);
  const answers = [
    now,
    () => Promise.reject(new Error('away')),
    () => Promise.reject(new Error('away')),
    now,
  ];
  const clock = await measuredClock(() => (answers.shift() ?? now)());
  let wake = (): void => undefined;
  const log = recordingLog();
  const measuring = keepMeasuring({ ...clock, sleep: () => new Promise((resolve) => (wake = resolve)) }, log);
  const linesAfter = async (passes: number): Promise<unknown[]> => {
    for (let pass = 0; pass < passes; pass += 1) {
      wake();
      await wait(20);
    }
    return log.lines.map(({ message }) => message);
  };
  const wrong = 'machine clock is wrong; sending and signing paused';
  expect(await linesAfter(0)).toEqual([wrong]);
  expect(Number(log.lines[0]?.['skew_ms'])).toBeLessThan(-11_900);
  const away = 'reading the database clock failed; using the last value';
  expect(await linesAfter(2)).toEqual([wrong, away]);
  state.aheadMs = 0;
  expect(await linesAfter(2)).toEqual([wrong, away, 'machine clock is right again']);
  measuring.end();
});

test('business time is read at once after it was moved', async () => {
  const { state, now } = database(0);
  const clock = await measuredClock(now);
  const measuring = keepMeasuring(clock, recordingLog());
  const aheadMs = (): number => clock.businessNow().getTime() - clock.machineNow().getTime();
  expect(aheadMs()).toBe(0);
  state.businessAheadMs = 86_400_000;
  await wait(20);
  expect(aheadMs()).toBe(0);
  measuring.again();
  await eventually(() => expect(aheadMs()).toBe(86_400_000));
  measuring.end();
});
