import { buckets } from '../../../domain/ledger.js';
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
    sql: `select f.account_id, f.day, f.journals, f.entries, f.events, f.intents, j.n as journal_rows, e.n as entry_rows, v.n as event_rows, i.n as intent_rows
      from archive_file f
      left join (select account_id, ${dayOf('occurred_at')} as day, count(*) as n from journal group by 1, 2) j using (account_id, day)
      left join (select account_id, ${dayOf('occurred_at')} as day, count(*) as n from ledger_entry group by 1, 2) e using (account_id, day)
      left join (select account_id, ${dayOf('occurred_at')} as day, count(*) as n from logged_event group by 1, 2) v using (account_id, day)
      left join (select account_id, day, count(*) as n from (
          select account_id, day from archived_intent
          union all select e.account_id, ${dayOf('e.occurred_at')} from event e cross join lateral ended_intents(e.type, e.resource_id, e.occurred_at)
        ) ended group by 1, 2) i using (account_id, day)
      where (f.journals, f.entries, f.events) is distinct from (coalesce(j.n, 0), coalesce(e.n, 0), coalesce(v.n, 0))
        or f.intents <> coalesce(i.n, 0)`,
  },
  {
    number,
    name: 'entries have left only of archived days, and those of a balance from the first on',
    sql: `select p.account_id, p.day, p.currency, min(p.seq)::text as first, max(p.seq)::text as last
      from archived_entry p left join archive_border b using (account_id)
        left join archive_balance a on a.account_id = p.account_id and a.currency = p.currency
      where b.day is null or p.day > b.day or p.day <> ${dayOf('p.occurred_at')} or p.seq > coalesce(a.seq, 0)
      group by 1, 2, 3
      union all select e.account_id, b.day, e.currency, min(e.seq)::text, max(e.seq)::text
        from entry e join archive_border b using (account_id)
          join archive_balance a on a.account_id = e.account_id and a.currency = e.currency
        where e.seq <= a.removed_to group by 1, 2, 3`,
  },
  {
    number,
    name: 'events have left only of archived days, and those of an account from the first on',
    sql: `select p.account_id, p.day, p.after::text as after, p.upto::text as upto
      from (select *, lag(upto, 1, 0::bigint) over (partition by account_id order by upto) as before from archived_event_part) p
        left join archive_border b using (account_id)
        left join archive_file f on f.account_id = p.account_id and f.day = p.day
      where p.after <> p.before or b.day is null or p.day > b.day or p.after < f.last_position - f.events or p.upto > f.last_position
      union all select e.account_id, null, min(e.position)::text, max(e.position)::text
        from event e join (select account_id, max(upto) as upto from archived_event_part group by 1) p using (account_id)
        where e.position <= p.upto group by 1`,
  },
  {
    number,
    name: 'the balances of archived seals are the sums of the entries up to them',
    sql: `with walked as (
        select account_id, currency, seq, ${buckets.map((bucket) => `sum(case ledger when '${bucket}' then case direction when 'credit' then amount else -amount end else 0 end) over walk as ${bucket}`).join()}
          from ledger_entry where seq is not null and account_id in (select account_id from archive_border)
          window walk as (partition by account_id, currency order by seq)
      )
      select s.account_id, s.day, h.currency, h.number from ledger_seal s
        join archive_border b on b.account_id = s.account_id and s.day <= b.day
        cross join lateral jsonb_to_recordset(s.balances) as h(currency text, number bigint, available numeric, pending numeric,
          reserved numeric, in_settlement numeric, earnings numeric)
        left join walked w on w.account_id = s.account_id and w.currency = h.currency and w.seq = h.number
        where (${buckets.map((bucket) => `h.${bucket}`).join()}) is distinct from (${buckets.map((bucket) => `w.${bucket}`).join()})`,
  },
  {
    number,
    name: 'carried-forward balances are those of the last seal before the border',
    sql: `select account_id, currency, c.number, s.number as sealed
      from (select b.account_id, c.* from archive_border b cross join lateral carried_balances(b.account_id) c) c
      full join (select b.account_id, s.* from archive_border b
          cross join lateral (select balances from ledger_seal where account_id = b.account_id and day <= b.day order by day desc limit 1) l
          cross join lateral jsonb_to_recordset(l.balances) as s(currency text, number bigint, available numeric, pending numeric,
            reserved numeric, in_settlement numeric, earnings numeric)) s using (account_id, currency)
      where (c.number, c.available, c.pending, c.reserved, c.in_settlement, c.earnings)
        is distinct from (s.number, s.available, s.pending, s.reserved, s.in_settlement, s.earnings)`,
  },
];
