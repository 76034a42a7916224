/**
 * From a table, the row of a unique key: to be joined laterally. A join by equality leaves the planner a choice, and for a
 * table that has few rows when the plan is made it reads all of them, or all of an index that has the key behind other
 * columns, and goes on so when there are many. An order and a limit leave it the index that begins with the key.
 */
export const keyed = (table: string, key: string, value: string): string =>
  `from "${table}" where ${key} between ${value} and ${value} order by ${key} limit 1`;
