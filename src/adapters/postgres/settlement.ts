import { sql, type RawBuilder } from 'kysely';
import { exact, zero, type Amount } from '../../domain/money.js';
import type { Settlement } from '../../domain/noun/settlement.js';
import type { NumberedEntry } from '../../ports/ledger-read.js';
import type { Reader } from '../../ports/reader.js';
import type { MovedTotals, StatementRange } from '../../ports/store.js';
import { compiled, type Connection } from './connection.js';
import { gatheredReads, type RunStatement } from './gathered-reads.js';
import { entryOf, type EntryRow } from './ledger-row.js';

/** Entries that one statement adds up, so that it stays below the statement timeout of 5 s. */
const entriesMax = 100_000;

interface MovedRow {
  readonly last: string;
  readonly credits: string | null;
  readonly debits: string | null;
}

/** The sums of the next entries after `after`, up to `until`. To sum all entries, continue from `last`. */
const movedQuery = ({ accountId, currency, after, until }: StatementRange): RawBuilder<MovedRow> => {
  const bound = until === undefined ? sql`` : sql`and occurred_at <= ${until}`;
  return sql<MovedRow>`select coalesce(max(seq), ${after}::bigint) as last,
      sum(amount) filter (where direction = 'credit' and ledger = 'available') as credits,
      sum(amount) filter (where direction = 'debit' and ledger = 'available') as debits
    from entry where account_id = ${accountId} and currency = ${currency} and seq is not null
      and seq > ${after}::bigint and seq <= ${after}::bigint + ${entriesMax} ${bound}`;
};

export async function movedBehind(connection: Connection, range: StatementRange): Promise<MovedTotals> {
  let moved: MovedTotals = { last: range.after, credits: zero, debits: zero };
  for (;;) {
    const [row] = await connection.look(movedQuery({ ...range, after: moved.last }));
    if (!row || row.last === moved.last) return moved;
    moved = {
      last: row.last,
      credits: moved.credits.plus(exact(row.credits ?? '0')),
      debits: moved.debits.plus(exact(row.debits ?? '0')),
    };
  }
}

export async function lastEntry(
  connection: Connection,
  accountId: string,
  currency: string,
): Promise<string> {
  const [row] = await connection.look(sql<{ seq: string }>`select seq from balance
    where account_id = ${accountId} and currency = ${currency}`);
  return row?.seq ?? '0';
}

/** Reads of settled entries, outside any transaction. */
export function settlementReads(run: RunStatement): Pick<Reader, 'settledEntries' | 'entrySeq'> {
  const read = gatheredReads<Settlement, EntryRow>(run, {
    text: settledText,
    valuesOf: (settlements) => [
      settlements.map(({ accountId }) => accountId),
      settlements.map(({ currency }) => currency),
      settlements.map(({ fromSeq }) => fromSeq),
      settlements.map(({ toSeq }) => toSeq),
    ],
    nameOf: ({ id }) => id,
    decode: (row) => row as EntryRow,
  });
  return {
    async entrySeq(accountId, currency, entryId) {
      const query = sql<{
        seq: string;
      }>`select seq from entry where id = ${entryId} and account_id = ${accountId}
        and currency = ${currency} and seq > archived_seq(account_id, currency)`;
      const [row] = await run<{ seq: string }>(compiled(query));
      return row?.seq;
    },
    settledEntries: async (settlement, limit) => inTurn(settlement.opening, await read([settlement], limit)),
  };
}

/** Adds the available balance after each entry. The rows are all entries that moved it since the opening. */
function inTurn(opening: Amount, rows: readonly EntryRow[]): NumberedEntry[] {
  let resulting = opening;
  return rows.map((row) => {
    const entry = entryOf(row);
    resulting = entry.direction === 'credit' ? resulting.plus(entry.amount) : resulting.minus(entry.amount);
    return { ...entry, resulting };
  });
}

const settledText = `select p.ord, e.id, e.journal_id, e.ledger, e.direction, e.amount, e.currency, e.occurred_at, e.seq,
      j.purpose, j.origin_type, j.origin_id
    from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) with ordinality p (account_id, currency, after, last, ord)
    cross join lateral (select * from entry where account_id = p.account_id and currency = p.currency and seq is not null
      and seq > p.after and seq <= p.last and ledger = 'available' order by seq limit $5) e
    join journal j on j.id = e.journal_id order by p.ord, e.seq`;
