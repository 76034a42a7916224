import { vi } from 'vitest';

const { waitFor } = vi;

/** Milliseconds. */
interface Patience {
  readonly timeout: number;
  readonly interval?: number;
}

/** Looks again and again for a minute: a busy machine takes its time. */
export const patience = { timeout: 60_000 } as const;

/** Looks again and again until the check passes. */
export const eventually = <T>(check: () => T | Promise<T>, within: Patience = patience): Promise<T> =>
  waitFor(check, within);
