-- What a process remembers of payouts goes: what they are decided on is read under the locks of the transaction that
-- records them, in one round trip (load_payout_asks), and nothing is proven afterwards.

drop trigger platform_counted on platform;
drop trigger beneficiary_outdates on beneficiary;
drop trigger customer_outdates on customer;
drop trigger account_terms_outdates on account_terms;
drop trigger suspension_outdates on suspension;
drop trigger account_has_facts on account;
drop function count_version();
drop function outdate_facts();
drop function add_account_facts();
drop function bind_keys(jsonb, jsonb);
drop function prove_facts(timestamptz, bigint, jsonb);
drop function refuse_facts(text);
drop table account_facts;
alter table limit_usage drop column version;
alter table platform drop column version;

drop function limit_rows(jsonb);
create function limit_rows(p jsonb)
  returns table (account_id text, product text, method text, currency text, minute timestamptz, amount numeric, count int)
  language sql stable as $$
    select r->>0, r->>1, r->>2, r->>3, (r->>4)::timestamptz, (r->>5)::numeric, (r->>6)::int
      from jsonb_array_elements(p) e(r)
  $$;

-- Locks the usage of limits in one order, making those that are not there, and lets go of what is older than a day.
create or replace function lock_limits(p jsonb) returns bigint language plpgsql as $$
declare
  cutoff timestamptz := date_trunc('minute', business_now() - interval '24 hours');
  held bigint;
  oldest timestamptz;
begin
  for attempt in 1..2 loop
    with locked as materialized (
      select l.swept_to from limit_rows(p) u
        join limit_usage l on l.account_id = u.account_id and l.product = u.product and l.method = u.method and l.currency = u.currency
        order by l.account_id, l.product collate "C", l.method collate "C", l.currency collate "C"
        for no key update of l
    )
    select count(*), min(swept_to) into held, oldest from locked;
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
      -- Rows that are locked stay where they are.
      and l.ctid = any (array(
        select w.at from limit_rows(p) u
          cross join lateral (select ctid as at from limit_usage
            where account_id = u.account_id and product = u.product and method = u.method and currency = u.currency limit 1) w));
  return held;
end $$;

create or replace function use_limits(p jsonb) returns bigint language plpgsql as $$
declare counted bigint;
begin
  -- What is added was decided under these locks; what is given back takes them here, in the same order.
  if jsonb_path_exists(p, '$[*][6] ? (@ < 0)') then
    counted := lock_limits(p);
  end if;
  update limit_minute m set amount = m.amount + u.amount, count = m.count + u.count
    from limit_rows(p) u
    where m.account_id = u.account_id and m.product = u.product and m.method = u.method and m.currency = u.currency and m.minute = u.minute;
  get diagnostics counted = row_count;
  if counted < jsonb_array_length(p) then
    counted := lock_limits(p);
    insert into limit_minute (account_id, product, method, currency, minute, amount, count)
      select u.account_id, u.product, u.method, u.currency, u.minute, u.amount, u.count from limit_rows(p) u
        where not exists (select from limit_minute m where m.account_id = u.account_id and m.product = u.product
          and m.method = u.method and m.currency = u.currency and m.minute = u.minute);
  end if;
  update limit_usage l set total = l.total + u.amount
    from (
      select u.account_id, u.product, u.method, u.currency, sum(u.amount) as amount
        from limit_rows(p) u
        join limit_usage w on w.account_id = u.account_id and w.product = u.product and w.method = u.method and w.currency = u.currency
        where u.minute >= w.swept_to
        group by 1, 2, 3, 4
    ) u
    where l.account_id = u.account_id and l.product = u.product and l.method = u.method and l.currency = u.currency;
  return counted;
end $$;

drop function new_version();

-- Each row of balances says how many of the entries are its own and how its buckets move.
drop function balance_rows(jsonb);
create function balance_rows(p jsonb)
  returns table (account_id text, currency text, added bigint, available numeric, pending numeric, reserved numeric,
    in_settlement numeric, earnings numeric)
  language sql stable as $$
    select r->>0, r->>1, (r->>2)::bigint, (r->>3)::numeric, (r->>4)::numeric, (r->>5)::numeric, (r->>6)::numeric, (r->>7)::numeric
      from jsonb_array_elements(p) e(r)
  $$;

-- Adds journals with all their entries and moves the balances, under the balances' locks, taken in order.
-- occurred_at is read after the locks and never runs behind a balance's as_of, so a closed period never changes.
-- Answers how many balances are locked.
create or replace function post_journals(balances jsonb, journals jsonb, entries jsonb) returns bigint language plpgsql as $$
declare
  held bigint;
  moment timestamptz;
