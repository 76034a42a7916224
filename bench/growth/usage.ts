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

/** One limit's use of 24 hours by minutes, kept as the database keeps it: time only moves on. */
export class Usage {
  /** Those within the window, the one that is not over among them. */
  readonly #minutes: Minute[] = [];
  #present: Minute | undefined;
  total: Amount = zero;
  sweptTo = Number.NEGATIVE_INFINITY;

  /** The sum that a decision at that time starts from; what fell out of the 24 hours is dropped. */
  before(at: Date): Amount {
    const cutoff = minuteOf(new Date(at.getTime() - windowMs));
    for (let [first] = this.#minutes; first && first.start < cutoff; [first] = this.#minutes) {
      this.total = this.total.minus(first.amount);
      this.#minutes.shift();
    }
    this.sweptTo = Math.max(this.sweptTo, cutoff);
    return this.total;
  }

  /** Counts it; answers with the minute that is over now, if one is. */
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

  /** The minute that is not over. */
  get present(): Minute | undefined {
    return this.#present;
  }
}
