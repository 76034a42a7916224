/** Supplement §2: how long a code holds, and how many guesses of it are looked at. */
export const codeMs = 600_000;
export const triesMost = 5;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How many codes an address of a person, and one of a client, may ask for within a time. */
export const codeLimits = {
  live: [
    { withinMs: minuteMs, most: 1 },
    { withinMs: hourMs, most: 5 },
    { withinMs: 24 * hourMs, most: 20 },
  ],
  sandbox: [{ withinMs: minuteMs, most: 60 }],
} as const;

/** As far back as any limit looks. */
export const askedWithinMs = 24 * hourMs;

/** Whether one more code may be made, after those that were made at these times. */
export function mayAsk(environment: 'sandbox' | 'live', made: readonly Date[], now: Date): boolean {
  return codeLimits[environment].every(
    ({ withinMs, most }) => made.filter((at) => now.getTime() - at.getTime() < withinMs).length < most,
  );
}