begin
  for attempt in 1..2 loop
    select count(*), max(l.as_of) into held, moment
      from (
        select b.as_of
          from balance_rows(balances) w join balance b on b.account_id = w.account_id and b.currency = w.currency
          order by b.account_id, b.currency
          for no key update of b
      ) l;
    exit when held = jsonb_array_length(balances);
    insert into balance (account_id, currency, as_of)
      select w.account_id, w.currency, '-infinity' from balance_rows(balances) w
        order by 1, 2
      on conflict do nothing;
  end loop;
  moment := greatest(business_now(), moment);
  update balance b
    set available = b.available + w.available, pending = b.pending + w.pending, reserved = b.reserved + w.reserved,
        in_settlement = b.in_settlement + w.in_settlement, earnings = b.earnings + w.earnings,
        seq = b.seq + w.added, as_of = moment
    from balance_rows(balances) w
    where b.account_id = w.account_id and b.currency = w.currency;
  with new_journal as (
    insert into journal (id, account_id, purpose, origin_type, origin_id, occurred_at)
      select j.id, j.account_id, j.purpose, j.origin_type, j.origin_id, moment from journal_rows(journals) j
  )
  insert into entry (id, account_id, journal_id, ledger, currency, direction, amount, seq, occurred_at)
    select g.id, g.account_id, g.journal_id, g.ledger, g.currency, g.direction, g.amount, b.seq - g.back, moment
      from entry_rows(entries) g
      left join balance b on b.account_id = case when g.back is not null then g.account_id end and b.currency = g.currency;
  return held;
end $$;

-- All that a decision about new payouts needs, in one round trip and under locks taken in one order:
-- keys, quotes, limits, balances. An ask whose key another transaction holds comes back as busy.
drop function load_payout_asks(jsonb, int, boolean);
create function load_payout_asks(p jsonb, velocity_minutes int, wait boolean)
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
  all_known boolean;
  quoted boolean;
  usages jsonb;
  locked bigint;
begin
  if wait then
    held := lock_keys(array(select a.account_id || ':' || a.key from payout_asks(p) a));
  else
    held := array(select a.account_id || ':' || a.key from payout_asks(p) a
      where pg_try_advisory_xact_lock(hashtextextended(a.account_id || ':' || a.key, 0)));
  end if;
  select bool_and(u.all_known), bool_or(u.quoted),
      jsonb_agg(jsonb_build_array(u.account_id, 'payout', u.method, u.currency)) filter (where u.method is not null)
    into all_known, quoted, usages
    from (
      select a.account_id, b.method, b.currency, bool_and(k.key is not null) as all_known, bool_or(a.quote_id is not null) as quoted
        from payout_asks(p) a
        left join idempotency_key k on k.account_id = a.account_id and k.key = a.key
        left join beneficiary b on b.account_id = a.account_id and b.id = a.beneficiary_id
        group by 1, 2, 3
    ) u;
  -- Requests that were answered before take no lock but their keys'.
  if all_known then
    return query
      select a.ord, not (a.account_id || ':' || a.key) = any (held), business_now(), k.fingerprint, k.resource_id,
          null::text, null::text, null::text, null::text,
          null::text, null::text,
          false, false,
          null::int, null::int, null::jsonb,
          null::numeric, null::bigint, null::numeric
        from payout_asks(p) a
        join idempotency_key k on k.account_id = a.account_id and k.key = a.key
        order by a.ord;
    return;
  end if;
  if quoted then
    perform from payout_asks(p) a join quote q on q.account_id = a.account_id and q.id = a.quote_id
      order by q.id
      for no key update of q;
  end if;
  if usages is not null then
    locked := lock_limits(usages);
  end if;
  return query
    with ask as materialized (
      select a.*, b.method, b.currency, b.country, b.status as beneficiary_status, b.customer_id,
          coalesce(q.source_currency, a.source_currency) as source
        from payout_asks(p) a
        left join beneficiary b on b.account_id = a.account_id and b.id = a.beneficiary_id
        left join quote q on q.account_id = a.account_id and q.id = a.quote_id
    ), funds as materialized (
      select b.account_id, b.currency, b.available
        from (select distinct account_id, source from ask where source is not null) w
        join balance b on b.account_id = w.account_id and b.currency = w.source
        order by b.account_id, b.currency
        for no key update of b
    ), locked_at as materialized (
      select business_now() as moment from (select count(*) from funds) f
    ), used as materialized (
      select d.account_id, d.method, d.currency, l.total,
          (select coalesce(sum(m.count), 0)::bigint from limit_minute m
            where m.account_id = d.account_id and m.product = 'payout' and m.method = d.method and m.currency = d.currency
              and m.minute >= date_trunc('minute', (select moment from locked_at) - velocity_minutes * interval '1 minute')) as recent
        from limit_rows(usages) d
        cross join lateral (select total from limit_usage
          where account_id = d.account_id and product = 'payout' and method = d.method and currency = d.currency limit 1) l
    )
    select ask.ord, not (ask.account_id || ':' || ask.key) = any (held), locked_at.moment, k.fingerprint, k.resource_id,
        ask.method, ask.currency, ask.country, ask.beneficiary_status,
        c.status, c.compliance_status,
        platform.payouts_stopped,
        exists (select from suspension s where s.product = 'payout' and s.method = ask.method and s.currency = ask.currency
          and s.lifted_at is null and (s.account_id is null or s.account_id = ask.account_id)),
        t.platform_fee_bps, t.tenant_markup_bps, t.overrides,
        used.total, used.recent, funds.available
      from ask
      cross join locked_at
      cross join platform
      left join idempotency_key k on k.account_id = ask.account_id and k.key = ask.key
      left join customer c on c.account_id = ask.account_id and c.id = ask.customer_id
      left join account_terms t on t.account_id = ask.account_id
      left join used on used.account_id = ask.account_id and used.method = ask.method and used.currency = ask.currency
      left join funds on funds.account_id = ask.account_id and funds.currency = ask.source
      order by ask.ord;
end $$;

drop function minute_number(timestamptz);
