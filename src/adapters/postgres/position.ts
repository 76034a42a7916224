import type { Statement } from './connection.js';

/** A point in the write-ahead log. Within one timeline, primary and replicas have the same bytes at the same point. */
export interface Position {
  readonly timeline: number;
  readonly lsn: bigint;
}

export interface PositionRow {
  readonly timeline: string | null;
  readonly lsn: string | null;
}

const form = /^([0-9a-f]{8})([0-9a-f]{16})$/;

export function parsePosition(text: string): Position | undefined {
  const [, timeline, lsn] = form.exec(text) ?? [];
  if (timeline === undefined || lsn === undefined) return undefined;
  return { timeline: Number.parseInt(timeline, 16), lsn: BigInt(`0x${lsn}`) };
}

export const positionText = ({ timeline, lsn }: Position): string =>
  timeline.toString(16).padStart(8, '0') + lsn.toString(16).padStart(16, '0');

/** Whether a server at `there` has everything up to `needed`. */
export const covers = (there: Position, needed: Position): boolean =>
  there.timeline === needed.timeline && there.lsn >= needed.lsn;

/** Timeline of the current WAL. After a promotion the control file has it only from the first checkpoint on. */
const primaryTimeline = `('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::bigint`;
/** Timeline of the replayed WAL. Just after a promotion it may still be the previous timeline, never a later one. */
const replicaTimeline =
  'greatest((pg_control_checkpoint()).timeline_id, (pg_control_recovery()).min_recovery_end_timeline)';

/** The timeline of a server's log, primary or replica. */
export const presentTimeline = `case when pg_is_in_recovery() then ${replicaTimeline} else ${primaryTimeline} end`;
export const presentLsn =
  'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end';

/** A commit is acknowledged and visible only after its flush, and replicas receive only what is flushed. */
export const flushedStatement: Statement = {
  text: `select ${primaryTimeline}::text as timeline, (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as lsn`,
  values: [],
};

/** Returns no row on a server that is not a replica, because a promoted server has its own log. */
export const replayedStatement: Statement = {
  text: `select ${replicaTimeline}::text as timeline, (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as lsn
    where pg_is_in_recovery()`,
  values: [],
};

/** Cluster, timeline and database. pg_restore creates a database with another OID. */
export const presentSource = `(select system_identifier from pg_control_system()) || '-' || (${presentTimeline}) || '-' ||
  (select oid from pg_database where datname = current_database())`;

/** Equal on a primary and its replicas. */
export const clusterStatement: Statement = {
  text: 'select system_identifier::text as cluster from pg_control_system()',
  values: [],
};

export function positionOf(rows: readonly PositionRow[]): Position {
  const [row] = rows;
  if (typeof row?.timeline !== 'string' || row.lsn === null) throw new Error('the server is not a replica');
  return { timeline: Number(row.timeline), lsn: BigInt(row.lsn) };
}
