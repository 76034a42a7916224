-- A process knows what the last group of payouts left behind. It may decide the next one by that and have it proven when
-- it is recorded, under the same locks, rather than read it first: one exchange less. And what it knows of a group it
-- tells, how much each balance moves and how many events each account gets: the database added that up again.

create function refuse_facts(what text) returns void language plpgsql as $$
begin
  raise exception '% not as assumed', what using errcode = 'PSP01';
end $$;

-- Counts what has changed of what payouts are decided on: the usage itself, and whatever else of its account is read.
alter table limit_usage add column version bigint not null default 0;
-- The same of what is read of the platform: the kill switch, business time, suspensions of all accounts.
alter table platform add column version bigint not null default 0;

create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger platform_counted before update on platform for each row execute function count_version();

create function outdate_facts() returns trigger language plpgsql as $$
begin
  if new.account_id is null then
    update platform set version = version;
    return null;
  end if;
  update limit_usage l set version = l.version + 1
    from (
      select product, method, currency from limit_usage where account_id = new.account_id
        order by product collate "C", method collate "C", currency collate "C"
        for no key update
    ) u
    where l.account_id = new.account_id and l.product = u.product and l.method = u.method and l.currency = u.currency;
  return null;
end $$;
create trigger beneficiary_outdates after update on beneficiary for each row
  when (old.status is distinct from new.status) execute function outdate_facts();
create trigger customer_outdates after update on customer for each row
  when ((old.status, old.compliance_status) is distinct from (new.status, new.compliance_status)) execute function outdate_facts();
create trigger account_terms_outdates after insert or update on account_terms for each row execute function outdate_facts();
create trigger suspension_outdates after insert or update on suspension for each row execute function outdate_facts();

-- `version`: the usage's, as the decision assumed it.
drop function limit_rows(jsonb);
create function limit_rows(p jsonb)
  returns table (account_id text, product text, method text, currency text, minute timestamptz, amount numeric, count int, version bigint)
  language sql stable as $$
    select r->>0, r->>1, r->>2, r->>3, (r->>4)::timestamptz, (r->>5)::numeric, (r->>6)::int, (r->>7)::bigint
      from jsonb_array_elements(p) e(r)
  $$;

-- Binds keys that nobody is assumed to hold or to have bound, and waits for none; others are to be free as well, for
-- what was asked with them is refused. Raises PSP01 where one is held or bound.
create function bind_keys(keys jsonb, others jsonb) returns void language plpgsql as $$
declare bound bigint;
begin
  insert into idempotency_key (account_id, key, fingerprint, resource_id, created_at)
    select k.* from key_rows(keys) k
      where pg_try_advisory_xact_lock(hashtextextended(k.account_id || ':' || k.key, 0));
  get diagnostics bound = row_count;
  if bound < jsonb_array_length(keys) then
    perform refuse_facts('a key is');
  end if;
  if jsonb_array_length(others) = 0 then
    return;
  end if;
  if exists (
    select from key_rows(others) o
      where not pg_try_advisory_xact_lock(hashtextextended(o.account_id || ':' || o.key, 0))
        or exists (select from idempotency_key k where k.account_id = o.account_id and k.key = o.key))
  then
    perform refuse_facts('a key is');
  end if;
end $$;

-- Proves what payouts were decided on without having read it, and counts them towards their limits: in the order of the
-- rows, one a limit, whose locks are held from then on. Raises PSP01 where anything is not as assumed.
create function prove_facts(decided_at timestamptz, platform_version bigint, limits jsonb)
  returns void language plpgsql as $$
declare
  wanted bigint := jsonb_array_length(limits);
  held bigint;
  is_assumed boolean;
begin
  -- Without the version in its condition: the row is waited for, and compared as it is then.
  with used as (
    update limit_usage l set total = l.total + u.amount, version = l.version + 1
      from limit_rows(limits) u
      where l.account_id = u.account_id and l.product = u.product and l.method = u.method and l.currency = u.currency
      returning l.version = u.version + 1 as is_assumed
  )
  select count(*), bool_and(u.is_assumed) into held, is_assumed from used u;
  if not is_assumed or held < wanted then
    perform refuse_facts('the usage of a limit is');
  end if;
  if not exists (
    select from platform p where p.version = platform_version
      and decided_at between clock_timestamp() + (p.clock_offset_ms - 5000) * interval '1 millisecond'
        and clock_timestamp() + (p.clock_offset_ms + 100) * interval '1 millisecond')
  then
    perform refuse_facts('the platform is');
  end if;
  -- A statement of its own, which sees what was committed while the locks were waited for.
  update limit_minute m set amount = m.amount + u.amount, count = m.count + u.count
    from limit_rows(limits) u
    where m.account_id = u.account_id and m.product = u.product and m.method = u.method and m.currency = u.currency and m.minute = u.minute;
  get diagnostics held = row_count;
  if held < wanted then
    insert into limit_minute (account_id, product, method, currency, minute, amount, count)
      select u.account_id, u.product, u.method, u.currency, u.minute, u.amount, u.count from limit_rows(limits) u
        where not exists (select from limit_minute m where m.account_id = u.account_id and m.product = u.product
          and m.method = u.method and m.currency = u.currency and m.minute = u.minute);
  end if;
