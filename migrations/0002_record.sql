-- What recording a decision costs the database: fewer statements, fewer checks row by row, the same guarantees.

-- Not inlined: the plan of every statement that writes money would hold it many times over.
create or replace function is_amount(value numeric, code text) returns boolean
  language plpgsql immutable parallel safe as $$
begin
  return value >= 0 and value < 1e30 and scale(trim_scale(value)) <= currency_decimals(code);
end $$;

-- Journals and entries refer to rows that are never deleted and never change their id or account. So what a foreign key
-- would check row by row is checked once a statement, by the triggers that look at the same rows anyway.
create trigger payout_kept before delete or truncate on payout for each statement execute function refuse_change();
create trigger payin_kept before delete or truncate on payin for each statement execute function refuse_change();
create trigger payout_named before update of id, account_id on payout for each statement execute function refuse_change();
create trigger payin_named before update of id, account_id on payin for each statement execute function refuse_change();
alter table entry drop constraint entry_account_id_journal_id_fkey;
alter table journal drop constraint journal_account_id_payin_id_fkey,
  drop constraint journal_account_id_payout_id_fkey,
  drop constraint journal_account_id_id_key,
  drop column payin_id,
  drop column payout_id;

-- Every journal balances in every currency: all its entries come in one statement, in the journal's account.
create or replace function check_entries() returns trigger language plpgsql as $$
declare broken text;
begin
  select journal_id into broken from added
    group by journal_id, currency
    having sum(case direction when 'credit' then amount else -amount end) <> 0
    limit 1;
  if broken is not null then
    raise exception 'journal % does not balance', broken using errcode = 'integrity_constraint_violation';
  end if;
  -- What came later would change a journal that stands.
  select a.journal_id into broken
    from (select journal_id, min(account_id) as account_id, max(account_id) as other, count(*) as n from added group by journal_id) a
    where a.n < 2 or a.n <> (select count(*) from entry e where e.journal_id = a.journal_id)
      or a.account_id <> a.other
      or (select j.account_id from journal j where j.id = a.journal_id) is distinct from a.account_id
    limit 1;
  if broken is not null then
    raise exception 'entries of journal % do not come all at once, in its account', broken using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace function check_journals() returns trigger language plpgsql as $$
declare broken text;
begin
  select j.id into broken from added j
    where not exists (select from entry e where e.journal_id = j.id)
    limit 1;
  if broken is not null then
    raise exception 'journal % has no entries', broken using errcode = 'integrity_constraint_violation';
  end if;
  select j.id into broken from added j
    where (j.origin_type = 'payout' and (select o.account_id from payout o where o.id = j.origin_id) is distinct from j.account_id)
      or (j.origin_type = 'payin' and (select o.account_id from payin o where o.id = j.origin_id) is distinct from j.account_id)
    limit 1;
  if broken is not null then
    raise exception 'journal % has no origin in its account', broken using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

drop function post_journals(json);
drop function append_events(json);

-- Adds journals with all their entries and moves the balances, under the balances' locks, taken in order.
-- occurred_at is read after the locks and never runs behind a balance's as_of, so a closed period never changes.
create function post_journals(balances json, journals json, entries json) returns void language plpgsql as $$
declare
  wanted bigint;
  held bigint;
  moment timestamptz;
begin
  for attempt in 1..2 loop
    with wish as materialized (
      select * from json_to_recordset(balances) as w(account_id text, currency text)
    ), locked as materialized (
      select b.as_of from wish w join balance b on b.account_id = w.account_id and b.currency = w.currency
        order by b.account_id, b.currency
        for no key update of b
    )
    select (select count(*) from wish), count(*), max(as_of) into wanted, held, moment from locked;
    exit when held = wanted;
    insert into balance (account_id, currency, as_of)
      select w.account_id, w.currency, '-infinity' from json_to_recordset(balances) as w(account_id text, currency text)
        order by 1, 2
      on conflict do nothing;
  end loop;
  moment := greatest(business_now(), moment);
  with given as materialized (
    select e.*, e.ledger in ('available', 'pending', 'reserved', 'in_settlement', 'earnings') as is_client
      from json_to_recordset(entries)
        as e(id text, account_id text, journal_id text, ord int, ledger text, currency text, direction text, amount numeric)
  ), new_journal as (
    insert into journal (id, account_id, purpose, origin_type, origin_id, occurred_at)
      select j.id, j.account_id, j.purpose, j.origin_type, j.origin_id, moment
        from json_to_recordset(journals) as j(id text, account_id text, purpose text, origin_type text, origin_id text)
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
end $$;

-- Gives the events their positions: the counter's, and `n` within this call. Always the last write of a transaction:
-- the counter is the hottest row.
create function append_events(counters json, events json) returns void language plpgsql as $$
begin
  perform from json_to_recordset(counters) as a(account_id text) join event_counter c on c.account_id = a.account_id
    order by c.account_id
    for no key update of c;
  insert into event (account_id, position, id, type, resource_id, occurred_at, body)
    select g.account_id, c.last + g.n, g.id, g.type, g.resource_id, g.occurred_at, g.body::text
      from json_to_recordset(events)
        as g(account_id text, n bigint, id text, type text, resource_id text, occurred_at timestamptz, body json)
      join event_counter c on c.account_id = g.account_id;
  update event_counter c set last = c.last + a.added
    from json_to_recordset(counters) as a(account_id text, added bigint) where c.account_id = a.account_id;
end $$;

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
      and (l.account_id, l.product, l.method, l.currency) in (
        select u.account_id, u.product, u.method, u.currency
          from json_to_recordset(p) as u(account_id text, product text, method text, currency text));
end $$;

-- Counts accepted amounts towards their limits, or gives them back (negative): one row a limit and minute.
create or replace function use_limits(p json) returns void language plpgsql as $$
begin
  -- What is added was decided under these locks; what is given back takes them here, in the same order.
  if exists (
    select from json_to_recordset(p) as u(account_id text, product text, method text, currency text, count int)
      where u.count < 0 or not exists (select from limit_usage l where l.account_id = u.account_id
        and l.product = u.product and l.method = u.method and l.currency = u.currency)
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

-- What follows the rows of a decision, in the one order of locks: keys bound, limits, journals and balances, events.
create function record(keys json, limits json, balances json, journals json, entries json, counters json, events json)
  returns void language plpgsql as $$
begin
  if keys is not null then
    insert into idempotency_key (account_id, key, fingerprint, resource_id, created_at)
      select * from json_to_recordset(keys) as k(account_id text, key text, fingerprint text, resource_id text, created_at timestamptz);
  end if;
  if limits is not null then
    perform use_limits(limits);
  end if;
  if journals is not null then
    perform post_journals(balances, journals, entries);
  end if;
  if events is not null then
    perform append_events(counters, events);
  end if;
end $$;

-- Takes the lock of each key in order: waits (up to lock_timeout) or passes over what another transaction holds.
create or replace function lock_keys(keys text[], wait boolean) returns text[] language plpgsql as $$
begin
  if wait then
    perform pg_advisory_xact_lock(hashtextextended(k.key, 0)) from (select distinct unnest(keys) as key order by 1) k;
    return keys;
  end if;
  return array(select k.key from (select distinct unnest(keys) as key order by 1) k
    where pg_try_advisory_xact_lock(hashtextextended(k.key, 0)));
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
        join limit_usage l on l.account_id = d.account_id and l.product = 'payout' and l.method = d.method and l.currency = d.currency
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
