create or replace function limit_rows(p jsonb)
  returns table (account_id text, product text, method text, currency text, minute timestamptz, amount numeric, count int)
  language sql stable as $$
    select r->>0, r->>1, r->>2, r->>3, (r->>4)::timestamptz, (r->>5)::numeric, (r->>6)::int
      from jsonb_array_elements(p) e(r)
  $$;

-- Locks the usage rows of limits in one order, creates missing ones, and subtracts usage older than 24 hours. Returns the
-- number of locked rows. Here and below, rows are found one by one by key and updated by ctid, which a locked row keeps: a
-- plan made while the table was small would otherwise join each row with the whole table.
create or replace function lock_limits(p jsonb) returns bigint language plpgsql as $$
declare
  cutoff timestamptz := date_trunc('minute', business_now() - interval '24 hours');
  held bigint;
  oldest timestamptz;
begin
  for attempt in 1..2 loop
    select count(*), min(l.swept_to) into held, oldest
      from (select * from limit_rows(p)
          order by account_id collate "C", product collate "C", method collate "C", currency collate "C") u
        cross join lateral (select swept_to from limit_usage
          where account_id = u.account_id and product = u.product and method = u.method and currency = u.currency
          limit 1 for no key update) l;
    exit when held = jsonb_array_length(p);
    insert into limit_usage (account_id, product, method, currency)
      select distinct u.account_id, u.product, u.method, u.currency from limit_rows(p) u order by 1, 2, 3, 4
      on conflict do nothing;
  end loop;
  if oldest >= cutoff then
    return held;
  end if;
  update limit_usage l
    set swept_to = cutoff,
        total = l.total - coalesce((select sum(m.amount) from limit_minute m
          where m.account_id = l.account_id and m.product = l.product and m.method = l.method and m.currency = l.currency
            and m.minute >= l.swept_to and m.minute < cutoff), 0)
    where l.swept_to < cutoff
      and l.ctid = any (array(
        select w.at from limit_rows(p) u
          cross join lateral (select ctid as at from limit_usage
            where account_id = u.account_id and product = u.product and method = u.method and currency = u.currency limit 1) w));
  return held;
end $$;

-- Adds accepted amounts to their limits, or returns them (negative amounts). One row per limit and minute.
create or replace function use_limits(p jsonb) returns bigint language plpgsql as $$
declare
  counted bigint;
  made bigint := 0;
  meant bigint;
  moved bigint;
begin
  -- The caller of an addition holds these locks already. A return takes them here, in the same order.
  if jsonb_path_exists(p, '$[*][6] ? (@ < 0)') then
    perform lock_limits(p);
  end if;
  update limit_minute m set amount = m.amount + u.amount, count = m.count + u.count
    from (
      select w.at, u.amount, u.count
        from limit_rows(p) u
        cross join lateral (select ctid as at from limit_minute
          where account_id = u.account_id and product = u.product and method = u.method and currency = u.currency
            and minute = u.minute limit 1) w
    ) u
    where m.ctid = u.at;
  get diagnostics counted = row_count;
  if counted < jsonb_array_length(p) then
    perform lock_limits(p);
    insert into limit_minute (account_id, product, method, currency, minute, amount, count)
      select u.account_id, u.product, u.method, u.currency, u.minute, u.amount, u.count from limit_rows(p) u
        where (select true from limit_minute m where m.account_id = u.account_id and m.product = u.product
          and m.method = u.method and m.currency = u.currency and m.minute = u.minute) is null;
    get diagnostics made = row_count;
  end if;
  with used as materialized (
    select w.at, sum(u.amount) as amount
      from limit_rows(p) u
      cross join lateral (select ctid as at, swept_to from limit_usage
        where account_id = u.account_id and product = u.product and method = u.method and currency = u.currency limit 1) w
      where u.minute >= w.swept_to
      group by 1
  ), changed as (
    update limit_usage l set total = l.total + u.amount from used u where l.ctid = u.at returning 1
  )
  select (select count(*) from used), (select count(*) from changed) into meant, moved;
  -- Without the locks a row may have moved meanwhile; the caller retries the transaction.
  if counted + made <> jsonb_array_length(p) or moved <> meant then
    raise exception 'limits were counted that are not locked' using errcode = 'serialization_failure';
  end if;
  return counted + made;
end $$;
