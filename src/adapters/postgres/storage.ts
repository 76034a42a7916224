import type { MikroORM } from '@mikro-orm/postgresql';
import type { DaySize } from '../../domain/storage.js';
import type { DatabaseSize, Storage } from '../../ports/storage.js';
import { rowsOf, writtenRowsOf } from './connection.js';
import { asAnswer } from './failure.js';
import { poolOf } from './orm.js';
import { dropExpired } from './retention.js';
import { sweepExpired } from './sweep.js';

const historyDays = 90;

/** One row per table. Partitions count towards their table. */
export const sizesOfTables = `select coalesce(parent.relname, own.relname)::text as name,
    sum(pg_total_relation_size(own.oid)) as bytes,
    case when bool_or(own.reltuples >= 0) then sum(greatest(own.reltuples, 0)) end as rows
  from pg_class own
    left join pg_inherits i on i.inhrelid = own.oid
    left join pg_class parent on parent.oid = i.inhparent
  where own.relkind = 'r' and own.relnamespace = current_schema()::regnamespace
  group by 1`;

const sizes = `select pg_database_size(current_database()) as bytes,
  (select json_agg(t order by bytes desc, name) from (${sizesOfTables}) t) as tables`;

const history = `select name, json_agg(json_build_object('day', day, 'bytes', bytes) order by day) as days
  from table_size group by name`;

/** Only the first measurement of a day is stored. */
const record = `with old as (delete from table_size where day < (machine_now() at time zone 'UTC')::date - ${historyDays})
  insert into table_size (day, name, bytes)
    select (machine_now() at time zone 'UTC')::date, name, bytes from (${sizesOfTables}) t
    where not exists (select from table_size where day = (machine_now() at time zone 'UTC')::date)
    on conflict do nothing`;

export function postgresStorage(orm: MikroORM): Storage {
  const readWith = async <T>(ask: typeof rowsOf, text: string): Promise<T[]> => {
    try {
      return await ask<T>(await poolOf(orm), { text, values: [] });
    } catch (error) {
      throw asAnswer(error);
    }
  };
  return {
    async sizes() {
      const [row] = await readWith<{ bytes: string; tables: DatabaseSize['tables'] }>(rowsOf, sizes);
      return { bytes: Number(row?.bytes ?? 0), tables: row?.tables ?? [] };
    },
    async history() {
      const rows = await readWith<{ name: string; days: DaySize[] }>(rowsOf, history);
      return new Map(rows.map(({ name, days }) => [name, days]));
    },
    dropExpired: dropExpired(orm),
    sweepExpired: (retention) => sweepExpired(orm, retention),
    async recordSizes() {
      await readWith(writtenRowsOf, record);
    },
  };
}
