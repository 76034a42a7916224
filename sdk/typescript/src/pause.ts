const firstMs = 250;
const mostMs = 8_000;

/** A random pause below a bound that doubles per attempt, so that clients do not retry all at once. */
export function backoffMs(attempts: number): number {
  return Math.ceil(Math.random() * Math.min(mostMs, firstMs * 2 ** (attempts - 1)));
}

/** Milliseconds from Retry-After, which is in seconds or a date; 0 without the header. */
export function retryAfterMs(headers: Headers, now = Date.now()): number {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}

/** Waits; rejects with the signal's reason if it is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}
