-- The first ten characters of a ULID with this time.
create or replace function ulid_time(at timestamptz) returns text language sql immutable as $$
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + ((floor(extract(epoch from at) * 1000)::bigint >> (5 * n)) & 31)::int, 1), '' order by n desc)
    from generate_series(0, 9) n
$$;

-- True if an earlier event of the same resource waits for a retry at this endpoint.
create or replace function is_held_back(endpoint text, resource text, at_position bigint) returns boolean language sql stable as $$
  select exists (select from webhook_delivery w where w.endpoint_id = endpoint and w.resource_id = resource
    and w.position < at_position and w.status = 'pending' and w.kind = 'first' and w.attempts > 0)
$$;

-- Marks lanes as due now. A worker that holds one checks again when it releases the lane.
create or replace function wake_lanes(endpoints text[]) returns void language plpgsql as $$
begin
  perform from webhook_lane l where l.endpoint_id = any (endpoints) order by l.endpoint_id for no key update;
  update webhook_lane set due_at = least(due_at, business_now()) where endpoint_id = any (endpoints);
end $$;

-- Locks the lanes that the caller still leases, and returns their endpoint ids.
create or replace function lock_lanes(leases json) returns text[] language sql as $$
  select coalesce(array_agg(held.endpoint_id), '{}') from (
    select l.endpoint_id from json_to_recordset(leases) as given(endpoint_id text, fence bigint)
      join webhook_lane l on l.endpoint_id = given.endpoint_id and l.fence = given.fence
      order by l.endpoint_id
      for no key update of l
  ) held
$$;

-- Delay of rough delivery (docs/webhooks.md), by resource: each resource's events keep their order, and events of other
-- resources overtake them. One delay is longer than a signature is valid.
create or replace function rough_wait(resource text) returns interval language sql immutable as $$
  select (array[0, 0, 10, 360])[1 + ascii(right(resource, 1)) % 4] * interval '1 second'
$$;

-- Creates the deliveries of up to `most` next events of each account, and returns the number of events. Cursors are locked
-- in order, then lanes in order. A locked cursor is skipped: its holder catches up itself.
create or replace function fan_out_events(accounts text[], most int) returns bigint language plpgsql as $$
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
            w.id, e.id, e.position, e.type, e.resource_id, 'first', 'pending', 0,
            case when w.rough_since is null then moment else moment + rough_wait(e.resource_id) end, '[]', moment, 1
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

-- Locks the account's cursor. While it has none, locks its creation: deliveries of the account are created under this lock.
create or replace function lock_cursor(account text) returns void language plpgsql as $$
begin
  perform from webhook_cursor c where c.account_id = account for no key update;
  if not found then
    perform pg_advisory_xact_lock(hashtextextended('webhook cursor ' || account, 0));
    perform from webhook_cursor c where c.account_id = account for no key update;
  end if;
end $$;

-- Fans out all events so far. Locks the cursor and all lanes that the transaction may use: those of the account's endpoints
-- and of `endpoints`, which may be deleted.
create or replace function catch_up_events(of_account text, endpoints text[]) returns bigint language plpgsql as $$
begin
  perform lock_cursor(of_account);
  insert into webhook_cursor (account_id, position)
    select n.account_id, n.last from event_counter n where n.account_id = of_account
    on conflict do nothing;
  perform from webhook_lane l
    where l.account_id = of_account and l.endpoint_id = any (endpoints || array(
      select w.id from webhook_endpoint w where w.account_id = of_account and w.deleted_at is null))
    order by l.endpoint_id
    for no key update;
  while fan_out_events(array[of_account], 1000) > 0 loop
  end loop;
  return (select position from webhook_cursor where account_id = of_account);
end $$;

-- Writes all attempts in one statement, by delivery id. It has no join, because the planner would scan all deliveries when
-- it estimates few.
create or replace function record_attempts(of_lanes json, made json, lease interval)
  returns table (endpoint_id text, version int) language plpgsql as $$
#variable_conflict use_column
declare
  held text[] := lock_lanes(of_lanes);
  by_id jsonb := (select jsonb_object_agg(each ->> 'id', each::jsonb || jsonb_build_object('nth', nth))
    from json_array_elements(made) with ordinality m(each, nth));
