/** Days for which the rows of these tables are kept; rows of other tables are kept for ever. */
export const keptDays: Readonly<Record<string, number>> = { request: 30, trace: 7 };
