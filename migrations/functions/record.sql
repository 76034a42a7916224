create or replace function key_rows(p jsonb)
  returns table (account_id text, key text, fingerprint text, resource_id text, created_at timestamptz)
  language sql stable as $$
    select r->>0, r->>1, r->>2, r->>3, (r->>4)::timestamptz from jsonb_array_elements(p) e(r)
  $$;

-- Locks the keys in order. Each lock waits up to lock_timeout.
create or replace function lock_keys(keys text[]) returns text[] language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(k.key, 0)) from (select distinct unnest(keys) as key order by 1) k;
  return keys;
end $$;

-- Records the consequences of a decision in lock order: idempotency keys, limits, journals and balances, events.
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
