import type { Retention } from '../domain/retention.js';
import type { DaySize } from '../domain/storage.js';

/** A table with its indexes and partitions. */
export interface TableSize {
  readonly name: string;
  /** The planner's estimate; null until the table was analysed. */
  readonly rows: number | null;
  readonly bytes: number;
}

export interface DatabaseSize {
  /** The whole database. */
  readonly bytes: number;
  /** Largest first. */
  readonly tables: readonly TableSize[];
}

/** Partitions that were dropped, with all rows that were older than their table keeps them. */
export interface Dropped {
  readonly table: string;
  readonly partitions: readonly string[];
}

/** Sizes now, and the record of them by days of machine time. */
export interface Storage {
  sizes(): Promise<DatabaseSize>;
  /** Sizes of each table on the last days, oldest first. */
  history(): Promise<ReadonlyMap<string, readonly DaySize[]>>;
  /** Records today's sizes unless they are recorded, and lets go of records older than 90 days. */
  recordSizes(): Promise<void>;
  /**
   * Drops expired data, and creates the partitions of the coming days. `isBusy`: a table was in use by something long,
   * and is to be tried again.
   */
  dropExpired(
    retention: Retention,
  ): Promise<{ readonly dropped: readonly Dropped[]; readonly isBusy: boolean }>;
  /** Deletes rows that are older than they are kept, of tables without partitions; how many. */
  sweepExpired(retention: Retention): Promise<number>;
}

/** Bytes left on the database's volume, where the database has that size; null if unknown. */
export type FreeBytes = (databaseBytes: number) => Promise<number | null>;
