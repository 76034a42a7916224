/**
 * Aborted by the first SIGTERM or SIGINT, with the signal's name as reason. Later signals are ignored,
 * because a terminal signals the whole process group and npm signals its child again.
 */
export function endSignal(): AbortSignal {
  const ending = new AbortController();
  const end = (signal: NodeJS.Signals): void => ending.abort(signal);
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  return ending.signal;
}

/**
 * Runs the work with an abort signal for the first SIGTERM or SIGINT; afterwards these signals end the
 * process again.
 */
export async function withEndSignal<T>(work: (end: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const end = (signal: NodeJS.Signals): void => ending.abort(signal);
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    return await work(ending.signal);
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}

/**
 * The result of the work, or a rejection as soon as the signal is aborted. For work that leaves nothing
 * behind.
 */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
