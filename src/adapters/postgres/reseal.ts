import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { declared } from '../../domain/noun/all.js';
import { snake } from '../../domain/noun/declare.js';
import type { ResealAsk, SealedPlace, Store } from '../../ports/store.js';
import { poolOf } from './orm.js';
import { Connection } from './connection.js';

/** Every column that holds text sealed by the vault. */
export const sealedColumns: readonly (readonly [table: string, column: string])[] = [
  ['account', 'owner_email'],
  ...declared.flatMap(({ noun, fields }) =>
    Object.entries(fields).flatMap(([name, { sealed }]) =>
      sealed ? [[snake(noun), snake(name)] as const] : [],
    ),
  ),
  ['funding_account', 'payer'],
  ['webhook_endpoint', 'url'],
  ['webhook_endpoint', 'secret'],
  ['webhook_endpoint', 'previous_secret'],
];

/** Columns of which some bear a text in every database that is in use. */
const sampledColumns = [
  ['account', 'owner_email'],
  ['customer', 'display_name'],
  ['beneficiary', 'details'],
  ['webhook_endpoint', 'secret'],
] as const;

/** The oldest and the newest sealed text of each. */
export const sealedSamples = sql.join<{ sealed: string }>(
  sampledColumns.flatMap(([table, column]) =>
    ['asc', 'desc'].map(
      (order) => sql`(select ${sql.ref(column)} as sealed from ${sql.table(table)}
        where ${sql.ref(column)} is not null order by id ${sql.raw(order)} limit 1)`,
    ),
  ),
  sql` union all `,
);

/** Each step commits by itself and looks at a bounded number of rows; what is done is recognised by its key id. */
export function reseal(orm: MikroORM, ask: ResealAsk): ReturnType<Store['reseal']> {
  const { from, limit, keyId, again } = ask;
  const place = sealedColumns[from.column];
  if (place === undefined) throw new Error(`there is no sealed column ${from.column}`);
  const [table, name] = [sql.table(place[0]), sql.ref(place[1])];
  return poolOf(orm).then((pool) =>
    Connection.transaction(pool, async (connection) => {
      const [seen] = await connection.rows(sql<{ last: string | null; count: string }>`
        select max(id) as last, count(*) from
          (select id from ${table} where id > ${from.afterId} order by id limit ${limit}) rows`);
      const last = seen?.last ?? from.afterId;
      const rows = await connection.rows(sql<{ id: string; sealed: string }>`
        select id, ${name} as sealed from ${table} where id > ${from.afterId} and id <= ${last}
          and ${name} is not null and split_part(${name}, ':', 1) <> ${keyId}
        order by id for no key update`);
      if (rows.length > 0) {
        const fresh = rows.map(({ id, sealed }) => ({ id, sealed: again(sealed) }));
        await connection.rows(sql`update ${table} t set ${name} = r.sealed
          from json_to_recordset(${JSON.stringify(fresh)}) as r(id text, sealed text) where t.id = r.id`);
      }
      const isEnd = Number(seen?.count ?? 0) < limit;
      return { resealed: rows.length, next: isEnd ? nextColumn(from) : { ...from, afterId: last } };
    }),
  );
}

function nextColumn({ column }: SealedPlace): SealedPlace | undefined {
  return column + 1 < sealedColumns.length ? { column: column + 1, afterId: '' } : undefined;
}
