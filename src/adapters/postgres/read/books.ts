import { sql } from 'kysely';
import { buckets } from '../../../domain/ledger.js';
import { exact } from '../../../domain/money.js';
import type {
  Balance,
  BalanceBefore,
  LedgerReads,
  NumberedEntry,
  StatementAsk,
} from '../../../ports/ledger-read.js';
import type { OwnedRow } from '../../../ports/sight.js';
import { instant } from '../column.js';
import { gatheredReads, none, textOf, type RunStatement } from '../gathered-reads.js';
import { balanceOf, numberedOf, type NumberedRow } from '../ledger-row.js';
import { settlementReads } from '../settlement.js';
import type { ArchiveRead } from './archived.js';
import {
  journalColumns,
  journalsFrom,
  journalWalk,
  type JournalEntryRow,
  type JournalRow,
} from './ledger.js';
import { keyedBy, owned, seen, type Seen } from './noun.js';
import { stretchOf, type RowsOf, type Runs } from './run.js';

type BookRead = Exclude<keyof LedgerReads, 'log' | 'logEnds' | 'events' | 'event' | 'eventsOf' | ArchiveRead>;

/** Reads of balances, entries and journals. */
export function bookReads(runs: Runs): Pick<LedgerReads, BookRead> {
  const { inSlot, locking } = runs;
  return {
    balances: readBalances(inSlot),
    balancesAt: (accountId, at) => balancesAt(locking, accountId, at),
    balancesAtEach: (accountId, times) => balancesAtEach(locking, accountId, times),
    statement: readStatement(inSlot),
    ...settlementReads(inSlot),
    ...journalReads(runs),
  };
}

/** The balances of accounts, sorted by currency. */
export function readBalances(run: RunStatement): LedgerReads['balances'] {
  return gatheredReads<string, Balance>(run, {
    text: textOf(sql`select a.ord, b.*
      from unnest(${none}::text[]) with ordinality as a (account_id, ord), lateral (
        select account_id, currency, as_of, available, pending, reserved, in_settlement, earnings
        from balance where account_id = a.account_id order by currency) b`),
    valuesOf: (accountIds) => [accountIds],
    nameOf: String,
    decode: (row) => balanceOf(row as Record<string, string>),
  });
}

/** Waits for uncommitted postings with an earlier time. */
async function balancesAt(rowsOf: RowsOf, accountId: string, at: Date): Promise<Balance[]> {
  const [settled] = await rowsOf(sql<{ at: string }>`select settled_at(${accountId}) as at`);
  const bound = new Date(Math.min(at.getTime() + 1, instant(settled?.at).getTime()));
  const rows = await rowsOf(sql<
    Record<string, string>
  >`select b.account_id, b.currency, m.as_of, ${sql.join(bucketColumns)}
    from (select b.account_id, b.currency, last_seq(b.account_id, b.currency, ${bound}) as seq
      from balance b where b.account_id = ${accountId} offset 0) b
    cross join lateral (
      select occurred_at as as_of from entry where account_id = b.account_id and currency = b.currency and seq = b.seq
      union select occurred_at from archive_balance where account_id = b.account_id and currency = b.currency and seq = b.seq) m
    cross join lateral bucket_sums(b.account_id, b.currency, b.seq) s
    group by b.account_id, b.currency, m.as_of order by b.currency`);
  return rows.map(balanceOf);
}

/** For charts, so it does not wait for uncommitted postings. Each point reads one mark and the entries after it. */
async function balancesAtEach(
  rowsOf: RowsOf,
  accountId: string,
  times: readonly Date[],
): Promise<BalanceBefore[]> {
  const rows = await rowsOf(sql<Record<'currency' | 'before' | 'available' | 'total', string>>`
    select b.currency, t.before, sum(s.credits - s.debits) filter (where s.ledger = 'available') as available,
        sum(s.credits - s.debits) filter (where s.ledger <> 'earnings') as total
      from (select currency from balance where account_id = ${accountId} offset 0) b
      cross join (select t.before from unnest(${times}::timestamptz[]) t (before)
        where t.before >= coalesce((select until from archive_border where account_id = ${accountId}), '-infinity') offset 0) t
      cross join lateral bucket_sums(${accountId}, b.currency, last_seq(${accountId}, b.currency, t.before)) s
      group by b.currency, t.before order by b.currency, t.before`);
  return rows.map(({ currency, before, available, total }) => ({
    currency,
    before: instant(before),
    available: exact(available),
    total: exact(total),
  }));
}