end $$;

-- As before; each change counts, and the order is that of the service, whatever the database sorts texts by.
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
            and m.minute >= l.swept_to and m.minute < cutoff), 0),
        version = l.version + 1
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
  update limit_usage l set total = l.total + u.amount, version = l.version + 1
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

-- Each row of balances says how many of the entries are its own and how its buckets move; `assumed` is what a decision
-- took to be available without having read it, or null.
drop function balance_rows(jsonb);
create function balance_rows(p jsonb)
  returns table (account_id text, currency text, added bigint, available numeric, pending numeric, reserved numeric,
    in_settlement numeric, earnings numeric, assumed numeric)
  language sql stable as $$
    select r->>0, r->>1, (r->>2)::bigint, (r->>3)::numeric, (r->>4)::numeric, (r->>5)::numeric, (r->>6)::numeric, (r->>7)::numeric,
        (r->>8)::numeric
      from jsonb_array_elements(p) e(r)
  $$;

-- `back`: how far an entry stands behind the last one of its balance in this call; null: of the platform's own.
drop function entry_rows(jsonb);
create function entry_rows(p jsonb)
  returns table (id text, account_id text, journal_id text, ledger text, currency text, direction text, amount numeric, back bigint)
  language sql stable as $$
    select r->>0, r->>1, r->>2, r->>3, r->>4, r->>5, (r->>6)::numeric, (r->>7)::bigint from jsonb_array_elements(p) e(r)
  $$;

-- `back`: how far an event stands behind the last one of its account in this call.
drop function event_rows(jsonb);
create function event_rows(p jsonb)
  returns table (account_id text, back bigint, id text, type text, resource_id text, occurred_at timestamptz, body text)
  language sql stable as $$
    select r->>0, (r->>1)::bigint, r->>2, r->>3, r->>4, (r->>5)::timestamptz, r->>6 from jsonb_array_elements(p) e(r)
  $$;

-- Adds journals with all their entries and moves the balances, under the balances' locks, taken in order.
-- occurred_at is read after the locks and never runs behind a balance's as_of, so a closed period never changes.
-- Raises PSP01 where a balance is not as assumed. Answers how many balances are locked.
create or replace function post_journals(balances jsonb, journals jsonb, entries jsonb) returns bigint language plpgsql as $$
declare
  held bigint;
  moment timestamptz;
  is_assumed boolean;
