/** One of the things that must hold at every moment, by its number in the list of invariants. */
export interface Check {
  readonly number: number;
  /** The invariant, as one sentence. */
  readonly name: string;
}

/** A check that does not hold: how many rows break it, and the first 20 of them as text. */
export interface Violation extends Check {
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly count: number;
}

/** `checks` are all that were run, in order; all of them hold where `violations` is empty. */
export interface CheckReport {
  readonly checks: readonly Check[];
  readonly violations: readonly Violation[];
}
