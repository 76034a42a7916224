import { setTimeout as sleep } from 'node:timers/promises';
import { isMomentary } from '../adapters/postgres/failure.js';
import { Unreachable } from '../adapters/postgres/reach.js';
import { Refusal } from '../domain/refusal.js';

/** A file or folder that cannot be used, with a code that a connection to the database might have too. */
export function isOfFile(error: unknown): error is Error {
  return error instanceof Error && ('path' in error || isOfFile(error.cause));
}

/** The PostgreSQL that a start had begun ended before the start did. */
export class DatabaseLost extends Error {}

/** Whether the database went away during a start, so that the same start may succeed when it runs again. */
function isLoss(error: unknown): boolean {
  if (error instanceof DatabaseLost) return true;
  const origin = error instanceof Refusal ? error.cause : error;
  if (origin === undefined || origin instanceof Unreachable) return false;
  return isMomentary(origin) && !isOfFile(origin);
}

/** A start waits this long for a database to answer; a lost database has the same time, counted from the first loss. */
const startAgainMs = 60_000;
const pauseMs = 500;

/** Runs a start again when it loses its database, unless the process was told to end. */
export async function startedDespiteLoss<T>(
  start: () => Promise<T>,
  { told, onLoss }: { readonly told: AbortSignal; readonly onLoss: (error: unknown) => void },
): Promise<T> {
  let lostAt: number | undefined;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (told.aborted || !isLoss(error)) throw error;
      lostAt ??= performance.now();
      if (performance.now() - lostAt > startAgainMs) throw error;
      onLoss(error);
      await sleep(pauseMs, undefined, { signal: told }).catch(() => told.throwIfAborted());
    }
  }
}
