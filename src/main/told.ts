/**
 * Aborted by the first SIGTERM or SIGINT, with its name for a reason. A terminal tells the whole group of processes, and
 * npm tells its own again: the others change nothing.
 */
export function toldToEnd(): AbortSignal {
  const ending = new AbortController();
  const end = (signal: NodeJS.Signals): void => ending.abort(signal);
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  return ending.signal;
}

/** Runs the work with a signal that the first SIGTERM or SIGINT aborts; afterwards they end the process again. */
export async function heedingEnd<T>(work: (end: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const end = (signal: NodeJS.Signals): void => ending.abort(signal);
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    return await work(ending.signal);
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}

/** The result of the work, or the reason at once; for work of which nothing is left where nobody waits for it. */
export async function unlessTold<T>(told: AbortSignal, work: Promise<T>): Promise<T> {
  told.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(told.reason);
  told.addEventListener('abort', stop);
  try {
    return await Promise.race([work, promise]);
  } finally {
    told.removeEventListener('abort', stop);
  }
}
