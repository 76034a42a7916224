-- A version says what is known, and no longer how often it was changed. A process told ahead which one its own change would
-- make, and a change of somebody else made the same one, so that what was older could be taken for proven. And what is
-- known of an account beside its limits has a version of its own: it counted up the usages that were there, so that what
-- changed beside the first use of a limit counted nothing.

-- Any that was not there before, exact in a double.
create function new_version() returns bigint language sql volatile as $$
  select 1 + floor(random() * 9007199254740990)::bigint
$$;

create table account_facts (
  account_id text collate "C" primary key references account (id),
  version bigint not null
);
insert into account_facts (account_id, version) select id, new_version() from account;
create function add_account_facts() returns trigger language plpgsql as $$
begin
  insert into account_facts (account_id, version) values (new.id, new_version());
  return null;
end $$;
create trigger account_has_facts after insert on account for each row execute function add_account_facts();

create or replace function count_version() returns trigger language plpgsql as $$
begin
  new.version := new_version();
  return new;
end $$;

create or replace function outdate_facts() returns trigger language plpgsql as $$
begin
  if new.account_id is null then
    update platform set version = version;
  else
    update account_facts set version = new_version() where account_id = new.account_id;
  end if;
  return null;
end $$;

-- `version` and `account_version`: as the decision assumed them. `next`: the usage's from now on.
drop function limit_rows(jsonb);
create function limit_rows(p jsonb)
  returns table (account_id text, product text, method text, currency text, minute timestamptz, amount numeric, count int,
    version bigint, account_version bigint, next bigint)
  language sql stable as $$
    select r->>0, r->>1, r->>2, r->>3, (r->>4)::timestamptz, (r->>5)::numeric, (r->>6)::int, (r->>7)::bigint, (r->>8)::bigint,
        (r->>9)::bigint
      from jsonb_array_elements(p) e(r)
  $$;

-- As before, with what is known of the account.
create or replace function prove_facts(decided_at timestamptz, platform_version bigint, limits jsonb)
  returns void language plpgsql as $$
declare
  wanted bigint := jsonb_array_length(limits);
  held bigint;
  is_assumed boolean;
begin
  -- Without the version in its condition: the row is waited for, and compared as it is then.
  with used as (
    update limit_usage l
      set total = l.total + u.amount, version = case when l.version = u.version then u.next else l.version end
      from limit_rows(limits) u
      where l.account_id = u.account_id and l.product = u.product and l.method = u.method and l.currency = u.currency
      returning l.version = u.next as is_assumed
  )
  select count(*), bool_and(u.is_assumed) into held, is_assumed from used u;
  if not is_assumed or held < wanted then
    perform refuse_facts('the usage of a limit is');
  end if;
  if exists (
    select from limit_rows(limits) u
      where u.account_version is distinct from (select f.version from account_facts f where f.account_id = u.account_id))
  then
    perform refuse_facts('the account is');
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

-- As before, with versions as above.
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
        version = new_version()
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
  update limit_usage l set total = l.total + u.amount, version = coalesce(u.next, new_version())
    from (
      select u.account_id, u.product, u.method, u.currency, sum(u.amount) as amount, max(u.next) as next
        from limit_rows(p) u
        join limit_usage w on w.account_id = u.account_id and w.product = u.product and w.method = u.method and w.currency = u.currency
        where u.minute >= w.swept_to
        group by 1, 2, 3, 4
    ) u
    where l.account_id = u.account_id and l.product = u.product and l.method = u.method and l.currency = u.currency;
  return counted;
end $$;

drop function load_payout_asks(jsonb, int, boolean);
create function load_payout_asks(p jsonb, velocity_minutes int, wait boolean)
returns table (
  ord int, busy boolean, moment timestamptz, key_fingerprint text, key_resource_id text,
  method text, currency text, country text, beneficiary_status text,
  customer_status text, compliance_status text,
  payouts_stopped boolean, suspended boolean,
  platform_fee_bps int, tenant_markup_bps int, overrides jsonb,
  daily_total numeric, recent jsonb, available numeric,
  usage_version bigint, oldest_minute bigint, account_version bigint, platform_version bigint
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
          null::bigint, null::bigint, null::bigint, null::bigint
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
        used.version, used.oldest, f.version, platform.version
      from ask
      cross join locked_at
      cross join platform
      left join idempotency_key k on k.account_id = ask.account_id and k.key = ask.key
      left join customer c on c.account_id = ask.account_id and c.id = ask.customer_id
      left join account_facts f on f.account_id = ask.account_id
      left join account_terms t on t.account_id = ask.account_id
      left join used on used.account_id = ask.account_id and used.method = ask.method and used.currency = ask.currency
      left join funds on funds.account_id = ask.account_id and funds.currency = ask.source
      order by ask.ord;
end $$;
