import { sql } from 'kysely';
import { written } from '../../domain/moment.js';
import type { SignIns } from '../../ports/sign-in.js';
import { instant } from './column.js';
import { compiled, type Connection } from './connection.js';

/** More than any limit counts. */
const countedMost = 100;

/** The codes within an open transaction. */
export function signInsOf(connection: Connection): SignIns {
  const made = async (column: 'email_hash' | 'client_hash', hash: string, since: Date): Promise<Date[]> => {
    const rows = await connection.rows(sql<{ at: string }>`select asked_at as at from sign_in_asked
      where ${sql.ref(column)} = ${hash} and asked_at > ${written(since)} order by asked_at desc limit ${countedMost}`);
    return rows.map(({ at }) => instant(at));
  };
  return {
    async codesMade({ emailHash, clientHash }, since) {
      const [ofEmail, ofClient] = await Promise.all([
        made('email_hash', emailHash, since),
        made('client_hash', clientHash, since),
      ]);
      return { ofEmail, ofClient };
    },
    keepCode({ emailHash, clientHash, codeHash, expiresAt }, { now, forgetBefore }) {
      const [at, before, until] = [now, forgetBefore, expiresAt].map(written);
      const statements = [
        sql`insert into sign_in_asked (email_hash, client_hash, asked_at) values (${emailHash}, ${clientHash}, ${at})`,
        sql`insert into sign_in_code (email_hash, code_hash, tries, expires_at) values (${emailHash}, ${codeHash}, 0, ${until})
          on conflict (email_hash) do update set code_hash = excluded.code_hash, tries = 0,
            expires_at = excluded.expires_at, ended_at = null`,
        sql`delete from sign_in_asked where id in (select id from sign_in_asked where asked_at < ${before}
          order by asked_at limit 10 for update skip locked)`,
        sql`delete from sign_in_code where email_hash in (select email_hash from sign_in_code
          where expires_at < ${before} order by expires_at limit 10 for update skip locked)`,
      ];
      for (const each of statements) connection.send(compiled(each));
    },
    async guess(emailHash, codeHash, triesMost) {
      const [row] = await connection.rows(sql<{
        is_right: boolean;
      }>`update sign_in_code set tries = tries + 1,
          ended_at = case when code_hash = ${codeHash} or tries + 1 >= ${triesMost} then business_now() end
        where email_hash = ${emailHash} and ended_at is null and expires_at > business_now()
        returning code_hash = ${codeHash} as is_right`);
      return row?.is_right ?? false;
    },
    async invitationsOf(accountId, since) {
      const [row] = await connection.rows(sql<{ open: string; mailed: string }>`select
        (select count(*) from member where account_id = ${accountId} and status = 'invited'
          and invitation_expires_at > business_now()) as open,
        (select count(*) from mail where account_id = ${accountId} and kind = 'invitation'
          and created_at > ${written(since)}) as mailed`);
      return { open: Number(row?.open ?? 0), mailed: Number(row?.mailed ?? 0) };
    },
  };
}
