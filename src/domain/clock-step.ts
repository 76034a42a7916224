/** When workers have something to do next, after now. */
export interface Ahead {
  /** Work with a time of its own: an expiry, the retry of a delivery, a cut-off. */
  readonly once: Date | null;
  /** Work that is repeated until something answers: look-ups, polls, test deliveries to an endpoint that is failing. */
  readonly repeated: Date | null;
}

/** How far an advance of the clock has come in waiting for repeated work. */
export interface Pace {
  /** Steps for repeated work that came shortly after the step before. */
  readonly near: number;
  /** The least time to the next step for repeated work alone. */
  readonly strideMs: number;
}

export const firstPace: Pace = { near: 0, strideMs: 60_000 };

/** Repeated work that is due so soon still belongs to the step before it, so many times in a row. */
const nearMs = 15_000;
const nearMost = 8;

/**
 * The next step of an advance to `target`. Work that has a time of its own gets a step at that time. Repeated work is done
 * at each step; it gets steps of its own ever more rarely, because it would need one for every interval that passes.
 */
export function nextStep(
  now: Date,
  { once, repeated }: Ahead,
  { target, pace }: { readonly target: Date; readonly pace: Pace },
): { readonly to: Date; readonly pace: Pace } {
  const fixed = once !== null && once < target ? once : target;
  const atFixed = { to: fixed, pace: { ...pace, near: 0 } };
  if (repeated === null || repeated >= fixed) return atFixed;
  if (repeated.getTime() - now.getTime() <= nearMs && pace.near < nearMost)
    return { to: repeated, pace: { ...pace, near: pace.near + 1 } };
  const to = new Date(Math.max(repeated.getTime(), now.getTime() + pace.strideMs));
  return to < fixed ? { to, pace: { near: 0, strideMs: 2 * pace.strideMs } } : atFixed;
}
