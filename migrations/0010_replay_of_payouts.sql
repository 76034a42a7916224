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