begin
  for attempt in 1..2 loop
    select count(*), max(l.as_of), bool_and(l.is_assumed) into held, moment, is_assumed
      from (
        select b.as_of, b.available = coalesce(w.assumed, b.available) as is_assumed
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
  if not is_assumed then
    perform refuse_facts('a balance is');
  end if;
  if journals is null then
    return held;
  end if;
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

-- Gives the events their positions. Always the last write of a transaction: the counter is the hottest row, and its lock
-- is had by counting, account by account in the order of the counters. Answers how many events there are.
create or replace function append_events(counters jsonb, events jsonb) returns bigint language plpgsql as $$
declare appended bigint;
begin
  update event_counter c set last = c.last + a.added from counter_rows(counters) a where c.account_id = a.account_id;
  insert into event (account_id, position, id, type, resource_id, occurred_at, body)
    select g.account_id, c.last - g.back, g.id, g.type, g.resource_id, g.occurred_at, g.body
      from event_rows(events) g join event_counter c on c.account_id = g.account_id;
  get diagnostics appended = row_count;
  return appended;
end $$;

-- The same checks, the decimals of a currency looked up once a row.
create or replace function is_sound_payout(status text, risk_status text, refund_status text, sending text, source_currency text,
    principal numeric, platform_fee numeric, tenant_markup numeric, total numeric, destination_amount numeric,
    destination_currency text, rate numeric, daily_total numeric, limit_daily numeric, next_step_at timestamptz)
  returns boolean language plpgsql immutable parallel safe as $$
declare decimals int := public.currency_decimals(source_currency);
begin
  return status in ('processing', 'verification_pending', 'completed', 'failed', 'returned', 'cancelled')
    and risk_status in ('allowed', 'in_review', 'approved', 'rejected')
    and refund_status in ('pending', 'settled')
    and sending in ('unsent', 'open', 'accepted', 'uncertain')
    and principal > 0 and destination_amount > 0 and rate > 0 and platform_fee >= 0 and tenant_markup >= 0
    and total = principal + platform_fee + tenant_markup and total < 1e30 and destination_amount < 1e30
    and daily_total <= limit_daily
    and scale(trim_scale(principal)) <= decimals and scale(trim_scale(platform_fee)) <= decimals
    and scale(trim_scale(tenant_markup)) <= decimals
    and scale(trim_scale(destination_amount)) <= public.currency_decimals(destination_currency)
    and (status <> 'cancelled' or sending = 'unsent')
    and (status = 'returned') = (refund_status is not null)
    -- Nothing is undecided in silence.
    and (status <> 'processing' or next_step_at is not null or risk_status = 'in_review')
    and (status <> 'verification_pending' or next_step_at is not null);
end $$;

-- What follows the rows of a decision, in the one order of locks: keys bound, limits, journals and balances, events.
create or replace function record(keys jsonb, limits jsonb, balances jsonb, journals jsonb, entries jsonb, counters jsonb, events jsonb)
  returns void language plpgsql as $$
declare written bigint;
begin
  if keys is not null then
    insert into idempotency_key (account_id, key, fingerprint, resource_id, created_at) select k.* from key_rows(keys) k;
  end if;
  if limits is not null then
    written := use_limits(limits);
  end if;
  if balances is not null then
    written := post_journals(balances, journals, entries);
  end if;
  if events is not null then
    written := append_events(counters, events);
    if written <> jsonb_array_length(events) then
      raise exception '% of % events have a counter', written, jsonb_array_length(events) using errcode = 'integrity_constraint_violation';
    end if;
  end if;
end $$;

-- The minutes since 1970 of a minute.
create function minute_number(minute timestamptz) returns bigint
  language sql stable parallel safe as $$ select (extract(epoch from minute) / 60)::bigint $$;

-- All that a decision about new payouts needs, in one round trip and under locks taken in one order:
-- keys, quotes, limits, balances. An ask whose key another transaction holds comes back as busy. The versions are what
-- a later decision may assume, until the oldest minute that counts is so no more.
drop function load_payout_asks(jsonb, int, boolean);
create function load_payout_asks(p jsonb, velocity_minutes int, wait boolean)
returns table (
  ord int, busy boolean, moment timestamptz, key_fingerprint text, key_resource_id text,
  method text, currency text, country text, beneficiary_status text,
  customer_status text, compliance_status text,
  payouts_stopped boolean, suspended boolean,
  platform_fee_bps int, tenant_markup_bps int, overrides jsonb,
  daily_total numeric, recent jsonb, available numeric,
  usage_version bigint, oldest_minute bigint, platform_version bigint
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
          null::numeric, null::jsonb, null::numeric,
          null::bigint, null::bigint, null::bigint
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
      select d.account_id, d.method, d.currency, l.total, l.version,
          (select jsonb_agg(jsonb_build_array(minute_number(m.minute), m.count)) from limit_minute m
            where m.account_id = d.account_id and m.product = 'payout' and m.method = d.method and m.currency = d.currency
              and m.minute >= date_trunc('minute', (select moment from locked_at) - velocity_minutes * interval '1 minute')) as recent,
          (select minute_number(m.minute) from limit_minute m
            where m.account_id = d.account_id and m.product = 'payout' and m.method = d.method and m.currency = d.currency
              and m.minute >= l.swept_to
            order by m.minute limit 1) as oldest
        from limit_rows(usages) d
        cross join lateral (select total, version, swept_to from limit_usage
          where account_id = d.account_id and product = 'payout' and method = d.method and currency = d.currency limit 1) l
    )
    select ask.ord, not (ask.account_id || ':' || ask.key) = any (held), locked_at.moment, k.fingerprint, k.resource_id,
        ask.method, ask.currency, ask.country, ask.beneficiary_status,
        c.status, c.compliance_status,
        platform.payouts_stopped,
        exists (select from suspension s where s.product = 'payout' and s.method = ask.method and s.currency = ask.currency
          and s.lifted_at is null and (s.account_id is null or s.account_id = ask.account_id)),
        t.platform_fee_bps, t.tenant_markup_bps, t.overrides,
        used.total, used.recent, funds.available,
        used.version, used.oldest, platform.version
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
