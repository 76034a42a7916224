import type { Reader } from './reader.js';
import type { Reports } from './report.js';

/** What answered a read that a replica may answer: the replica, or the primary because it was behind or away. */
export type ReplicaOutcome = 'replica' | 'behind' | 'away';

/** A replica of the database that answers reads, as true as the primary does (docs/high-availability.md). */
export interface Replica {
  /** Where the log of the primary ends now: everything that was committed before stands in front of it. Opaque. */
  position(): Promise<string>;
  /**
   * Reads that see everything before that position; without one, everything that was committed before they began. If the
   * replica does not reach it in time, the primary answers. Reports always see what was committed before they began.
   */
  at(position?: string): { readonly reader: Reader; readonly reports: Reports };
  readonly counts: Readonly<Record<ReplicaOutcome, number>>;
  /** Why reads go to the primary at the moment; undefined while the replica answers. */
  readonly trouble: Exclude<ReplicaOutcome, 'replica'> | undefined;
}
