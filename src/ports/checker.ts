/** An invariant that must always hold, by its number in the list of invariants. */
export interface Check {
  readonly number: number;
  /** The invariant, in one sentence. */
  readonly name: string;
}

/** Rows that violate a check: their number, and the first 20 as text. */
export interface Violation extends Check {
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly count: number;
}

/** `checks` lists every check that ran, in order. All of them hold if `violations` is empty. */
export interface CheckReport {
  readonly checks: readonly Check[];
  readonly violations: readonly Violation[];
  /** Rows that differ from a bank's record because the database is a restored backup: `psp restored` settles them. */
  readonly expected: readonly Violation[];
}
