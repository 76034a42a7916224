import type { LimitUse } from '../../src/domain/decision.js';
import type { Amount } from '../../src/domain/money.js';
import { zero } from './rule.ts';

/** The sum accepted in one minute. */
export interface Minute {
  readonly start: number;
  amount: Amount;
  count: number;
}

const minuteMs = 60_000;
const windowMs = 24 * 60 * minuteMs;
const minuteOf = (at: Date): number => Math.floor(at.getTime() / minuteMs) * minuteMs;

/** The usage of one limit in 24 hours by minutes, as in the database. Time never goes back. */
export class Usage {
  /** Minutes within the window, including the current one. */
  readonly #minutes: Minute[] = [];
  #present: Minute | undefined;
  total: Amount = zero;
  sweptTo = Number.NEGATIVE_INFINITY;

  /** The sum before a decision at that time; minutes older than 24 hours are dropped. */
  before(at: Date): Amount {
    const cutoff = minuteOf(new Date(at.getTime() - windowMs));
    for (let [first] = this.#minutes; first && first.start < cutoff; [first] = this.#minutes) {
      this.total = this.total.minus(first.amount);
      this.#minutes.shift();
    }
    this.sweptTo = Math.max(this.sweptTo, cutoff);
    return this.total;
  }

  /** Adds an amount; returns the previous minute if a new one begins. */
  use({ at, amount, count }: LimitUse): Minute | undefined {
    this.total = this.total.plus(amount);
    const start = minuteOf(at);
    const present = this.#present;
    if (present?.start === start) {
      present.amount = present.amount.plus(amount);
      present.count += count;
      return undefined;
    }
    this.#present = { start, amount, count };
    this.#minutes.push(this.#present);
    return present;
  }

  /** The current minute. */
  get present(): Minute | undefined {
    return this.#present;
  }
}
