import type { Reader } from './reader.js';
import type { Reports } from './report.js';

/** What answered a read that a replica may answer: the replica, or the primary because it was behind or away. */
export type ReplicaOutcome = 'replica' | 'behind' | 'away';

/** A database replica for reads whose answers are never stale (docs/high-availability.md). */
export interface Replica {
  /** Current end of the primary's log, opaque: everything committed earlier is before it. */
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
