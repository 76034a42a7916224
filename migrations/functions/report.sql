-- Balance proofs and reports rely on three facts: a balance's entries are numbered without gaps, their times never decrease
-- along the numbers, and about every 256 entries a mark stores the sums so far.

-- Number of the balance's last entry before a time; 0 if there is none. A binary search. Raises PSPAR for a time before the
-- account's archive border, because those entries are removed.
create or replace function last_seq(account text, code text, bound timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := archived_seq(account, code);
  high bigint := coalesce((select b.seq from balance b where b.account_id = account and b.currency = code), 0);
  middle bigint := high;
begin
  perform unarchived(account, bound);
  while low < high loop
    if (select e.occurred_at < bound from entry e where e.account_id = account and e.currency = code and e.seq = middle) then
      low := middle;
    else
      high := middle - 1;
    end if;
    middle := (low + high + 1) / 2;
  end loop;
  return low;
end $$;

-- Sums of each bucket over the balance's entries up to a number.
create or replace function bucket_sums(account text, code text, upto bigint)
  returns table (place bigint, ledger text, credits numeric, debits numeric) language sql stable as $$
    with mark as (
      select m.seq, m.credits, m.debits from balance_mark m
        where m.account_id = account and m.currency = code and m.seq <= upto
        order by m.seq desc limit 1
    ), later as (
      select e.ledger, coalesce(sum(e.amount) filter (where e.direction = 'credit'), 0) as credits,
          coalesce(sum(e.amount) filter (where e.direction = 'debit'), 0) as debits
        from entry e
        where e.account_id = account and e.currency = code and e.seq > coalesce((select seq from mark), 0) and e.seq <= upto
        group by e.ledger
    )
    select b.place, b.ledger, coalesce(m.credits[b.place], 0) + coalesce(l.credits, 0), coalesce(m.debits[b.place], 0) + coalesce(l.debits, 0)
      from unnest(array['available', 'pending', 'reserved', 'in_settlement', 'earnings']) with ordinality b (ledger, place)
      left join mark m on true
      left join later l on l.ledger = b.ledger
      order by b.place
  $$;

-- Stores the sums up to an entry.
create or replace function add_mark(account text, code text, upto bigint) returns void language sql as $$
  insert into balance_mark (account_id, currency, seq, credits, debits)
    select account, code, upto, array_agg(s.credits order by s.place), array_agg(s.debits order by s.place)
      from bucket_sums(account, code, upto) s
    on conflict do nothing
  $$;

-- Entries up to the old number exist; the entries counted by this update are inserted after it.
create or replace function mark_balance() returns trigger language plpgsql as $$
begin
  perform add_mark(new.account_id, new.currency, old.seq);
  return null;
end $$;

-- Adds missing marks, for example after entries were copied in.
create or replace function add_marks() returns void language sql as $$
  select add_mark(b.account_id, b.currency, n)
    from balance b, generate_series(256, b.seq, 256) n order by b.account_id, b.currency, n
  $$;

-- A time before which all of the account's postings are committed and no further posting can occur.
create or replace function settled_at(account text) returns timestamptz language plpgsql as $$
declare
  moment timestamptz;
  last timestamptz;
begin
  for attempt in 1..5 loop
    moment := business_now();
    last := (select max(b.as_of) from balance b where b.account_id = account);
    exit when last is null or last < moment;
    perform pg_sleep(0.001);
  end loop;
  moment := greatest(moment, last + interval '1 millisecond');
  -- A posting with an earlier time already holds one of these locks: a balance row's, or balance_lock for a new balance.
  perform pg_advisory_lock(balance_lock(account));
  perform pg_advisory_unlock(balance_lock(account));
  perform from balance b where b.account_id = account order by b.currency for share;
  return moment;
end $$;

-- Lock for creating balances of an account.
create or replace function balance_lock(account text) returns bigint language sql immutable
  return hashtextextended('balance ' || account, 0);

-- Report formats of amounts, rates and times.
create or replace function written_amount(amount numeric, code text) returns text language sql immutable parallel safe
  return round(amount, currency_decimals(code))::text;

create or replace function written_time(moment timestamptz) returns text language sql stable parallel safe
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
