import type { Check } from '../../../ports/checker.js';

/** Rows shown of a check that is broken. */
export const shownMax = 20;

/** A check as a query over whole tables that returns no row while the check holds. */
export interface SqlCheck extends Check {
  readonly sql: string;
  readonly needsSimulator?: true;
  /** Condition over "broken", a row of `sql`: the row is expected in a restored backup, and "psp restored" settles it. */
  readonly expectedIf?: string;
}

/**
 * Rows on which two accounts of the same thing differ. Both queries give `columns` and an amount; the amounts
 * are summed by `columns`, and a row of either side without its like on the other shows as a difference.
 */
export function difference(columns: string, stored: string, told: string): string {
  return `select ${columns}, sum(amount) as stored_minus_expected from (
      select ${columns}, amount from (${stored}) stored (${columns}, amount)
      union all select ${columns}, -amount from (${told}) told (${columns}, amount)
    ) both_sides group by ${columns} having sum(amount) <> 0`;
}

export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** `('a','b'),('c','d')` for a VALUES list. */
export const sqlRows = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `(${sqlTexts(row)})`).join();

/** `'a','b'` for a list of values. */
export const sqlTexts = (texts: readonly string[]): string => texts.map(sqlText).join();
