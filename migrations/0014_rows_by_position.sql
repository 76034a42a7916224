-- What a payout's transaction costs before it writes anything: fewer statements, each row of a table judged by one
-- function, and rows that travel as arrays, for to look each value up by its name took as long as to write it.

-- A table's checks as one: each of them is read anew from its stored text by every statement that writes the table.
do $$
declare stored record;
begin
  for stored in select conrelid::regclass as name, conname from pg_constraint
    where contype = 'c' and conrelid in ('payout'::regclass, 'entry'::regclass, 'balance'::regclass)
  loop
    execute format('alter table %s drop constraint %I', stored.name, stored.conname);
  end loop;
end $$;

create function is_sound_payout(status text, risk_status text, refund_status text, sending text, source_currency text,
    principal numeric, platform_fee numeric, tenant_markup numeric, total numeric, destination_amount numeric,
    destination_currency text, rate numeric, daily_total numeric, limit_daily numeric, next_step_at timestamptz)
  returns boolean language plpgsql immutable parallel safe as $$
begin
  return status in ('processing', 'verification_pending', 'completed', 'failed', 'returned', 'cancelled')
    and risk_status in ('allowed', 'in_review', 'approved', 'rejected')
    and refund_status in ('pending', 'settled')
    and sending in ('unsent', 'open', 'accepted', 'uncertain')
    and principal > 0 and destination_amount > 0 and rate > 0
    and total = principal + platform_fee + tenant_markup
    and daily_total <= limit_daily
    and is_amount(principal, source_currency) and is_amount(platform_fee, source_currency)
    and is_amount(tenant_markup, source_currency) and is_amount(destination_amount, destination_currency)
    and (status <> 'cancelled' or sending = 'unsent')
    and (status = 'returned') = (refund_status is not null)
    -- Nothing is undecided in silence.
    and (status <> 'processing' or next_step_at is not null or risk_status = 'in_review')
    and (status <> 'verification_pending' or next_step_at is not null);
end $$;
alter table payout add constraint payout_sound check (is_sound_payout(status, risk_status, refund_status, sending,
  source_currency, principal, platform_fee, tenant_markup, total, destination_amount, destination_currency, rate,
  daily_total, limit_daily, next_step_at));

create function is_sound_entry(ledger text, currency text, direction text, amount numeric, seq bigint)
  returns boolean language plpgsql immutable parallel safe as $$
begin
  return direction in ('debit', 'credit')
    and amount > 0 and is_amount(amount, currency)
    and case
      when ledger in ('available', 'pending', 'reserved', 'in_settlement', 'earnings') then seq is not null
      else seq is null and (ledger in ('fees', 'fx', 'rounding', 'adjustments') or ledger like 'clearing:%')
    end;
end $$;
alter table entry add constraint entry_sound check (is_sound_entry(ledger, currency, direction, amount, seq));

create function is_sound_balance(currency text, available numeric, pending numeric, reserved numeric, in_settlement numeric,
    earnings numeric)
  returns boolean language plpgsql immutable parallel safe as $$
begin
  return is_amount(available, currency) and is_amount(pending, currency) and is_amount(reserved, currency)
    and is_amount(in_settlement, currency) and is_amount(earnings, currency);
end $$;
alter table balance add constraint balance_sound
  check (is_sound_balance(currency, available, pending, reserved, in_settlement, earnings));

-- The same checks of a journal and its entries as before, in one query each.
create or replace function check_entries() returns trigger language plpgsql as $$
declare
  broken text;
  balances boolean;
begin
  select j.journal_id, j.balances into broken, balances
    from (
      select c.journal_id, bool_and(c.sum = 0) as balances, sum(c.n) as n, min(c.first) as account_id, max(c.last) as other
        from (
          select journal_id, sum(case direction when 'credit' then amount else -amount end) as sum, count(*) as n,
              min(account_id) as first, max(account_id) as last
            from added group by journal_id, currency
        ) c group by c.journal_id
    ) j
    where not j.balances or j.n < 2 or j.account_id <> j.other
      -- What came later would change a journal that stands.
      or j.n <> (select count(*) from entry e where e.journal_id = j.journal_id)
      or (select o.account_id from journal o where o.id = j.journal_id) is distinct from j.account_id
    limit 1;
  if broken is null then
    return null;
  end if;
  if not balances then
    raise exception 'journal % does not balance', broken using errcode = 'integrity_constraint_violation';
  end if;
  raise exception 'entries of journal % do not come all at once, in its account', broken using errcode = 'integrity_constraint_violation';
end $$;

create or replace function check_journals() returns trigger language plpgsql as $$
declare
  broken text;
  filled boolean;
