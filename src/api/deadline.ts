import type { Refusal } from '../domain/refusal.js';
import type { Clock } from '../ports/clock.js';
import { noAnswerYet } from '../usecases/late.js';

/** The time that all work for one request may take: below the 5 seconds in which a caller hears 503 (supplement §9). */
export const answerMs = 4_500;

/** What is left of that time after so many milliseconds of it; never below 0, which timers do not take. */
export const leftOf = (elapsedMs: number): number => Math.max(0, answerMs - elapsedMs);

/**
 * The work's result, or `temporarily_unavailable` where it takes longer than `ms`. The work goes on, so the caller has to come
 * back with the same Idempotency-Key; `failedLate` hears of what nobody waits for any more.
 */
export function inTime<T>(work: Promise<T>, ms: number, failedLate: (error: unknown) => void): Promise<T> {
  return inTimeOr(work, { ms, tooLate: noAnswerYet }, failedLate);
}

/** When an answer is due, by the clock of `performance`. */
export class Deadline {
  #until: number;

  constructor(ms: number, began = performance.now()) {
    this.#until = began + ms;
  }

  get leftMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** Gives the work `ms` of its own. Afterwards as much time is left as there was before. */
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
  /** What is left once `ms` have passed, where the deadline may have been moved meanwhile. */
  readonly leftMs?: () => number;
  readonly tooLate: () => Refusal;
}

/** As `inTime`, for work that has something else to say to a caller whose time is up. */
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

/** The work's result, or undefined where it takes longer than `ms`; the work goes on. */
export async function within<T>(work: Promise<T>, ms: number, clock: Clock): Promise<T | undefined> {
  const waiting = new AbortController();
  const late = clock.sleep(ms, waiting.signal).then(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    // A timer that nobody waits for would keep a process that is done.
    waiting.abort();
  }
}
