import { Refusal } from '../domain/refusal.js';
import { ClockStepped, isStepped, type Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import { logGroupFailure } from '../usecases/gather.js';
import type { RetryBackoff } from '../flow-control/back-off.js';

export interface Loop {
  /** Starts a pass now instead of at the next poll. After a failed pass, the next one still waits `failureMs`. */
  readonly wake: () => void;
  /** Resolves when the current pass has ended. */
  readonly stop: () => Promise<void>;
}

export interface LoopOptions {
  readonly name: string;
  readonly log: Log;
  /** Runs one pass and returns how many items it found. While it finds items, passes continue. */
  readonly work: () => Promise<number>;
  /**
   * The most items a pass can find. After a pass that found fewer, the loop waits `pauseMs`, so that more items
   * gather.
   */
  readonly passMax: number;
  /** No pass starts while this clock reports a step of the database's clock. */
  readonly clock: Pick<Clock, 'stepMs'>;
  /** Milliseconds between a pass that found something and the next; default 20. */
  readonly pauseMs?: number;
  /** Milliseconds between polls. By default the loop does not poll: it runs only when woken (`due.ts`). */
  readonly everyMs?: number;
}

/** Poll interval: the longest that work waits if no one wakes its worker. */
export const pollMs = 200;
const defaultPauseMs = 20;
const failureMs = 1_000;
/** Milliseconds between checks whether the database's clock can be trusted again. */
export const stepRestMs = 100;

/** A wait that can be ended early. */
class Rest {
  #end = (): void => undefined;

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : undefined;
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  end(): void {
    this.#end();
  }
}

/** Runs a pass at start, whenever woken, and every `everyMs`. */
export function startLoop({
  name,
  log,
  clock,
  work,
  passMax: full,
  pauseMs = defaultPauseMs,
  everyMs = Number.POSITIVE_INFINITY,
}: LoopOptions): Loop {
  let stopped = false;
  let woken = false;
  let failed = false;
  let isPausing = false;
  const rest = new Rest();

  const pass = async (): Promise<number> => {
    woken = false;
    failed = false;
    if (isStepped(clock)) return stepRestMs;
    try {
      const found = await work();
      if (found >= full) return 0;
      if (found > 0) await pauseAfterWork();
      return found > 0 || woken ? 0 : everyMs;
    } catch (error) {
      if (error instanceof ClockStepped) return stepRestMs;
      log.error({ worker: name, err: error }, 'worker pass failed; retrying');
      failed = true;
      return failureMs;
    }
  };

  /** A wake does not end this pause; a stop does. */
  const pauseAfterWork = async (): Promise<void> => {
    isPausing = true;
    await rest.wait(stopped ? 0 : pauseMs);
    isPausing = false;
  };

  const run = async (): Promise<void> => {
    while (!stopped) {
      const waitMs = await pass();
      if (waitMs > 0 && !stopped && (failed || !woken)) await rest.wait(waitMs);
    }
  };
  const ended = run();
  return {
    wake() {
      woken = true;
      if (!failed && !isPausing) rest.end();
    },
    stop() {
      stopped = true;
      rest.end();
      return ended;
    },
  };
}

type Work<T> = (group: readonly T[]) => Promise<void>;

/** Where failures are logged, and the items left out for a while because they failed. */
export interface FailureHandling {
  readonly log: Log;
  readonly backoff: RetryBackoff;
}

/**
 * After this many failures in a row the database counts as unreachable; the remaining items would only wait for it
 * too.
 */
const busyMax = 2;

/**
 * Works on a group at once. If that fails, works on each item separately, so that an item that fails is logged and
 * does not block the others. Returns how many succeeded: items that stay due must not make the loop spin.
 */
export async function allOrEach<T extends { readonly id: string }>(
  items: readonly T[],
  work: Work<T>,
  failures: FailureHandling,
): Promise<number> {
  if (items.length === 0) return 0;
  try {
    await work(items);
    return items.length;
  } catch (error) {
    if (error instanceof ClockStepped) throw error;
    const [only] = items;
    if (!only || items.length > 1) return eachAlone(items, work, { ...failures, error });
    logAndBackOff(only, failures, error);
    return 0;
  }
}

/** Works on each item separately, after the group failed with `error`. */
export async function eachAlone<T extends { readonly id: string }>(
  items: readonly T[],
  work: Work<T>,
  { error: groupError, ...failures }: FailureHandling & { readonly error: unknown },
): Promise<number> {
  logGroupFailure(failures.log, items.length, groupError);
  let done = 0;
  let busy = 0;
  for (const item of items) {
    try {
      await work([item]);
      done += 1;
      busy = 0;
    } catch (error) {
      logAndBackOff(item, failures, error);
      busy = isBusy(error) ? busy + 1 : 0;
      if (busy === busyMax) break;
    }
  }
  return done;
}

/** A passing condition, not a fault of the item: its row is locked or the database is unreachable. */
const isBusy = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'temporarily_unavailable';

function logAndBackOff(
  { id }: { readonly id: string },
  { log, backoff }: FailureHandling,
  error: unknown,
): void {
  if (!isBusy(error)) backoff.add(id);
  log[isBusy(error) ? 'warn' : 'error']({ operation_id: id, err: error }, 'operation failed; retrying');
}
