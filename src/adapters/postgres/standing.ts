import type { MikroORM } from '@mikro-orm/postgresql';
import { rowsOf } from './connection.js';
import { poolOf } from './orm.js';
import { sizesOfTables } from './storage.js';

/** Figures of the whole database. */
export interface Standing {
  readonly payoutsStopped: boolean;
  readonly isRestored: boolean;
  /** Bytes per table, with its indexes and partitions. */
  readonly bytes: Readonly<Record<string, number>>;
  /** Bytes of WAL that the server keeps for each replication slot. */
  readonly slots: Readonly<Record<string, number>>;
}

const text = `select payouts_stopped as "payoutsStopped", restored_at is not null as "isRestored", (
    select json_object_agg(name, bytes) from (${sizesOfTables}) t
  ) as bytes, coalesce((
    select json_object_agg(slot_name, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) from pg_replication_slots
      where restart_lsn is not null
  ), '{}') as slots from platform`;

export async function standingOf(orm: MikroORM): Promise<Standing | undefined> {
  const [row] = await rowsOf<Standing>(await poolOf(orm), { text, values: [] });
  return row;
}
