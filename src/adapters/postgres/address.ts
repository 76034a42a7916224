import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { AddressAsk, Store } from '../../ports/store.js';
import { Connection } from './connection.js';
import { poolOf } from './orm.js';

interface Unhashed {
  readonly id: string;
  readonly profile: string | null;
}

/** Each step commits by itself with the place that it came to; the row of that place keeps other processes off. */
export function hashAddresses(
  orm: MikroORM,
  { limit, hash }: AddressAsk,
): ReturnType<Store['hashAddresses']> {
  return poolOf(orm).then((pool) =>
    Connection.transaction(pool, async (connection) => {
      const [place] = await connection.rows(sql<{ after: string }>`
        select looked_after as after from address_search for update skip locked`);
      if (place === undefined) return undefined;
      const rows = await connection.rows(sql<Unhashed>`
        select id, case when email_hash is null then profile end as profile
          from customer where id > ${place.after} order by id limit ${limit}`);
      const last = rows.at(-1);
      if (last === undefined) return 0;
      const found = rows.flatMap(({ id, profile }) => {
        const emailHash = profile === null ? null : hash(profile, id);
        return emailHash === null ? [] : [{ id, hash: emailHash }];
      });
      if (found.length > 0) {
        await connection.rows(sql`update customer c set email_hash = f.hash
          from json_to_recordset(${JSON.stringify(found)}) as f(id text, hash text)
          where c.id = f.id and c.email_hash is null`);
      }
      await connection.rows(sql`update address_search set looked_after = ${last.id}`);
      return rows.length;
    }),
  );
}
