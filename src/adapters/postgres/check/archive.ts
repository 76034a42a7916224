import type { SqlCheck } from './query.js';

const number = 37;
const dayOf = (column: string): string => `to_char(${column}, 'YYYY-MM-DD')`;

/** The files of the archive as the database knows them; `psp archive verify` reads the files themselves. */
export const archiveChecks: readonly SqlCheck[] = [
  {
    number,
    name: 'the archived days of an account are a chain, in which no event is left out',
    sql: `select account_id, day, previous, before, events, last_position - last_before as positions from (
        select *, coalesce(lag(sha256) over files, repeat('0', 64)) as before, lag(last_position, 1, 0::bigint) over files as last_before
          from archive_file window files as (partition by account_id order by day)
      ) walked where previous <> before or events <> last_position - last_before`,
  },
  {
    number,
    name: 'each sealed day up to the last archived one is in the archive',
    sql: `select s.account_id, s.day, s.journals as sealed, f.journals as archived
      from ledger_seal s join (select account_id, max(day) as last from archive_file group by account_id) l
        on l.account_id = s.account_id and s.day <= l.last
      left join archive_file f on f.account_id = s.account_id and f.day = s.day
      where s.journals is distinct from f.journals`,
  },
  {
    number,
    name: 'the rows of an archived day are as many as its file has',
    sql: `select f.account_id, f.day, f.journals, f.entries, f.events, j.n as journal_rows, e.n as entry_rows, v.n as event_rows
      from archive_file f
      left join (select account_id, ${dayOf('occurred_at')} as day, count(*) as n from journal group by 1, 2) j using (account_id, day)
      left join (select account_id, ${dayOf('occurred_at')} as day, count(*) as n from entry group by 1, 2) e using (account_id, day)
      left join (select account_id, ${dayOf('occurred_at')} as day, count(*) as n from event group by 1, 2) v using (account_id, day)
      where (f.journals, f.entries, f.events) is distinct from (coalesce(j.n, 0), coalesce(e.n, 0), coalesce(v.n, 0))`,
  },
];
