/** The next times at which workers have something to do. */
export interface NextWork {
  /** Work due at a fixed time: an expiry, the retry of a delivery, a cut-off. */
  readonly once: Date | null;
  /** Work repeated until something answers: look-ups, polls, test deliveries to a failing endpoint. */
  readonly repeated: Date | null;
}

/** The state of an advance with regard to repeated work. */
export interface StepPace {
  /** Consecutive steps for repeated work that came shortly after the step before. */
  readonly near: number;
  /** The shortest step taken for repeated work alone. */
  readonly strideMs: number;
}

export const firstPace: StepPace = { near: 0, strideMs: 60_000 };

/** Repeated work due within this time belongs to the step before, up to this many times in a row. */
const nearMs = 15_000;
const nearMost = 8;

/**
 * The next step of an advance to `target`. Work due at a fixed time gets a step at that time. Repeated work is done
 * at each step; on its own it gets steps at growing intervals, because it would need one for each of its intervals.
 */
export function nextStep(
  now: Date,
  { once, repeated }: NextWork,
  { target, pace }: { readonly target: Date; readonly pace: StepPace },
): { readonly to: Date; readonly pace: StepPace } {
  const fixed = once !== null && once < target ? once : target;
  const atFixed = { to: fixed, pace: { ...pace, near: 0 } };
  if (repeated === null || repeated >= fixed) return atFixed;
  if (repeated.getTime() - now.getTime() <= nearMs && pace.near < nearMost)
    return { to: repeated, pace: { ...pace, near: pace.near + 1 } };
  const to = new Date(Math.max(repeated.getTime(), now.getTime() + pace.strideMs));
  return to < fixed ? { to, pace: { near: 0, strideMs: 2 * pace.strideMs } } : atFixed;
}
