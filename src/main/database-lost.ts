import { setTimeout as sleep } from 'node:timers/promises';
import { isMomentary } from '../adapters/postgres/failure.js';
import { Unreachable } from '../adapters/postgres/reach.js';
import { Refusal } from '../domain/refusal.js';

/** A file or folder error, whose code could also come from a database connection. */
export function isOfFile(error: unknown): error is Error {
  return error instanceof Error && ('path' in error || isOfFile(error.cause));
}

/** The embedded PostgreSQL ended before the start had finished. */
export class DatabaseLost extends Error {}

/** Whether the database was lost during a start, so that the start may succeed later. */
function isLoss(error: unknown): boolean {
  if (error instanceof DatabaseLost) return true;
  const origin = error instanceof Refusal ? error.cause : error;
  if (origin === undefined || origin instanceof Unreachable) return false;
  return isMomentary(origin) && !isOfFile(origin);
}

/**
 * Milliseconds a start waits for a database to answer, and also for a lost database to return, from the first
 * loss.
 */
const startAgainMs = 60_000;
const pauseMs = 500;

/** Repeats a start that loses its database, unless the process was told to stop. */
export async function startedDespiteLoss<T>(
  start: () => Promise<T>,
  { signal, onLoss }: { readonly signal: AbortSignal; readonly onLoss: (error: unknown) => void },
): Promise<T> {
  let lostAt: number | undefined;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (signal.aborted || !isLoss(error)) throw error;
      lostAt ??= performance.now();
      if (performance.now() - lostAt > startAgainMs) throw error;
      onLoss(error);
      await sleep(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}
