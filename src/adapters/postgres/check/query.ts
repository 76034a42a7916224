import type { Check } from '../../../ports/checker.js';

/** The most rows that are reported for a broken check. */
export const rowsMax = 20;

/** A check as a query over whole tables that returns no row while the check holds. */
export interface SqlCheck extends Check {
  readonly sql: string;
  readonly needsSimulator?: true;
  /** Condition over "broken", a row of `sql`: the row is expected in a restored backup, and "psp restored" settles it. */
  readonly expectedIf?: string;
}

/**
 * Rows that two queries disagree on. Both queries return `columns` and an amount. Amounts are summed by `columns`; a
 * sum that only one query has counts as a difference.
 */
export function difference(columns: string, stored: string, expected: string): string {
  return `select ${columns}, sum(amount) as stored_minus_expected from (
      select ${columns}, amount from (${stored}) stored (${columns}, amount)
      union all select ${columns}, -amount from (${expected}) expected (${columns}, amount)
    ) both_sides group by ${columns} having sum(amount) <> 0`;
}

export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** `('a','b'),('c','d')` for a VALUES list. */
export const sqlRows = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `(${sqlTexts(row)})`).join();

/** `'a','b'` for a list of values. */
export const sqlTexts = (texts: readonly string[]): string => texts.map(sqlText).join();
