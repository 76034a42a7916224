import type { Refusal } from '../domain/refusal.js';
import type { Clock } from '../ports/clock.js';
import { noAnswerYet } from '../usecases/late.js';

/**
 * Time limit for all work of one request: less than the 5 seconds after which the caller gets 503 (supplement
 * §9).
 */
export const answerMs = 4_500;

/** The rest of that limit; never negative, because timers do not accept that. */
export const leftOf = (elapsedMs: number): number => Math.max(0, answerMs - elapsedMs);

/**
 * Returns the result, or throws `temporarily_unavailable` after `ms`. The work continues, so the caller must
 * retry with the same Idempotency-Key. `failedLate` receives an error that comes after the time limit.
 */
export function inTime<T>(work: Promise<T>, ms: number, failedLate: (error: unknown) => void): Promise<T> {
  return inTimeOr(work, { ms, tooLate: noAnswerYet }, failedLate);
}

/** The time when a response is due, on the clock of `performance`. */
export class Deadline {
  #until: number;

  constructor(ms: number, began = performance.now()) {
    this.#until = began + ms;
  }

  get leftMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** Gives the work `ms` of its own; the time left is the same before and after. */
  async apart<T>(ms: number, work: () => Promise<T>): Promise<T> {
    const { leftMs } = this;
    this.#until = performance.now() + Math.max(ms, leftMs);
    try {
      return await work();
    } finally {
      this.#until = performance.now() + leftMs;
    }
  }
}

interface Patience {
  readonly ms: number;
  /** Checked after `ms`: the time left, because the deadline may have moved. */
  readonly leftMs?: () => number;
  readonly tooLate: () => Refusal;
}

/** Like `inTime`, with another refusal for a caller whose time is up. */
export function inTimeOr<T>(
  work: Promise<T>,
  { ms, leftMs = () => 0, tooLate }: Patience,
  failedLate: (error: unknown) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const end = (): void => {
      const left = leftMs();
      if (left > 0) {
        timer = setTimeout(end, left);
        return;
      }
      isLate = true;
      reject(tooLate());
    };
    let timer = setTimeout(end, ms);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        if (isLate) failedLate(error);
        else reject(error);
      },
    );
  });
}

/** The result, or undefined after `ms`; the work continues. */
export async function within<T>(work: Promise<T>, ms: number, clock: Clock): Promise<T | undefined> {
  const waiting = new AbortController();
  const late = clock.sleep(ms, waiting.signal).then(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    // Clears the timer, which would keep the process alive.
    waiting.abort();
  }
}
