-- A plan that is made while a table is small stays in use while it grows, and the planner then likes to read it whole:
-- each payout walked through the limits of all accounts. LATERAL with LIMIT leaves it nothing but the key.

-- Locks the usage rows of limits in order, making those that are missing, and drops what fell out of the 24 hours.
-- A minute counts whole while any part of it lies within them, so the sum is never below the true one.
create or replace function lock_limits(p json) returns void language plpgsql as $$
declare
  cutoff timestamptz := date_trunc('minute', business_now() - interval '24 hours');
  wanted bigint;
  held bigint;
  oldest timestamptz;
begin
  for attempt in 1..2 loop
    with wish as materialized (
      select distinct * from json_to_recordset(p) as u(account_id text, product text, method text, currency text)
    ), locked as materialized (
      select l.swept_to from wish u
        join limit_usage l on l.account_id = u.account_id and l.product = u.product and l.method = u.method and l.currency = u.currency
        order by l.account_id, l.product, l.method, l.currency
        for no key update of l
    )
    select (select count(*) from wish), count(*), min(swept_to) into wanted, held, oldest from locked;
    exit when held = wanted;
    insert into limit_usage (account_id, product, method, currency)
      select distinct * from json_to_recordset(p) as u(account_id text, product text, method text, currency text)
        order by 1, 2, 3, 4
      on conflict do nothing;
  end loop;
  if oldest >= cutoff then
    return;
  end if;
  update limit_usage l
    set swept_to = cutoff,
        total = l.total - coalesce((select sum(m.amount) from limit_minute m
          where m.account_id = l.account_id and m.product = l.product and m.method = l.method and m.currency = l.currency
            and m.minute >= l.swept_to and m.minute < cutoff), 0)
    where l.swept_to < cutoff
      -- Rows that are locked stay where they are.
      and l.ctid = any (array(
        select w.at from json_to_recordset(p) as u(account_id text, product text, method text, currency text)
          cross join lateral (select ctid as at from limit_usage
            where account_id = u.account_id and product = u.product and method = u.method and currency = u.currency limit 1) w));
end $$;

-- Counts accepted amounts towards their limits, or gives them back (negative): one row a limit and minute.
create or replace function use_limits(p json) returns void language plpgsql as $$
begin
  -- What is added was decided under these locks; what is given back takes them here, in the same order.
  if exists (
    select from json_to_recordset(p) as u(account_id text, product text, method text, currency text, count int)
      left join lateral (select true as is_known from limit_usage
        where account_id = u.account_id and product = u.product and method = u.method and currency = u.currency limit 1) l on true
      where u.count < 0 or l.is_known is null
  ) then
    perform lock_limits(p);
  end if;
  update limit_minute m set amount = m.amount + u.amount, count = m.count + u.count
    from json_to_recordset(p) as u(account_id text, product text, method text, currency text, minute timestamptz, amount numeric, count int)
    where m.account_id = u.account_id and m.product = u.product and m.method = u.method and m.currency = u.currency and m.minute = u.minute;
  if not found or json_array_length(p) > 1 then
    insert into limit_minute (account_id, product, method, currency, minute, amount, count)
      select * from json_to_recordset(p) as u(account_id text, product text, method text, currency text, minute timestamptz, amount numeric, count int)
        where not exists (select from limit_minute m where m.account_id = u.account_id and m.product = u.product
          and m.method = u.method and m.currency = u.currency and m.minute = u.minute);
  end if;
  update limit_usage l set total = l.total + u.amount
    from (
      select u.account_id, u.product, u.method, u.currency, sum(u.amount) as amount
        from json_to_recordset(p) as u(account_id text, product text, method text, currency text, minute timestamptz, amount numeric)
        join limit_usage w on w.account_id = u.account_id and w.product = u.product and w.method = u.method and w.currency = u.currency
        where u.minute >= w.swept_to
        group by 1, 2, 3, 4
    ) u
    where l.account_id = u.account_id and l.product = u.product and l.method = u.method and l.currency = u.currency;
end $$;

-- All that a decision about new payouts needs, in one round trip and under locks taken in one order:
-- keys, quotes, limits, balances. An ask whose key another transaction holds comes back as busy.
create or replace function load_payout_asks(p json, velocity_minutes int, wait boolean)
returns table (
  ord int, busy boolean, moment timestamptz, key_fingerprint text, key_resource_id text,
  method text, currency text, country text, beneficiary_status text,
  customer_status text, compliance_status text,
  payouts_stopped boolean, suspended boolean,
  platform_fee_bps int, tenant_markup_bps int, overrides jsonb,
  daily_total numeric, recent_count bigint, available numeric
) language plpgsql as $$
#variable_conflict use_column
declare
  held text[];
  usages json;
  sources json;
  read_at timestamptz;