const bucketColumns = buckets.map(
  (bucket) =>
    sql`sum(s.credits - s.debits) filter (where s.ledger = ${sql.lit(bucket)}) as ${sql.ref(bucket)}`,
);

/** Greater than any entry number. */
const numberMax = '9223372036854775807';

function readStatement(run: RunStatement): LedgerReads['statement'] {
  const read = gatheredReads<StatementAsk, NumberedEntry>(run, {
    text: `with page as materialized (
        select p.ord, e.*
          from unnest($1::text[], $2::text[], $3::bigint[]) with ordinality p (account_id, currency, before, ord)
          cross join lateral (select * from entry where account_id = p.account_id and currency = p.currency
            and seq > archived_seq(p.account_id, p.currency) and seq < p.before order by seq desc limit $4) e
      ), opening as materialized (
        select f.ord, s.ledger, s.credits - s.debits as amount
          from (select ord, account_id, currency, min(seq) - 1 as seq from page group by ord, account_id, currency) f
          cross join lateral bucket_sums(f.account_id, f.currency, f.seq) s
      )
      select e.ord, e.id, e.journal_id, e.ledger, e.direction, e.amount, e.currency, e.occurred_at, e.seq,
          j.purpose, j.origin_type, j.origin_id,
          o.amount + sum(case e.direction when 'credit' then e.amount else -e.amount end)
            over (partition by e.ord, e.ledger order by e.seq) as resulting
        from page e join opening o on o.ord = e.ord and o.ledger = e.ledger join journal j on j.id = e.journal_id
        order by e.ord, e.seq desc`,
    valuesOf: (asks) => [
      asks.map(({ accountId }) => accountId),
      asks.map(({ currency }) => currency),
      asks.map(({ before }) => before ?? numberMax),
    ],
    nameOf: ({ accountId, currency, before }) => `${accountId} ${currency} ${before ?? ''}`,
    decode: (row) => numberedOf(row as NumberedRow),
  });
  return (ask, limit) => read([ask], limit);
}

function journalReads({ inSlot, once }: Runs): Pick<LedgerReads, 'journals' | 'journal' | 'journalsOf'> {
  const byIds = gatheredReads<Seen, JournalEntryRow>(inSlot, {
    text: textOf(sql`select a.ord, ${journalColumns} from ${seen.asks}
      cross join lateral (select * ${keyedBy('journal', 'a.id')}) j join entry e on e.journal_id = j.id
      where ${seen.owns('j.account_id')}`),
    valuesOf: seen.valuesOf,
    nameOf: seen.nameOf,
    decode: (row) => row as JournalEntryRow,
  });
  // The journal of an adjustment belongs to no operation; lists by account find it.
  const ofOrigins = gatheredReads<OwnedRow, JournalEntryRow>(inSlot, {
    text: textOf(sql`select a.ord, ${journalColumns} from ${owned.asks}
      cross join lateral (select * from journal where origin_id = a.id and origin_type <> 'adjustment') j
      join entry e on e.journal_id = j.id where j.account_id = a.account_id`),
    valuesOf: owned.valuesOf,
    nameOf: owned.nameOf,
    decode: (row) => row as JournalEntryRow,
  });
  return {
    async journals(ask) {
      const { rows, next } = await stretchOf<JournalRow>(once, journalWalk(ask));
      const ids = rows.map(({ id }) => id);
      return { rows: journalsFrom(await byIds(seen.of(ask.sight, ids))).reverse(), next };
    },
    journal: async (sight, id) => journalsFrom(await byIds(seen.of(sight, [id])))[0],
    journalsOf: async (origin) => journalsFrom(await ofOrigins([origin])),
  };
}
