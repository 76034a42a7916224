import type { Refusal } from '../domain/refusal.js';
import type { Clock } from '../ports/clock.js';
import { noAnswerYet } from '../usecases/late.js';

/** The time that all work for one request may take: below the 5 seconds in which a caller hears 503 (supplement §9). */
export const answerMs = 4_500;

/**
 * The work's result, or `temporarily_unavailable` where it takes longer than `ms`. The work goes on, so the caller has to come
 * back with the same Idempotency-Key; `failedLate` hears of what nobody waits for any more.
 */
export function inTime<T>(work: Promise<T>, ms: number, failedLate: (error: unknown) => void): Promise<T> {
  return inTimeOr(work, { ms, tooLate: noAnswerYet }, failedLate);
}

/** As `inTime`, for work that has something else to say to a caller whose time is up. */
export function inTimeOr<T>(
  work: Promise<T>,
  { ms, tooLate }: { readonly ms: number; readonly tooLate: () => Refusal },
  failedLate: (error: unknown) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(tooLate());
    }, ms);
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
