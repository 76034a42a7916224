import { sql, type RawBuilder } from 'kysely';
import { timeText } from '../../domain/moment.js';
import { countedMost, guessLimits } from '../../domain/sign-in.js';
import type { SignIns } from '../../ports/sign-in.js';
import { instant } from './column.js';
import { compiled, type Connection } from './connection.js';
import { columnsOf, decodeRow } from './row.js';

const liveOf = (emailHash: string) =>
  sql`email_hash = ${emailHash} and ended_at is null and expires_at > business_now()`;

/** Sign-in codes, in an open transaction. */
export function signInsOf(connection: Connection): SignIns {
  const made = async (condition: RawBuilder<unknown>, since: Date): Promise<Date[]> => {
    const rows = await connection.rows(sql<{ at: string }>`select asked_at as at from sign_in_asked
      where ${condition} and asked_at > ${timeText(since)} order by asked_at desc limit ${countedMost}`);
    return rows.map(({ at }) => instant(at));
  };
  return {
    async codesMade({ emailHash, clientHash }, since) {
      const [ofEmail, ofClient] = [sql`email_hash = ${emailHash}`, sql`client_hash = ${clientHash}`];
      const [pair, address, client, live] = await Promise.all([
        made(sql`${ofEmail} and ${ofClient}`, since),
        made(ofEmail, since),
        made(ofClient, since),
        connection.rows(
          sql`select id from sign_in_code where ${liveOf(emailHash)} and tries < ${guessLimits.inAll} limit 1`,
        ),
      ]);
      return { pair, address, client, hasLive: live.length > 0 };
    },
    keepCode({ emailHash, clientHash, codeHash, expiresAt }, now) {
      const [at, until] = [now, expiresAt].map(timeText);
      const statements = [
        sql`insert into sign_in_asked (email_hash, client_hash, asked_at) values (${emailHash}, ${clientHash}, ${at})`,
        sql`insert into sign_in_code (email_hash, client_hash, code_hash, expires_at)
          values (${emailHash}, ${clientHash}, ${codeHash}, ${until})`,
      ];
      for (const each of statements) connection.send(compiled(each));
    },
    guess: (guess) => compared(connection, guess),
    ...challengesOf(connection),
    ...devicesOf(connection),
    async invitationsOf(accountId, since) {
      const [row] = await connection.rows(sql<{ open: string; mailed: string }>`select
        (select count(*) from member where account_id = ${accountId} and status = 'invited'
          and invitation_expires_at > business_now()) as open,
        (select count(*) from mail where account_id = ${accountId} and kind = 'invitation'
          and created_at > ${timeText(since)}) as mailed`);
      return { open: Number(row?.open ?? 0), mailed: Number(row?.mailed ?? 0) };
    },
  };
}

const challengesOf = (connection: Connection): Pick<SignIns, 'keepChallenge' | 'takeChallenge'> => ({
  async keepChallenge({ challengeHash, bindingHash, askerHash, lastsMs }, most) {
    connection.send(
      compiled(sql`delete from sign_in_challenge where challenge_hash in (select challenge_hash from sign_in_challenge
        where expires_at <= business_now() order by expires_at limit 10 for update skip locked)`),
    );
    const rows = await connection.rows(sql`insert into sign_in_challenge
        (challenge_hash, binding_hash, asker_hash, expires_at)
      select ${challengeHash}, ${bindingHash}, ${askerHash}, business_now() + ${lastsMs} * interval '1 millisecond'
      where (select count(*) from sign_in_challenge where asker_hash = ${askerHash} and expires_at > business_now())
        < ${most}::int
      returning challenge_hash`);
    return rows.length > 0;
  },
  async takeChallenge({ challengeHash, bindingHash }) {
    const rows = await connection.rows(sql<{ is_good: boolean }>`delete from sign_in_challenge
      where challenge_hash = ${challengeHash}
      returning binding_hash = ${bindingHash} and expires_at > business_now() as is_good`);
    return rows[0]?.is_good === true;
  },
});

/** Devices that are remembered for one person. */
const devicesMost = 50;

const isOpen = (emailHash: string) =>
  sql`email_hash = ${emailHash} and ended_at is null and expires_at > business_now()`;

const devicesOf = (connection: Connection): Pick<SignIns, 'seeDevice' | 'openSessions' | 'endSessions'> => ({
  async seeDevice({ emailHash, deviceHash }) {
    connection.send(
      compiled(sql`delete from sign_in_device where email_hash = ${emailHash} and device_hash in (
        select device_hash from sign_in_device where email_hash = ${emailHash}
        order by seen_at desc, device_hash offset ${devicesMost})`),
    );
    const rows = await connection.rows(sql<{ others: string; is_known: boolean }>`with known as (
        select count(*) as others, coalesce(bool_or(device_hash = ${deviceHash}), false) as is_known
        from sign_in_device where email_hash = ${emailHash}
      ), seen as (
        insert into sign_in_device (email_hash, device_hash, seen_at)
        values (${emailHash}, ${deviceHash}, business_now())
        on conflict (email_hash, device_hash) do update set seen_at = excluded.seen_at
      )
      select others, is_known from known`);
    const [{ others, is_known: isKnown } = { others: '0', is_known: false }] = rows;
    return isKnown ? 'known' : others === '0' ? 'first' : 'new';
  },
  async openSessions(emailHash, most) {
    const rows = await connection.rows(sql`select ${columnsOf('session', 's')} from session s
      where ${isOpen(emailHash)} order by id desc limit ${most}`);
    return rows.map((row) => decodeRow('session', row));
  },
  async endSessions(emailHash, which) {
    const these = 'id' in which ? sql`id = ${which.id}` : sql`id <> ${which.except}`;
    const rows = await connection.rows(sql`update session
      set ended_at = business_now(), version = version + 1 where ${isOpen(emailHash)} and ${these} returning id`);
    return rows.length;
  },
});

/** See `SignIns.guess`. */
async function compared(
  connection: Connection,
  { emailHash, clientHash, codeHash }: Parameters<SignIns['guess']>[0],
): Promise<boolean> {
  const rows = await connection.rows(sql<{
    is_right: boolean;
  }>`with live as materialized (
      select id, code_hash = ${codeHash} as is_right, tries, client_hash = ${clientHash} as is_own,
        coalesce((tries_by ->> ${clientHash})::int, 0) as own_tries
      from sign_in_code where ${liveOf(emailHash)} order by id for no key update
    ), client as (
      select coalesce(bool_or(is_own) and max(own_tries) = 0, false) as only_asked from live
    ), open as (
      select id, is_right from live, client where own_tries < ${guessLimits.ofClient}
        and (tries < ${guessLimits.inAll} or only_asked)
    ), counted as (
      select id, is_right from open where is_right or not exists (select from live where is_right)
    )
    update sign_in_code code set
      ended_at = case when is_right then business_now() end,
      tries = tries + case when is_right then 0 else 1 end,
      tries_by = case when is_right then tries_by else tries_by
        || jsonb_build_object(${clientHash}::text, coalesce((tries_by ->> ${clientHash})::int, 0) + 1) end
    from counted where code.id = counted.id
    returning is_right`);
  return rows.some(({ is_right: isRight }) => isRight);
}
