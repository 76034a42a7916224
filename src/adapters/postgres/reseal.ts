import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { snake } from '../../domain/noun/declare.js';
import { sealedFields, type SealedAt, type SealedField } from '../../domain/sealed.js';
import type { ResealAsk, ResealCursor, Store } from '../../ports/store.js';
import { poolOf } from './orm.js';
import { Connection } from './connection.js';

/** The table and the column of a sealed field. */
export const columnOf = ({ noun, field }: SealedField) => [snake(noun), snake(field)] as const;

/** Every column with text sealed by the vault. */
export const sealedColumns = sealedFields.map(columnOf);

/** Sealed fields that have a value in any database in use. */
const sampledFields: readonly SealedField[] = [
  { noun: 'account', field: 'ownerEmail' },
  { noun: 'customer', field: 'displayName' },
  { noun: 'beneficiary', field: 'details' },
  { noun: 'webhookEndpoint', field: 'secret' },
];

/** The oldest and the newest sealed text of each sampled field, with its row. */
export const sealedSamples = sql.join<{ sealed: string } & SealedAt>(
  sampledFields.flatMap((sampled) => {
    const [table, column] = columnOf(sampled);
    return ['asc', 'desc'].map(
      (
        order,
      ) => sql`(select ${sql.ref(column)} as sealed, id, ${sampled.noun}::text as noun, ${sampled.field}::text as field
        from ${sql.table(table)} where ${sql.ref(column)} is not null order by id ${sql.raw(order)} limit 1)`,
    );
  }),
  sql` union all `,
);

/** Reseals one group of rows in its own transaction. Rows that are done start with `start` and are skipped. */
export function reseal(orm: MikroORM, ask: ResealAsk): ReturnType<Store['reseal']> {
  const { from, limit, start, again } = ask;
  const sealedField = sealedFields[from.column];
  if (sealedField === undefined) throw new Error(`there is no sealed column ${from.column}`);
  const column = columnOf(sealedField);
  const [table, name] = [sql.table(column[0]), sql.ref(column[1])];
  return poolOf(orm).then((pool) =>
    Connection.transaction(pool, async (connection) => {
      const [seen] = await connection.rows(sql<{ last: string | null; count: string }>`
        select max(id) as last, count(*) from
          (select id from ${table} where id > ${from.afterId} order by id limit ${limit}) rows`);
      const last = seen?.last ?? from.afterId;
      const rows = await connection.rows(sql<{ id: string; sealed: string }>`
        select id, ${name} as sealed from ${table} where id > ${from.afterId} and id <= ${last}
          and ${name} is not null and not starts_with(${name}, ${start})
        order by id for no key update`);
      const fresh = rows.flatMap(({ id, sealed: before }) => {
        const sealed = again(before, { ...sealedField, id });
        return sealed === undefined ? [] : [{ id, sealed }];
      });
      if (fresh.length > 0) {
        await connection.rows(sql`update ${table} t set ${name} = r.sealed
          from json_to_recordset(${JSON.stringify(fresh)}) as r(id text, sealed text) where t.id = r.id`);
      }
      const isEnd = Number(seen?.count ?? 0) < limit;
      const counts = { resealed: fresh.length, unopened: rows.length - fresh.length };
      return { ...counts, next: isEnd ? nextColumn(from) : { ...from, afterId: last } };
    }),
  );
}

function nextColumn({ column }: ResealCursor): ResealCursor | undefined {
  return column + 1 < sealedColumns.length ? { column: column + 1, afterId: '' } : undefined;
}