begin
  held := lock_keys(array(select a.account_id || ':' || a.key from json_to_recordset(p) as a(account_id text, key text)), wait);
  -- Requests that were answered before take no lock but their keys'.
  if not exists (
    select from json_to_recordset(p) as a(account_id text, key text)
      where not exists (select from idempotency_key k where k.account_id = a.account_id and k.key = a.key)
  ) then
    read_at := business_now();
    return query
      select a.ord, not (a.account_id || ':' || a.key) = any (held), read_at, k.fingerprint, k.resource_id,
          null::text, null::text, null::text, null::text,
          null::text, null::text,
          false, false,
          null::int, null::int, null::jsonb,
          null::numeric, null::bigint, null::numeric
        from json_to_recordset(p) as a(ord int, account_id text, key text)
        join idempotency_key k on k.account_id = a.account_id and k.key = a.key
        order by a.ord;
    return;
  end if;
  with ask as materialized (
    select a.account_id, b.method, b.currency, coalesce(q.source_currency, a.source_currency) as source
      from json_to_recordset(p) as a(account_id text, beneficiary_id text, quote_id text, source_currency text)
      left join beneficiary b on b.account_id = a.account_id and b.id = a.beneficiary_id
      left join quote q on q.account_id = a.account_id and q.id = a.quote_id
  )
  select (select json_agg(u) from (select distinct account_id, 'payout' as product, method, currency from ask where method is not null) u),
      (select json_agg(w) from (select distinct account_id, source as currency from ask where source is not null) w)
    into usages, sources;
  perform from json_to_recordset(p) as a(account_id text, quote_id text) join quote q on q.account_id = a.account_id and q.id = a.quote_id
    order by q.id
    for no key update of q;
  if usages is not null then
    perform lock_limits(usages);
  end if;
  perform from json_to_recordset(sources) as w(account_id text, currency text)
    join balance b on b.account_id = w.account_id and b.currency = w.currency
    order by b.account_id, b.currency
    for no key update of b;
  read_at := business_now();
  return query
    with ask as materialized (
      select a.*, b.method, b.currency, b.country, b.status as beneficiary_status, b.customer_id,
          coalesce(q.source_currency, a.source_currency) as source
        from json_to_recordset(p) as a(ord int, account_id text, key text, beneficiary_id text, quote_id text, source_currency text)
        left join beneficiary b on b.account_id = a.account_id and b.id = a.beneficiary_id
        left join quote q on q.account_id = a.account_id and q.id = a.quote_id
    ), used as materialized (
      select d.account_id, d.method, d.currency, l.total,
          (select coalesce(sum(m.count), 0)::bigint from limit_minute m
            where m.account_id = d.account_id and m.product = 'payout' and m.method = d.method and m.currency = d.currency
              and m.minute >= date_trunc('minute', read_at - velocity_minutes * interval '1 minute')) as recent
        from json_to_recordset(usages) as d(account_id text, method text, currency text)
        cross join lateral (select total from limit_usage
          where account_id = d.account_id and product = 'payout' and method = d.method and currency = d.currency limit 1) l
    )
    select ask.ord, not (ask.account_id || ':' || ask.key) = any (held), read_at, k.fingerprint, k.resource_id,
        ask.method, ask.currency, ask.country, ask.beneficiary_status,
        c.status, c.compliance_status,
        platform.payouts_stopped,
        exists (select from suspension s where s.product = 'payout' and s.method = ask.method and s.currency = ask.currency
          and s.lifted_at is null and (s.account_id is null or s.account_id = ask.account_id)),
        t.platform_fee_bps, t.tenant_markup_bps, t.overrides,
        used.total, used.recent, bal.available
      from ask
      cross join platform
      left join idempotency_key k on k.account_id = ask.account_id and k.key = ask.key
      left join customer c on c.account_id = ask.account_id and c.id = ask.customer_id
      left join account_terms t on t.account_id = ask.account_id
      left join used on used.account_id = ask.account_id and used.method = ask.method and used.currency = ask.currency
      left join balance bal on bal.account_id = ask.account_id and bal.currency = ask.source
      order by ask.ord;
end $$;
