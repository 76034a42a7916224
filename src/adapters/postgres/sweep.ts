import type { MikroORM } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { ExpiringData, Retention } from '../../domain/retention.js';
import { Connection } from './connection.js';
import { asAnswer } from './failure.js';
import { poolOf } from './orm.js';

/** Rows per transaction, and transactions per pass. */
const atOnce = 1_000;
const batchesMost = 50;

const most = sql.lit(atOnce);

/** For how long a device is known after its last sign-in. */
const deviceRetention = '400 days';

/**
 * Tables that cannot drop whole partitions, because a unique key without a time identifies their rows: a notice's
 * provider id, a trace's resource, a session's token. An index finds the oldest rows. Notices and traces age by machine
 * time.
 */
const swept: Readonly<Partial<Record<ExpiringData, (days: string) => readonly RawBuilder<unknown>[]>>> = {
  notices: (days) => [
    sql`delete from notice where (provider, id) in (select provider, id from notice
      where received_at < machine_now() - ${days}::interval order by received_at limit ${most})`,
  ],
  traces: (days) => [
    sql`delete from trace where resource_id in (select resource_id from trace
      where at < machine_now() - ${days}::interval order by at limit ${most} for update skip locked)`,
  ],
  codes: (days) => [
    sql`delete from sign_in_code where id in (select id from sign_in_code
      where expires_at < business_now() - ${days}::interval order by expires_at limit ${most} for update skip locked)`,
    sql`delete from sign_in_asked where id in (select id from sign_in_asked
      where asked_at < business_now() - ${days}::interval order by asked_at limit ${most} for update skip locked)`,
  ],
  // A session lasts at most 12 hours, and its id contains its start time.
  sessions: (days) => [
    sql`delete from session where id in (select id from session
      where id < id_floor('sess', business_now() - interval '12 hours' - ${days}::interval)
      order by id limit ${most} for update skip locked)`,
    sql`delete from operator_session where id in (select id from operator_session
      where id < id_floor('ops', business_now() - interval '12 hours' - ${days}::interval)
      order by id limit ${most} for update skip locked)`,
    sql`delete from sign_in_device where (email_hash, device_hash) in (select email_hash, device_hash from sign_in_device
      where seen_at < business_now() - ${sql.lit(deviceRetention)}::interval
      order by seen_at limit ${most} for update skip locked)`,
  ],
};

/** Deletes some of the rows that are past their retention time. Returns how many. */
export async function sweepExpired(orm: MikroORM, retention: Retention): Promise<number> {
  let count = 0;
  for (const [data, statements] of Object.entries(swept))
    for (const each of statements(`${retention[data as ExpiringData]} days`))
      for (let batch = 0; batch < batchesMost; batch += 1) {
        const deleted = await deletedBy(orm, each);
        count += deleted;
        if (deleted < atOnce) break;
      }
  return count;
}

async function deletedBy(orm: MikroORM, statement: RawBuilder<unknown>): Promise<number> {
  try {
    return await Connection.transaction(await poolOf(orm), async (connection) => {
      const rows = await connection.rows(sql`${statement} returning 1`);
      return rows.length;
    });
  } catch (error) {
    throw asAnswer(error);
  }
}