begin
  update webhook_delivery d
    set (status, attempts, next_attempt_at, delivered_at, history, turns, version) = (
      select a.status, a.number, a.next_attempt_at, a.delivered_at, d.history || a.entry,
          d.turns || to_jsonb((select l.turn from webhook_lane l where l.endpoint_id = d.endpoint_id) + a.nth), d.version + 1
        from jsonb_to_record(by_id -> d.id)
          as a(status text, number int, next_attempt_at timestamptz, delivered_at timestamptz, entry jsonb, nth bigint))
    -- `is true` prevents a scan by endpoint and status, which would read the whole queue.
    where d.id = any (array(select jsonb_object_keys(by_id))) and (d.endpoint_id = any (held)) is true
      and (d.status = 'pending') is true and d.attempts = (by_id -> d.id ->> 'number')::int - 1;
  update webhook_lane l
    set lease_until = machine_now() + lease, failures = n.failures, next_test_at = n.next_test_at, pace = n.pace,
        turn = l.turn + json_array_length(made)
    from json_to_recordset(of_lanes) as n(endpoint_id text, failures int, next_test_at timestamptz, pace int)
    where l.endpoint_id = n.endpoint_id and l.endpoint_id = any (held);
  -- A recovered endpoint gets its queue at once and in order, without the remaining retry delays.
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

-- Ends the leases. Each lane is due when its first delivery is. Returns the number of lanes that are due already.
create or replace function release_lanes(leases json) returns bigint language plpgsql as $$
declare held text[] := lock_lanes(leases);
begin
  update webhook_lane l
    set lease_until = null, due_at = case
      -- A deleted endpoint's pending deliveries must be cancelled.
      when e.deleted_at is not null then (select business_now() from webhook_delivery d
        where d.endpoint_id = e.id and d.status = 'pending' limit 1)
      else least(
        (select d.next_attempt_at from webhook_delivery d where d.endpoint_id = e.id
          and d.status = 'pending' and d.kind in ('ping', 'test') order by d.id limit 1),
        case
          when e.paused_at is not null then null
          when e.failing_since is not null then l.next_test_at
          else least(
            (select d.next_attempt_at from webhook_delivery d where d.endpoint_id = e.id
              and d.status = 'pending' and d.kind in ('first', 'redelivery') and d.attempts > 0
              order by d.next_attempt_at limit 1),
            case when e.rough_since is null
              then (select d.next_attempt_at from webhook_delivery d where d.endpoint_id = e.id
                and d.status = 'pending' and d.kind in ('first', 'redelivery') and d.attempts = 0
                and not (d.kind = 'first' and is_held_back(d.endpoint_id, d.resource_id, d.position))
                order by d.position limit 1)
              else (select min(d.next_attempt_at) from webhook_delivery d where d.endpoint_id = e.id
                and d.status = 'pending' and d.kind in ('first', 'redelivery') and d.attempts = 0
                and not (d.kind = 'first' and is_held_back(d.endpoint_id, d.resource_id, d.position)))
            end)
        end)
    end
    from webhook_endpoint e
    where l.endpoint_id = any (held) and e.id = l.endpoint_id;
  return (select count(*) from webhook_lane l where l.endpoint_id = any (held) and l.due_at <= business_now());
end $$;

-- Redelivery of the events of a period.

-- A position in the account's log before all events at or after a time. Positions follow commit order, which may differ from
-- the order of times by the length of a transaction; one minute of margin covers that.
create or replace function position_before(of_account text, at timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := archived_position(of_account);
  high bigint := (select n.last from event_counter n where n.account_id = of_account);
  middle bigint;
begin
  while low < high loop
    middle := (low + high + 1) / 2;
    if (select e.occurred_at from event e where e.account_id = of_account and e.position = middle) < at - interval '1 minute' then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end $$;

-- Creates redeliveries of the endpoint's events in a period, from the next `most` events after a position. Returns their
-- number, the last position read, and whether the period has more events.
create or replace function replay_events(of_endpoint text, after bigint, since timestamptz, until timestamptz, most int,
    out made bigint, out upto bigint, out goes_on boolean) language plpgsql as $$
declare
  account text;
  types text[];
  moment timestamptz := business_now();
  stem text := 'whd_' || ulid_time(moment) || substr(replace(gen_random_uuid()::text, '-', ''), 1, 9);
  start bigint;
  final bigint;
begin
  select w.account_id, w.event_types into account, types from webhook_endpoint w where w.id = of_endpoint;
  start := greatest(after, position_before(account, since));
  final := position_before(account, until + interval '2 minutes');
  upto := least(start + most, final);
  goes_on := upto < final;
  insert into webhook_delivery (id, account_id, endpoint_id, event_id, position, event_type, resource_id, kind, status,
      attempts, next_attempt_at, redelivery_of, history, created_at, version)
    select stem || lpad((row_number() over (order by e.position))::text, 7, '0'), account, of_endpoint, e.id, e.position,
        e.type, e.resource_id, 'redelivery', 'pending', 0, moment, d.id, '[]', moment, 1
      from event e
      left join webhook_delivery d on d.endpoint_id = of_endpoint and d.position = e.position and d.kind = 'first'
      where e.account_id = account and e.position > start and e.position <= upto and e.type <> 'webhook.ping'
        and e.occurred_at >= since and e.occurred_at < until and (types = '{}' or e.type = any (types));
  get diagnostics made = row_count;
end $$;
