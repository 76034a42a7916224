-- Rows from arrays of arrays.
create or replace function payout_asks(p jsonb)
  returns table (ord int, account_id text, key text, beneficiary_id text, quote_id text, source_currency text)
  language sql stable as $$
    select (e.ord - 1)::int, r->>0, r->>1, r->>2, r->>3, r->>4 from jsonb_array_elements(p) with ordinality e(r, ord)
  $$;

-- Loads everything needed to decide on new payouts, in one round trip. Locks are taken in one order: keys, quotes, limits,
-- then the balance of a single payout. A request whose key is locked by another transaction is returned as busy.
drop function if exists load_payout_asks(jsonb, int, boolean);
create function load_payout_asks(p jsonb, velocity_minutes int, wait boolean)
returns table (
  ord int, busy boolean, moment timestamptz, key_fingerprint text, key_resource_id text,
  method text, currency text, country text, beneficiary_status text, beneficiary_created_at timestamptz,
  payee_result text, payee_checked_at timestamptz,
  customer_status text, compliance_status text,
  payouts_stopped boolean, suspended boolean,
  platform_fee_bps int, tenant_markup_bps int, overrides jsonb, approval_policy jsonb,
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
  -- Replayed requests lock only their keys.
  if all_known then
    return query
      select a.ord, not (a.account_id || ':' || a.key) = any (held), business_now(), k.fingerprint, k.resource_id,
          null::text, null::text, null::text, null::text, null::timestamptz,
          null::text, null::timestamptz,
          null::text, null::text,
          false, false,
          null::int, null::int, null::jsonb, null::jsonb,
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
  -- Several payouts together read the balance without a lock and lock it when they post. If other payouts spent the money
  -- meanwhile, posting fails.
  if wait or jsonb_array_length(p) = 1 then
    perform from (
        select n.account_id, n.currency
          from (
            select a.account_id, coalesce(q.source_currency, a.source_currency) as currency
              from payout_asks(p) a left join quote q on q.account_id = a.account_id and q.id = a.quote_id
          ) n
          group by 1, 2 order by n.account_id collate "C", n.currency collate "C"
      ) w
      cross join lateral (select from balance
        where account_id = w.account_id and currency = w.currency limit 1 for no key update) b;
  end if;
  return query
    with ask as materialized (
      select a.*, b.method, b.currency, b.country, b.status as beneficiary_status, b.customer_id,
          b.created_at as beneficiary_created_at, b.payee_result, b.payee_checked_at,
          coalesce(q.source_currency, a.source_currency) as source
        from payout_asks(p) a
        left join beneficiary b on b.account_id = a.account_id and b.id = a.beneficiary_id
        left join quote q on q.account_id = a.account_id and q.id = a.quote_id
    ), funds as materialized (
      select w.account_id, w.source as currency, b.available
        from (select account_id, source from ask where source is not null
            group by 1, 2 order by account_id collate "C", source collate "C") w
          cross join lateral (select available from balance
            where account_id = w.account_id and currency = w.source limit 1) b
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
        ask.method, ask.currency, ask.country, ask.beneficiary_status, ask.beneficiary_created_at,
        ask.payee_result, ask.payee_checked_at,
        c.status, c.compliance_status,
        platform.payouts_stopped,
        exists (select from suspension s where s.product = 'payout' and s.method = ask.method and s.currency = ask.currency
          and s.lifted_at is null and (s.account_id is null or s.account_id = ask.account_id)),
        t.platform_fee_bps, t.tenant_markup_bps, t.overrides, t.approval_policy,
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
