import { sql, type RawBuilder } from 'kysely';
import type { LedgerSeal } from '../../domain/noun/ledger-seal.js';
import type { LeafSpan, SealBook, SealReads } from '../../ports/ledger-seal.js';
import { instant } from './column.js';
import type { Connection } from './connection.js';
import { columnsOf, decodeRow } from './row.js';

/** Runs one statement: on the pool, in a snapshot or in the checker. */
export type Read = <T>(query: RawBuilder<T>) => Promise<T[]>;

/** Entry numbers per statement. */
const numbersAtOnce = 2_000;

/** The entries of one balance in a time span: numbers above `after`, up to `upto`. */
interface NumberSpan {
  readonly currency: string;
  readonly after: string;
  readonly upto: string;
}

/** The number spans of an account's balances, in the order of the Merkle tree. */
export const numberSpans = ({ accountId, from, to }: LeafSpan) =>
  sql<NumberSpan>`select * from (
    select b.currency, last_seq(b.account_id, b.currency, ${from}) as after, last_seq(b.account_id, b.currency, ${to}) as upto
      from balance b where b.account_id = ${accountId} offset 0) s
    where s.upto > s.after order by s.currency collate "C"`;

/** Splits a number span into windows of one statement each. */
export function* windows({ after, upto }: Pick<NumberSpan, 'after' | 'upto'>): Generator<[number, number]> {
  for (let at = Number(after); at < Number(upto); at += numbersAtOnce)
    yield [at, Math.min(at + numbersAtOnce, Number(upto))];
}

export function sealReads(rowsOf: Read): SealReads {
  return {
    accountsToSeal: async (until, after, limit) =>
      (
        await rowsOf(sql<{ account_id: string }>`select distinct b.account_id from balance b
          left join sealing s on s.account_id = b.account_id
          where b.account_id > ${after} and b.as_of > '-infinity' and b.as_of >= coalesce(s.sealed_to, '-infinity')
            and coalesce(s.sealed_to, '-infinity') < ${until}
          order by b.account_id limit ${limit}`)
      ).map((row) => row.account_id),
    sealedTo: async (accountId) => {
      const [row] = await rowsOf(
        sql<{ sealed_to: string }>`select sealed_to from sealing where account_id = ${accountId}`,
      );
      return row && instant(row.sealed_to);
    },
    firstDay: async ({ accountId, from, to }) => {
      const [row] = await rowsOf(sql<{ day: string | null }>`
        select date_trunc('day', min(e.occurred_at), 'UTC') as day from (
          select b.currency, last_seq(b.account_id, b.currency, ${from}) + 1 as seq
            from balance b where b.account_id = ${accountId} offset 0) n
        cross join lateral (select occurred_at from entry
          where account_id = ${accountId} and currency = n.currency and seq = n.seq offset 0) e
        where e.occurred_at < ${to}`);
      return typeof row?.day === 'string' ? instant(row.day) : undefined;
    },
    leafHashes: (span) => leafHashes(rowsOf, span),
    closingBalances: (accountId, before) => closingBalances(rowsOf, accountId, before),
    sealKeys: async () =>
      (
        await rowsOf(sql<{ id: string; public_key: string; created_at: string }>`
          select id, public_key, created_at from seal_key order by created_at desc, id limit 1000`)
      ).map((row) => ({ id: row.id, publicKey: row.public_key, createdAt: instant(row.created_at) })),
    sealRound: async () => {
      const [row] = await rowsOf(sql<{ at: string }>`select next_step_at as at from seal_round`);
      return row && instant(row.at);
    },
  };
}

async function* leafHashes(rowsOf: Read, span: LeafSpan): AsyncGenerator<readonly Uint8Array[]> {
  for (const { currency, ...numbers } of await rowsOf(numberSpans(span))) {
    for (const [after, upto] of windows(numbers)) {
      const rows = await rowsOf(sql<{ hash: string }>`
        select encode(sha256('\\x00'::bytea || convert_to(leaf, 'UTF8')), 'hex') as hash
          from ledger_leaves(${span.accountId}, ${currency}, ${after}, ${upto}) order by number`);
      yield rows.map(({ hash }) => Buffer.from(hash, 'hex'));
    }
  }
}

const heldIn = (ledger: string) =>
  sql`max(written_amount(s.credits - s.debits, b.currency)) filter (where s.ledger = ${sql.lit(ledger)})`;

async function closingBalances(rowsOf: Read, accountId: string, before: Date) {
  const rows = await rowsOf(sql<LedgerSeal['balances'][number]>`
    select b.currency, b.seq::text as number, ${heldIn('available')} as available, ${heldIn('pending')} as pending,
        ${heldIn('reserved')} as reserved, ${heldIn('in_settlement')} as in_settlement, ${heldIn('earnings')} as earnings
      from (select account_id, currency, last_seq(account_id, currency, ${before}) as seq
        from balance where account_id = ${accountId} offset 0) b
      cross join lateral bucket_sums(b.account_id, b.currency, b.seq) s
      where b.seq > 0 group by b.currency, b.seq order by b.currency collate "C"`);
  return [...rows];
}

export function sealBook(connection: Connection): SealBook {
  return {
    close: async (accountId, until) => {
      await connection.rows(sql`select close_days(${accountId}, ${until})`);
    },
    last: async (accountId) => {
      const [row] = await connection.look(sql`select ${columnsOf('ledgerSeal')} from ledger_seal
        where account_id = ${accountId} order by number desc limit 1`);
      return row === undefined ? undefined : decodeRow('ledgerSeal', row);
    },
    setSealedTo: async (accountId, at) => {
      await connection.rows(sql`insert into sealing (account_id, sealed_to) values (${accountId}, ${at})
        on conflict (account_id) do update set sealed_to = greatest(sealing.sealed_to, excluded.sealed_to)`);
    },
    keepKey: async (id, publicKey) => {
      await connection.rows(sql`insert into seal_key (id, public_key, created_at)
        values (${id}, ${publicKey}, business_now()) on conflict do nothing`);
      const [row] = await connection.rows(
        sql<{ public_key: string }>`select public_key from seal_key where id = ${id}`,
      );
      return row?.public_key ?? '';
    },
    setRound: async (at) => {
      await connection.rows(sql`insert into seal_round (name, next_step_at) values ('seals', ${at})
        on conflict (name) do update set next_step_at = excluded.next_step_at`);
    },
  };
}
