/**
 * The row of a unique key, for a lateral join. With a plain equality join the planner chooses: for a table that is
 * small when the plan is made, it scans the whole table, or an index with the key in second place, and keeps that plan
 * when the table has grown. With this order and limit, only the index that begins with the key fits.
 */
export const keyed = (table: string, key: string, value: string): string =>
  `from "${table}" where ${key} between ${value} and ${value} order by ${key} limit 1`;