begin
  select j.id, j.filled into broken, filled
    from (
      -- Not "exists": planned while the table is small, that would read all of it.
      select a.*, coalesce((select true from entry e where e.journal_id = a.id limit 1), false) as filled,
          case a.origin_type
            when 'payout' then (select o.account_id from payout o where o.id = a.origin_id)
            when 'payin' then (select o.account_id from payin o where o.id = a.origin_id)
            else a.account_id
          end as owner_id
        from added a
    ) j
    where not j.filled or j.owner_id is distinct from j.account_id
    limit 1;
  if broken is null then
    return null;
  end if;
  if not filled then
    raise exception 'journal % has no entries', broken using errcode = 'integrity_constraint_violation';
  end if;
  raise exception 'journal % has no origin in its account', broken using errcode = 'integrity_constraint_violation';
end $$;

drop function load_payout_asks(json, int, boolean);
drop function record(json, json, json, json, json, json, json);
drop function append_events(json, json);
drop function post_journals(json, json, json);
drop function use_limits(json);
drop function lock_limits(json);
drop function lock_keys(text[], boolean);

-- The rows of each kind, out of arrays of arrays.
create function payout_asks(p jsonb)
  returns table (ord int, account_id text, key text, beneficiary_id text, quote_id text, source_currency text)
  language sql stable as $$
    select (e.ord - 1)::int, r->>0, r->>1, r->>2, r->>3, r->>4 from jsonb_array_elements(p) with ordinality e(r, ord)
  $$;
create function key_rows(p jsonb)
  returns table (account_id text, key text, fingerprint text, resource_id text, created_at timestamptz)
  language sql stable as $$
    select r->>0, r->>1, r->>2, r->>3, (r->>4)::timestamptz from jsonb_array_elements(p) e(r)
  $$;
create function limit_rows(p jsonb)
  returns table (account_id text, product text, method text, currency text, minute timestamptz, amount numeric, count int)
  language sql stable as $$
    select r->>0, r->>1, r->>2, r->>3, (r->>4)::timestamptz, (r->>5)::numeric, (r->>6)::int from jsonb_array_elements(p) e(r)
  $$;
create function balance_rows(p jsonb) returns table (account_id text, currency text)
  language sql stable as $$
    select r->>0, r->>1 from jsonb_array_elements(p) e(r)
  $$;
create function journal_rows(p jsonb)
  returns table (id text, account_id text, purpose text, origin_type text, origin_id text)
  language sql stable as $$
    select r->>0, r->>1, r->>2, r->>3, r->>4 from jsonb_array_elements(p) e(r)
  $$;
create function entry_rows(p jsonb)
  returns table (ord bigint, id text, account_id text, journal_id text, ledger text, currency text, direction text, amount numeric)
  language sql stable as $$
    select e.ord, r->>0, r->>1, r->>2, r->>3, r->>4, r->>5, (r->>6)::numeric from jsonb_array_elements(p) with ordinality e(r, ord)
  $$;
create function counter_rows(p jsonb) returns table (account_id text, added bigint)
  language sql stable as $$
    select r->>0, (r->>1)::bigint from jsonb_array_elements(p) e(r)
  $$;
create function event_rows(p jsonb)
  returns table (account_id text, n bigint, id text, type text, resource_id text, occurred_at timestamptz, body text)
  language sql stable as $$
    select r->>0, (r->>1)::bigint, r->>2, r->>3, r->>4, (r->>5)::timestamptz, r->>6 from jsonb_array_elements(p) e(r)
  $$;

-- Takes the lock of each key in order, waiting up to lock_timeout.
create function lock_keys(keys text[]) returns text[] language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(k.key, 0)) from (select distinct unnest(keys) as key order by 1) k;
  return keys;
end $$;

-- Locks the usage rows of limits in order, making those that are missing, and drops what fell out of the 24 hours.
-- A minute counts whole while any part of it lies within them, so the sum is never below the true one.
-- Answers how many rows are locked, one an element of p.
create function lock_limits(p jsonb) returns bigint language plpgsql as $$
declare
  cutoff timestamptz := date_trunc('minute', business_now() - interval '24 hours');
  held bigint;
  oldest timestamptz;
