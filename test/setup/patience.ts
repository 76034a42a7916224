/** Looks again and again for ten seconds: a busy machine takes its time. */
export const patience = { timeout: 10_000 } as const;
