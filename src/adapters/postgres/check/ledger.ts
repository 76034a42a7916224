import { buckets } from '../../../domain/ledger.js';
import { difference, type SqlCheck } from './query.js';

const signed = `case direction when 'credit' then amount else -amount end`;
const bucketRows = buckets.map((bucket) => `('${bucket}', ${bucket})`).join();

const bucketNumbers = buckets.map((bucket, at) => `(${at + 1}, '${bucket}')`).join();

/** Recomputes the ledger from its entries: journals, balances, statements and closings. */
export const ledgerChecks: readonly SqlCheck[] = [
  {
    number: 1,
    name: 'each journal balances in each currency',
    sql: `select journal_id, currency, sum(${signed}) as excess from ledger_entry
      group by journal_id, currency having sum(${signed}) <> 0`,
  },
  {
    number: 1,
    name: 'each journal has at least two entries',
    sql: `select j.id as journal_id, coalesce(e.n, 0) as entries from journal j
      left join (select journal_id, count(*) as n from ledger_entry group by journal_id) e on e.journal_id = j.id
      where coalesce(e.n, 0) < 2`,
  },
  {
    number: 2,
    name: 'the whole ledger sums to zero in each currency',
    sql: `select currency, sum(${signed}) as excess from ledger_entry group by currency having sum(${signed}) <> 0`,
  },
  {
    number: 2,
    name: 'a journal with several currencies converts through fx',
    sql: `select journal_id, count(*) as currencies from (
        select journal_id, currency, bool_or(ledger = 'fx') as has_fx from ledger_entry group by journal_id, currency
      ) sides group by journal_id having count(*) > 1 and not bool_and(has_fx)`,
  },
  {
    number: 3,
    name: 'each balance column equals the sum of its entries',
    sql: difference(
      'account_id, currency, ledger',
      `select b.account_id, b.currency, c.ledger, c.amount from balance b
         cross join lateral (values ${bucketRows}) c (ledger, amount)`,
      `select account_id, currency, ledger, sum(${signed}) from ledger_entry where seq is not null group by 1, 2, 3`,
    ),
  },
  {
    number: 4,
    name: 'no client bucket is negative, infinite or has too many decimals',
    sql: `select b.account_id, b.currency, c.ledger, c.amount from balance b
      cross join lateral (values ${bucketRows}) c (ledger, amount) where not is_amount(c.amount, b.currency)`,
  },
  {
    number: 4,
    name: 'amounts of entries are positive, finite and within the decimals of the currency',
    sql: `select id as entry_id, amount, currency from ledger_entry where amount <= 0 or not is_amount(amount, currency)`,
  },
  {
    number: 7,
    name: "statement entries are numbered without gaps up to the balance's number",
    sql: `select account_id, currency, seq::text as entry, before::text as comes_after from (
        select account_id, currency, seq, lag(seq, 1, 0::bigint) over (partition by account_id, currency order by seq) as before
          from ledger_entry where seq is not null
      ) walked where seq <> before + 1
      union all select account_id, currency, 'balance ' || b.seq, e.last::text from balance b
        full join (select account_id, currency, max(seq) as last from ledger_entry where seq is not null group by 1, 2) e
          using (account_id, currency)
        where b.seq is distinct from coalesce(e.last, 0)`,
  },
  {
    number: 23,
    name: 'entries are in time order, so a closed period never changes',
    sql: `select id as entry_id, account_id, currency, seq, occurred_at, before from (
        select *, lag(occurred_at) over (partition by account_id, currency order by seq) as before
          from ledger_entry where seq is not null
      ) walked where before > occurred_at`,
  },
  {
    number: 23,
    name: 'no balance was ever negative',
    sql: `select distinct account_id, currency, ledger, occurred_at, closing from (
        select account_id, currency, ledger, occurred_at,
            sum(${signed}) over (partition by account_id, currency, ledger order by occurred_at) as closing
          from ledger_entry where seq is not null
      ) walked where closing < 0`,
  },
  {
    number: 23,
    name: 'balance marks equal the sums of the entries before them',
    // Marks before a carried-forward balance are no longer read: it has the sums of all entries up to it.
    sql: `select m.account_id, m.currency, m.seq, b.ledger, m.credits[b.place] - coalesce(m.credits_before[b.place], 0) - e.credits as credits,
          m.debits[b.place] - coalesce(m.debits_before[b.place], 0) - e.debits as debits
        from (select m.*, lag(m.seq, 1, 0::bigint) over before as seq_before, lag(m.credits) over before as credits_before,
              lag(m.debits) over before as debits_before
            from balance_mark m left join archive_balance a using (account_id, currency) where m.seq >= coalesce(a.seq, 0)
            window before as (partition by m.account_id, m.currency order by m.seq)) m
        cross join (values ${bucketNumbers}) b (place, ledger)
        left join (select a.account_id, a.currency, e.ledger, coalesce(sum(e.amount) filter (where e.direction = 'credit'), 0) as credits,
              coalesce(sum(e.amount) filter (where e.direction = 'debit'), 0) as debits
            from archive_balance a join ledger_entry e on e.account_id = a.account_id and e.currency = a.currency and e.seq <= a.seq
            group by 1, 2, 3) c
          on m.seq_before = 0 and c.account_id = m.account_id and c.currency = m.currency and c.ledger = b.ledger
        cross join lateral (select coalesce(sum(amount) filter (where direction = 'credit'), 0) + coalesce(c.credits, 0) as credits,
              coalesce(sum(amount) filter (where direction = 'debit'), 0) + coalesce(c.debits, 0) as debits
            from entry where account_id = m.account_id and currency = m.currency and seq > m.seq_before and seq <= m.seq
              and seq > coalesce((select seq from archive_balance where account_id = m.account_id and currency = m.currency), 0)
              and ledger = b.ledger) e
        where m.credits[b.place] - coalesce(m.credits_before[b.place], 0) <> e.credits
          or m.debits[b.place] - coalesce(m.debits_before[b.place], 0) <> e.debits`,
  },
  {
    number: 23,
    name: "the last entry of a balance is the balance's as_of",
    sql: `select b.account_id, b.currency, b.as_of, e.last from balance b
      left join (select account_id, currency, max(occurred_at) as last from ledger_entry where seq is not null group by 1, 2) e
        using (account_id, currency)
      where b.as_of <> coalesce(e.last, '-infinity')`,
  },
];
