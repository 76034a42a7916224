import { isId } from '../../domain/id.js';
import type { MikroORM } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { RequestLog } from '../../ports/request-log.js';
import { Connection } from './connection.js';
import { asAnswer, sqlState } from './failure.js';
import { poolOf } from './orm.js';
import { insertText } from './row-write.js';
import { encodeRow } from './row.js';
import { tables } from './table.js';

/** Rows that one statement deletes, and accounts that one statement looks at. */
const sweptMost = 2_000;
const accountsMost = 20;

const { fields } = tables.request;
const insert = insertText(tables.request);
const uniqueViolation = '23505';

export function postgresRequestLog(orm: MikroORM): RequestLog {
  const apart = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    try {
      return await Connection.transaction(await poolOf(orm), (connection) => {
        // Losing a log line in a crash is acceptable; waiting for the disk would slow down other commits.
        connection.send({ text: 'set local synchronous_commit = off', values: [] });
        return work(connection);
      });
    } catch (error) {
      throw asAnswer(error);
    }
  };
  let account = '';
  return {
    async write(lines) {
      const values = [`[${lines.map((line) => encodeRow(fields, line)).join()}]`];
      try {
        await apart(async (connection) => connection.send({ text: insert, values }));
      } catch (error) {
        // The lines exist already: an earlier write succeeded, but its answer was lost. Checking each line first would
        // cost another index lookup.
        if (sqlState(error) !== uniqueViolation) throw error;
      }
    },
    async noteUses(uses) {
      const isKey = (id: string): boolean => isId('apiKey', id);
      const of = (table: 'api_key' | 'session', takes: (id: string) => boolean) =>
        noted(
          table,
          [...uses].filter(([id]) => takes(id)),
        );
      await apart(async (connection) => {
        await connection.rows(of('api_key', isKey));
        await connection.rows(of('session', (id) => !isKey(id)));
      });
    },
    async sweep(most) {
      for (;;) {
        const { last, count } = await apart(async (connection) => {
          const ids = (await connection.rows(accountsAfter(account))).map(({ id }) => id);
          return { last: ids.at(-1), count: await swept(connection, tooMany(ids, most)) };
        });
        if (count > 0) return count;
        account = last ?? '';
        if (last === undefined) return 0;
      }
    },
  };
}

/** Usually nothing is found, and then nothing is written. */
async function swept(connection: Connection, found: RawBuilder<{ id: string }>): Promise<number> {
  const ids = (await connection.rows(found)).map(({ id }) => id);
  if (ids.length > 0) connection.send({ text: 'delete from request where id = any($1)', values: [ids] });
  return ids.length;
}

/** Rows locked by another transaction are skipped; their next use is recorded instead. */
const noted = (table: 'api_key' | 'session', uses: readonly (readonly [id: string, at: Date])[]) => {
  const [ids, times] = [uses.map(([id]) => id), uses.map(([, at]) => at.toISOString())];
  return sql`with free as (select id from ${sql.table(table)} where id = any(${ids}) for no key update skip locked)
    update ${sql.table(table)} k set last_used_at = greatest(k.last_used_at, u.at)
      from unnest(${ids}::text[], ${times}::timestamptz[]) as u(id, at)
      where k.id = u.id and k.id in (select id from free)`;
};

const accountsAfter = (id: string) =>
  sql<{ id: string }>`select id from account where id > ${id} order by id limit ${accountsMost}`;

/** For each of these accounts: some of the lines beyond the newest `most`. */
const tooMany = (accountIds: readonly string[], most: number) => sql<{ id: string }>`select r.id
  from unnest(${accountIds}::text[]) as a(id) cross join lateral (select r.id from request r
    where r.account_id = a.id order by r.id desc offset ${most} limit ${sweptMost}) r`;
