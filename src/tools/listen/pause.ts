import { setTimeout as after } from 'node:timers/promises';

const shortestMs = 500;
const longestMs = 30_000;

/** Delays that double with each consecutive failure, from half a second to half a minute. */
export class Pauses {
  private next = shortestMs;

  take(leastMs = 0): number {
    const ms = Math.max(this.next, leastMs);
    this.next = Math.min(this.next * 2, longestMs);
    return ms;
  }

  reset(): void {
    this.next = shortestMs;
  }
}

/** Resolves early if aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await after(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
