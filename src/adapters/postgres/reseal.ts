import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { poolOf } from './orm.js';
import { Session } from './session.js';

/** Every column that holds text sealed by the vault. */
export const sealedColumns = [
  ['account', 'owner_email'],
  ['customer', 'display_name'],
  ['customer', 'profile'],
  ['beneficiary', 'details'],
  ['beneficiary', 'holder'],
  ['funding_account', 'payer'],
  ['webhook_endpoint', 'url'],
  ['webhook_endpoint', 'secret'],
  ['webhook_endpoint', 'previous_secret'],
] as const;

/** Resumable: each batch commits by itself, and what is done is recognised by its key id. */
export async function reseal(
  orm: MikroORM,
  ask: { limit: number; keyId: string; again: (sealed: string) => string },
): Promise<number> {
  for (const [table, column] of sealedColumns) {
    const done = await Session.transaction(await poolOf(orm), async (session) => {
      const name = sql.ref(column);
      const rows = await session.rows(sql<{
        id: string;
        sealed: string;
      }>`select id, ${name} as sealed from ${sql.table(table)}
        where ${name} is not null and split_part(${name}, ':', 1) <> ${ask.keyId}
        order by id limit ${ask.limit} for no key update`);
      const fresh = rows.map(({ id, sealed }) => ({ id, sealed: ask.again(sealed) }));
      if (fresh.length > 0) {
        await session.rows(sql`update ${sql.table(table)} t set ${name} = r.sealed
          from json_to_recordset(${JSON.stringify(fresh)}) as r(id text, sealed text) where t.id = r.id`);
      }
      return fresh.length;
    });
    if (done > 0) return done;
  }
  return 0;
}
