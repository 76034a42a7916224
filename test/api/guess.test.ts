import { expect, it } from 'vitest';
import { alarmAt, Guesses } from '../../src/api/guess.js';
import type { Clock } from '../../src/ports/clock.js';

function guessing() {
  let nowMs = 1_000_000;
  const warnings: string[] = [];
  const nothing = (): void => undefined;
  const clock = { machineNow: () => new Date(nowMs) } as Clock;
  const log = {
    info: nothing,
    error: nothing,
    warn: (_fields: object, message: string) => void warnings.push(message),
  };
  return {
    guesses: new Guesses(clock, log),
    warnings,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

it('a minute with more wrong codes than people type is logged once', () => {
  const { guesses, warnings, pass } = guessing();
  const wrong = (times: number) => {
    for (let n = 0; n < times; n += 1) guesses.note('wrong');
  };
  wrong(alarmAt);
  for (let n = 0; n < 1_000; n += 1) guesses.note('right');
  expect(warnings).toEqual([]);
  wrong(1);
  expect(warnings).toEqual(['many wrong sign-in codes']);
  wrong(1_000);
  expect(warnings).toHaveLength(1);
  pass(60_000);
  wrong(alarmAt);
  expect(warnings).toHaveLength(1);
  wrong(1);
  expect(warnings).toHaveLength(2);
  expect(guesses.counts).toEqual({ right: 1_000, wrong: 2 * alarmAt + 1_002 });
});
