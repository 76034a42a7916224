/** The accounts whose rows a read may return; null means all. Other rows are left out as if absent. */
export type Sight = readonly string[] | null;

/** A row and the account it belongs to. */
export interface OwnedRow {
  readonly accountId: string;
  readonly id: string;
}

/** The part of a list that is requested: rows older than `after`, at most `limit`. */
export interface PageBounds {
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * Part of a list. `next`: cursor of the rest; null at the end. With a rare filter, a part may hold fewer rows than
 * requested, or none, although there are more.
 */
export interface RowPage<T> {
  readonly rows: readonly T[];
  readonly next: string | null;
}
