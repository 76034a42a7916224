-- What a delivery costs from its event to its record. A worker made the deliveries of one account after the other, a
-- commit each, so that with many accounts the last one's events waited for all those commits; ten checks of a delivery
-- were read anew from their stored text by every statement that writes one; and to record an attempt read ever more of
-- a table that was small when the statement was planned.

do $$
declare stored record;
begin
  for stored in select conname from pg_constraint where contype = 'c' and conrelid = 'webhook_delivery'::regclass loop
    execute format('alter table webhook_delivery drop constraint %I', stored.conname);
  end loop;
end $$;

create function is_sound_delivery(kind text, status text, attempts int, delivery_position bigint, redelivery_of text,
    next_attempt_at timestamptz, delivered_at timestamptz, history jsonb)
  returns boolean language plpgsql immutable parallel safe as $$
declare
  alone boolean := kind in ('ping', 'test');
  most int := case when alone then 1 else 10 end;
begin
  return kind in ('first', 'redelivery', 'ping', 'test')
    and status in ('pending', 'delivered', 'failed', 'cancelled')
    and alone = (delivery_position is null)
    and (redelivery_of is null or kind = 'redelivery')
    and (status = 'pending') = (next_attempt_at is not null)
    and (status = 'delivered') = (delivered_at is not null)
    and jsonb_array_length(history) = attempts
    and attempts between (status in ('delivered', 'failed'))::int and most
    and (status = 'failed') <= (attempts = most)
    and (status = 'pending') <= (attempts < most);
end $$;
alter table webhook_delivery add constraint webhook_delivery_sound check (is_sound_delivery(kind, status, attempts,
  position, redelivery_of, next_attempt_at, delivered_at, history));

drop function fan_out_events(text, int);

-- Makes the deliveries of up to `most` next events of each account; how many events these were. Cursors are locked in
-- order, and then all lanes in order. A cursor that is locked is passed over: who holds it catches up itself.
create function fan_out_events(accounts text[], most int) returns bigint language plpgsql as $$
declare
  ids text[];
  starts bigint[];
  ends bigint[];
  moment timestamptz;
  stem text;
  part text;
  own record;
  made_for text[];
  touched text[] := '{}';
  events bigint := 0;
begin
  select array_agg(l.account_id), array_agg(l.position), array_agg(least(n.last, l.position + most))
    into ids, starts, ends
    from (
      select c.account_id, c.position from webhook_cursor c where c.account_id = any (accounts)
        order by c.account_id
        for no key update skip locked
    ) l join event_counter n on n.account_id = l.account_id and n.last > l.position;
  if ids is null then
    return 0;
  end if;
  moment := business_now();
  stem := 'whd_' || ulid_time(moment);
  for own in select * from unnest(ids, starts, ends) as x(account_id, start, upto) loop
    part := substr(replace(gen_random_uuid()::text, '-', ''), 1, 9);
    with made as (
      insert into webhook_delivery (id, account_id, endpoint_id, event_id, position, event_type, resource_id, kind, status,
          attempts, next_attempt_at, history, created_at, version)
        select stem || part || lpad((row_number() over (order by e.position, w.id))::text, 7, '0'), e.account_id,
            w.id, e.id, e.position, e.type, e.resource_id, 'first', 'pending', 0, moment, '[]', moment, 1
          from event e
          join webhook_endpoint w on w.account_id = own.account_id and w.deleted_at is null and w.paused_at is null
            and (w.event_types = '{}' or e.type = any (w.event_types))
          join webhook_lane l on l.endpoint_id = w.id and e.position > l.after_position
          where e.account_id = own.account_id and e.position > own.start and e.position <= own.upto
            and e.type <> 'webhook.ping'
        returning endpoint_id
    )
    select array_agg(distinct endpoint_id) into made_for from made;
    touched := touched || made_for;
    update webhook_cursor set position = own.upto where account_id = own.account_id;
    events := events + own.upto - own.start;
  end loop;
  if touched <> '{}' then
    perform wake_lanes(touched);
  end if;
  return events;
end $$;

create or replace function catch_up_events(of_account text, endpoints text[]) returns bigint language plpgsql as $$
begin
  insert into webhook_cursor (account_id, position)
    select n.account_id, n.last from event_counter n where n.account_id = of_account
    on conflict do nothing;
  perform from webhook_cursor c where c.account_id = of_account for no key update;
  perform from webhook_lane l
    where l.account_id = of_account and l.endpoint_id = any (endpoints || array(
      select w.id from webhook_endpoint w where w.account_id = of_account and w.deleted_at is null))
    order by l.endpoint_id
    for no key update;
  while fan_out_events(array[of_account], 1000) > 0 loop
  end loop;
  return (select position from webhook_cursor where account_id = of_account);
end $$;

-- Each attempt is written by its delivery's id, in a statement of its own: for all in one the planner goes through the
-- whole table where it thinks it small.
create or replace function record_attempts(of_lanes json, made json, lease interval)
  returns table (endpoint_id text, version int) language plpgsql as $$
#variable_conflict use_column
declare
  held text[] := lock_lanes(of_lanes);
  a record;
begin
  for a in
    select * from json_to_recordset(made)
      as x(id text, number int, status text, next_attempt_at timestamptz, delivered_at timestamptz, entry jsonb)
  loop
    update webhook_delivery d
      set status = a.status, attempts = a.number, next_attempt_at = a.next_attempt_at, delivered_at = a.delivered_at,
          history = d.history || a.entry, version = d.version + 1
      -- `is true` keeps the planner from the index by endpoint and status, which would read everything that waits.
      where d.id = a.id and (d.endpoint_id = any (held)) is true and (d.status = 'pending') is true
        and d.attempts = a.number - 1;
  end loop;
  update webhook_lane l
    set lease_until = clock_timestamp() + lease, failures = n.failures, next_test_at = n.next_test_at
    from json_to_recordset(of_lanes) as n(endpoint_id text, failures int, next_test_at timestamptz)
    where l.endpoint_id = n.endpoint_id and l.endpoint_id = any (held);
  -- Where the endpoint recovered, its queue goes out in order, without the waits that stood still.
  update webhook_delivery d set next_attempt_at = business_now(), version = d.version + 1
    from json_to_recordset(of_lanes) as n(endpoint_id text, recovered boolean)
    where n.recovered and n.endpoint_id = any (held) and d.endpoint_id = n.endpoint_id
      and d.status = 'pending' and d.kind in ('first', 'redelivery') and d.attempts > 0 and d.next_attempt_at > business_now();
  update webhook_endpoint e
    set failing_since = n.failing_since, updated_at = business_now(), version = e.version + 1
    from json_to_recordset(of_lanes) as n(endpoint_id text, failing_since timestamptz)
    where e.id = n.endpoint_id and e.id = any (held) and e.failing_since is distinct from n.failing_since;
  return query select e.id, e.version from webhook_endpoint e where e.id = any (held);
end $$;
