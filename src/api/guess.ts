import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';

/** Wrong codes a minute, from all clients together, above which they are not typing errors. */
export const alarmAt = 60;
const minuteMs = 60_000;

/**
 * Counts wrong sign-in codes. Each code allows few tries, so guessing across many codes is visible only here.
 */
export class Guesses {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #counts = { right: 0, wrong: 0 };
  #since = 0;
  #wrong = 0;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  get counts(): Readonly<Record<'right' | 'wrong', number>> {
    return this.#counts;
  }

  /** Logs the alarm at most once a minute. */
  note(outcome: 'right' | 'wrong'): void {
    this.#counts[outcome] += 1;
    if (outcome === 'right') return;
    const nowMs = this.#clock.machineNow().getTime();
    if (nowMs - this.#since >= minuteMs) {
      this.#since = nowMs;
      this.#wrong = 0;
    }
    this.#wrong += 1;
    if (this.#wrong === alarmAt + 1) this.#log.warn({ count: this.#wrong }, 'many wrong sign-in codes');
  }
}
