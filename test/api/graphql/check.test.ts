import { beforeEach, expect, test } from 'vitest';
import { Checks } from '../../../src/api/graphql/check.js';
import type { CheckReport } from '../../../src/ports/checker.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sleepless } from '../../setup/bank.js';

const reportOf = (number: number): CheckReport => ({
  checks: [{ number, name: 'sound' }],
  violations: [],
  expected: [],
});

let clock: ReturnType<typeof sleepless> & { isAsleep: number };
let nowMs: number;
/** The runs of the checker, which end when the test says. */
let runs: PromiseWithResolvers<CheckReport>[];
let checks: Checks;

beforeEach(() => {
  nowMs = 0;
  runs = [];
  const asleep = sleepless();
  clock = {
    ...asleep,
    isAsleep: 0,
    machineNow: () => new Date(nowMs),
    sleep: (ms, signal) => {
      clock.isAsleep += 1;
      return asleep.sleep(ms, signal).finally(() => (clock.isAsleep -= 1));
    },
  };
  const checkInvariants = (): Promise<CheckReport> => {
    const run = Promise.withResolvers<CheckReport>();
    runs.push(run);
    return run.promise;
  };
  checks = new Checks({ checkInvariants, clock });
});

/** A run that its asker does not see the end of; it ends at the given time. */
async function leftRun(report: CheckReport, endedMs: number): Promise<void> {
  const left = checks.report();
  clock.wakeAll();
  await expect(left).rejects.toThrow('ask again');
  nowMs = endedMs;
  runs.at(-1)?.resolve(report);
  await nextTurn();
}

test('the report of an abandoned run is returned once, to the next caller', async () => {
  await leftRun(reportOf(1), 10_000);
  nowMs = 60_000;
  expect(await checks.report()).toEqual(reportOf(1));
  const report = checks.report();
  runs.at(-1)?.resolve(reportOf(2));
  expect(await report).toEqual(reportOf(2));
});

test('a call a minute after an abandoned run starts a new run, because the old report is outdated', async () => {
  await leftRun(reportOf(1), 10_000);
  nowMs = 70_001;
  const report = checks.report();
  await expect.poll(() => runs.length, { timeout: 500 }).toBe(2);
  runs.at(-1)?.resolve(reportOf(2));
  expect(await report).toEqual(reportOf(2));
});

test('a run leaves no timer behind, whether it ends in time or fails', async () => {
  for (const end of [() => runs.at(-1)?.resolve(reportOf(1)), () => runs.at(-1)?.reject(new Error('away'))]) {
    const report = checks.report();
    expect(clock.isAsleep).toBe(1);
    end();
    await report.then(String, String);
    await expect.poll(() => clock.isAsleep, { timeout: 500 }).toBe(0);
  }
});
