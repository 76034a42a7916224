import type { MikroORM } from '@mikro-orm/postgresql';
import type { Replica } from '../../ports/replica.js';
import { parsePosition, positionText, type Position } from './position.js';
import { runsOnReplica } from './read/run.js';
import { postgresReader } from './reader.js';
import type { ReplicaReads } from './replica.js';
import { postgresReports } from './report/reports.js';
import type { OnConnect } from './report/snapshot.js';

interface Primary {
  readonly orm: MikroORM;
  readonly onConnect: OnConnect;
  /** Concurrent reads on the primary, for reads that the replica does not answer. */
  readonly slots?: number | undefined;
}

export function replicaPort(replica: ReplicaReads, { orm, onConnect, slots }: Primary): Replica {
  const readerAt = (position?: Position) =>
    postgresReader(orm, slots, (own) => runsOnReplica(own, replica, position));
  const reports = postgresReports(orm, onConnect, replica);
  const present = { reader: readerAt(), reports };
  return {
    counts: replica.counts,
    get trouble() {
      return replica.trouble;
    },
    position: async () => positionText(await replica.position()),
    at(text = '') {
      const position = parsePosition(text);
      return position === undefined ? present : { reader: readerAt(position), reports };
    },
  };
}
