import { vi } from 'vitest';

const { waitFor } = vi;

/** Looks again and again for a minute: a busy machine takes its time. */
export const patience = { timeout: 60_000 } as const;

/** Looks again and again until the check passes. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => waitFor(check, patience);
