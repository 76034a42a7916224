/** The accounts whose rows a read may see; null sees all. A foreign row is left out as if it were absent. */
export type Sight = readonly string[] | null;

/** Names a row together with the account that it belongs to. */
export interface Owned {
  readonly accountId: string;
  readonly id: string;
}

/** The part of a list that is wanted: rows older than `after`, and no more than `limit` of them. */
export interface Stretch {
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * A stretch of a list. `next` is where the list goes on, and null at its end. A rare filter ends a stretch early:
 * it may then hold fewer rows than were asked for, or none, although there is more.
 */
export interface Stretched<T> {
  readonly rows: readonly T[];
  readonly next: string | null;
}
