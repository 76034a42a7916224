import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { SearchHashAsk, Store } from '../../ports/store.js';
import { Connection } from './connection.js';
import { poolOf } from './orm.js';

type Unhashed = Parameters<SearchHashAsk['hash']>[0];

/**
 * Each step commits its rows together with the position reached. The lock on the position's row keeps other processes
 * out.
 */
export function hashSearched(
  orm: MikroORM,
  { limit, hash }: SearchHashAsk,
): ReturnType<Store['hashSearched']> {
  return poolOf(orm).then((pool) =>
    Connection.transaction(pool, async (connection) => {
      const [cursor] = await connection.rows(sql<{ after: string }>`
        select named_after as after from address_search for update skip locked`);
      if (cursor === undefined) return undefined;
      const rows = await connection.rows(sql<Unhashed>`
        select id, case when email_hash is null then profile end as profile,
            case when name_hash is null then display_name end as "displayName"
          from customer where id > ${cursor.after} order by id limit ${limit}`);
      const last = rows.at(-1);
      if (last === undefined) return 0;
      const found = rows.map((row) => ({ id: row.id, ...hash(row) }));
      await connection.rows(sql`update customer c
        set email_hash = coalesce(c.email_hash, f."emailHash"), name_hash = coalesce(c.name_hash, f."nameHash")
        from json_to_recordset(${JSON.stringify(found)}) as f(id text, "emailHash" text, "nameHash" text)
        where c.id = f.id and (f."emailHash" is not null or f."nameHash" is not null)`);
      await connection.rows(sql`update address_search set named_after = ${last.id}`);
      return rows.length;
    }),
  );
}
