import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { idFloor } from '../../domain/id.js';
import type { RequestLog } from '../../ports/request-log.js';
import { Connection } from './connection.js';
import { asAnswer } from './failure.js';
import { poolOf } from './orm.js';
import { insertText } from './row-write.js';
import { encodeRow } from './row.js';
import { tables } from './table.js';

/** Rows that one statement takes away, and accounts that one looks at. */
const sweptMost = 2_000;
const accountsMost = 20;

const { fields } = tables.request;
const insert = `${insertText(tables.request)} on conflict do nothing`;

export function postgresRequestLog(orm: MikroORM): RequestLog {
  const apart = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    try {
      return await Connection.transaction(await poolOf(orm), (connection) => {
        // A line that a crash loses is not worth a wait for the disk, which others would share.
        connection.send({ text: 'set local synchronous_commit = off', values: [] });
        return work(connection);
      });
    } catch (error) {
      throw asAnswer(error);
    }
  };
  let account = '';
  return {
    write: (lines) =>
      apart(async (connection) =>
        connection.send({
          text: insert,
          values: [`[${lines.map((line) => encodeRow(fields, line)).join()}]`],
        }),
      ),
    async sweep({ since, most }) {
      const old = await apart((connection) => connection.rows(outlived(since)));
      if (old.length > 0) return old.length;
      for (;;) {
        const { last, swept } = await apart(async (connection) => {
          const accounts = await connection.rows(accountsAfter(account));
          const ids = accounts.map(({ id }) => id);
          const rows = ids.length === 0 ? [] : await connection.rows(tooMany(ids, most));
          return { last: ids.at(-1), swept: rows.length };
        });
        if (swept > 0) return swept;
        account = last ?? '';
        if (last === undefined) return 0;
      }
    },
  };
}

const outlived = (since: Date) => sql<object>`delete from request where id in (
    select id from request where id < ${idFloor('request', since)} order by id limit ${sweptMost} for update skip locked)
  returning 1`;

const accountsAfter = (id: string) =>
  sql<{ id: string }>`select id from account where id > ${id} order by id limit ${accountsMost}`;

/** Of each of these accounts some of the lines behind the newest. */
const tooMany = (accountIds: readonly string[], most: number) => sql<object>`delete from request where id in (
    select r.id from unnest(${accountIds}::text[]) as a(id) cross join lateral (
      select r.id from request r where r.account_id = a.id order by r.id desc offset ${most} limit ${sweptMost}) r)
  returning 1`;