begin
  for attempt in 1..2 loop
    with locked as materialized (
      select l.swept_to from limit_rows(p) u
        join limit_usage l on l.account_id = u.account_id and l.product = u.product and l.method = u.method and l.currency = u.currency
        order by l.account_id, l.product, l.method, l.currency
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

-- Counts accepted amounts towards their limits, or gives them back (negative): one row a limit and minute.
create function use_limits(p jsonb) returns bigint language plpgsql as $$
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
      select u.* from limit_rows(p) u
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

-- Adds journals with all their entries and moves the balances, under the balances' locks, taken in order.
-- occurred_at is read after the locks and never runs behind a balance's as_of, so a closed period never changes.
-- Answers how many balances moved.
create function post_journals(balances jsonb, journals jsonb, entries jsonb) returns bigint language plpgsql as $$
declare
  held bigint;
  moment timestamptz;
begin
  for attempt in 1..2 loop
    with locked as materialized (
      select b.as_of from balance_rows(balances) w join balance b on b.account_id = w.account_id and b.currency = w.currency
        order by b.account_id, b.currency
        for no key update of b
    )
    select count(*), max(as_of) into held, moment from locked;
    exit when held = jsonb_array_length(balances);
    insert into balance (account_id, currency, as_of)
      select w.account_id, w.currency, '-infinity' from balance_rows(balances) w
        order by 1, 2
      on conflict do nothing;
  end loop;
  moment := greatest(business_now(), moment);
  with given as materialized (
    select e.*, e.ledger in ('available', 'pending', 'reserved', 'in_settlement', 'earnings') as is_client from entry_rows(entries) e
  ), new_journal as (
    insert into journal (id, account_id, purpose, origin_type, origin_id, occurred_at)
      select j.id, j.account_id, j.purpose, j.origin_type, j.origin_id, moment from journal_rows(journals) j
  ), new_entry as (
    insert into entry (id, account_id, journal_id, ledger, currency, direction, amount, seq, occurred_at)
      select g.id, g.account_id, g.journal_id, g.ledger, g.currency, g.direction, g.amount,
          b.seq + row_number() over (partition by g.account_id, g.currency, g.is_client order by g.ord), moment
        from given g
        left join balance b on g.is_client and b.account_id = g.account_id and b.currency = g.currency
  ), moved as (
    select account_id, currency, count(*) as n,
        coalesce(sum(amount) filter (where ledger = 'available'), 0) as available,
        coalesce(sum(amount) filter (where ledger = 'pending'), 0) as pending,
        coalesce(sum(amount) filter (where ledger = 'reserved'), 0) as reserved,
        coalesce(sum(amount) filter (where ledger = 'in_settlement'), 0) as in_settlement,
        coalesce(sum(amount) filter (where ledger = 'earnings'), 0) as earnings
      from (select account_id, currency, ledger, case direction when 'credit' then amount else -amount end as amount from given where is_client) g
      group by account_id, currency
  )
  update balance b
    set available = b.available + m.available, pending = b.pending + m.pending, reserved = b.reserved + m.reserved,
        in_settlement = b.in_settlement + m.in_settlement, earnings = b.earnings + m.earnings,
        seq = b.seq + m.n, as_of = moment
    from moved m
    where b.account_id = m.account_id and b.currency = m.currency;
  return held;
end $$;

-- Gives the events their positions: the counter's, and `n` within this call. Always the last write of a transaction:
-- the counter is the hottest row. Answers how many there are.
create function append_events(counters jsonb, events jsonb) returns bigint language plpgsql as $$
declare appended bigint;
begin
  with locked as materialized (
    select c.account_id, c.last, a.added from counter_rows(counters) a join event_counter c on c.account_id = a.account_id
      order by c.account_id
      for no key update of c
  ), counted as (
    update event_counter c set last = l.last + l.added from locked l where c.account_id = l.account_id
  )
  insert into event (account_id, position, id, type, resource_id, occurred_at, body)
    select g.account_id, l.last + g.n, g.id, g.type, g.resource_id, g.occurred_at, g.body
      from event_rows(events) g join locked l on l.account_id = g.account_id;
  get diagnostics appended = row_count;
  return appended;
end $$;

-- What follows the rows of a decision, in the one order of locks: keys bound, limits, journals and balances, events.
create function record(keys jsonb, limits jsonb, balances jsonb, journals jsonb, entries jsonb, counters jsonb, events jsonb)
  returns void language plpgsql as $$
declare written bigint;
begin
  if keys is not null then
    insert into idempotency_key (account_id, key, fingerprint, resource_id, created_at) select k.* from key_rows(keys) k;
  end if;
  if limits is not null then
    written := use_limits(limits);
  end if;
  if journals is not null then
    written := post_journals(balances, journals, entries);
  end if;
  if events is not null then
    written := append_events(counters, events);
    if written <> jsonb_array_length(events) then
      raise exception '% of % events have a counter', written, jsonb_array_length(events) using errcode = 'integrity_constraint_violation';
    end if;
  end if;
end $$;

-- All that a decision about new payouts needs, in one round trip and under locks taken in one order:
-- keys, quotes, limits, balances. An ask whose key another transaction holds comes back as busy.
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
