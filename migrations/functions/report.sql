-- Proofs of balances and reports stand on three facts: the entries of a balance are numbered without gap, their times
-- never run back along the numbers, and every few hundred entries a mark keeps the sums up to there.

-- Number of the last entry of a balance before a time; 0 where there is none. Looks at a few entries, however many there are.
-- Raises for a time before the account's archive border: those entries are not here.
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

-- The sums of each bucket over the entries of a balance up to that number.
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

-- Keeps the sums up to an entry.
create or replace function add_mark(account text, code text, upto bigint) returns void language sql as $$
  insert into balance_mark (account_id, currency, seq, credits, debits)
    select account, code, upto, array_agg(s.credits order by s.place), array_agg(s.debits order by s.place)
      from bucket_sums(account, code, upto) s
    on conflict do nothing
  $$;

-- The entries up to the old number stand already; those that the update counts are inserted after it.
create or replace function mark_balance() returns trigger language plpgsql as $$
begin
  perform add_mark(new.account_id, new.currency, old.seq);
  return null;
end $$;

-- Marks that are missing, as where entries were copied in.
create or replace function add_marks() returns void language sql as $$
  select add_mark(b.account_id, b.currency, n)
    from balance b, generate_series(256, b.seq, 256) n order by b.account_id, b.currency, n
  $$;

-- A time before which everything that moves the account's balances is committed, and before which nothing more will be.
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
  -- A posting of an earlier time holds one of these locks by now: of balances, or of a balance that is the first of its
  -- currency and not to be seen yet.
  perform pg_advisory_lock(balance_lock(account));
  perform pg_advisory_unlock(balance_lock(account));
  perform from balance b where b.account_id = account order by b.currency for share;
  return moment;
end $$;

-- The lock of the balances that an account does not have yet.
create or replace function balance_lock(account text) returns bigint language sql immutable
  return hashtextextended('balance ' || account, 0);

-- As an amount, a rate and a time are written in reports.
create or replace function written_amount(amount numeric, code text) returns text language sql immutable parallel safe
  return round(amount, currency_decimals(code))::text;

create or replace function written_time(moment timestamptz) returns text language sql stable parallel safe
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
