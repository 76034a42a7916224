-- Webhooks: endpoints, the lane of each through which its deliveries go one at a time, and the deliveries.

-- Up to where an account's events have been made deliveries. Its lock is taken before those of lanes and endpoints.
create table webhook_cursor (
  account_id text collate "C" primary key references account,
  position bigint not null check (position >= 0)
) with (fillfactor = 50);

create table webhook_endpoint (
  id text collate "C" primary key,
  account_id text collate "C" not null references webhook_cursor,
  url text not null,
  description text,
  event_types text[] not null,
  secret text not null,
  previous_secret text,
  previous_secret_expires_at timestamptz,
  paused_at timestamptz,
  failing_since timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  unique (account_id, id),
  check ((previous_secret is null) = (previous_secret_expires_at is null))
);
create index webhook_endpoint_kept on webhook_endpoint (account_id, id) where deleted_at is null;

-- `after_position`: the endpoint gets the events that came later. `due_at` is business time, the lease machine time.
create table webhook_lane (
  endpoint_id text collate "C" primary key,
  account_id text collate "C" not null,
  after_position bigint not null check (after_position >= 0),
  due_at timestamptz,
  failures int not null default 0 check (failures >= 0),
  next_test_at timestamptz,
  lease_until timestamptz,
  fence bigint not null default 0,
  foreign key (account_id, endpoint_id) references webhook_endpoint (account_id, id) deferrable initially deferred
) with (fillfactor = 50);
create index webhook_lane_due on webhook_lane (due_at) where due_at is not null;

create table webhook_delivery (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  -- The event's place in the log; a ping or a test stands ahead of the queue and has none.
  position bigint,
  event_type text not null,
  resource_id text collate "C" not null,
  kind text not null check (kind in ('first', 'redelivery', 'ping', 'test')),
  status text not null check (status in ('pending', 'delivered', 'failed', 'cancelled')),
  attempts int not null,
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  redelivery_of text collate "C",
  -- One element an attempt, in order.
  history jsonb not null,
  created_at timestamptz not null,
  version int not null,
  unique (endpoint_id, id),
  foreign key (account_id, endpoint_id) references webhook_endpoint (account_id, id),
  foreign key (account_id, position) references event (account_id, position),
  foreign key (endpoint_id, redelivery_of) references webhook_delivery (endpoint_id, id),
  check ((kind in ('ping', 'test')) = (position is null)),
  check (redelivery_of is null or kind = 'redelivery'),
  check ((status = 'pending') = (next_attempt_at is not null)),
  check ((status = 'delivered') = (delivered_at is not null)),
  check (jsonb_array_length(history) = attempts),
  check (attempts between (status in ('delivered', 'failed'))::int and case when kind in ('ping', 'test') then 1 else 10 end),
  check ((status = 'failed') <= (attempts = case when kind in ('ping', 'test') then 1 else 10 end)),
  check ((status = 'pending') <= (attempts < case when kind in ('ping', 'test') then 1 else 10 end))
) with (fillfactor = 85);
-- Nearly all are delivered, so that to the planner a status would choose nothing: it shall look for the few others.
alter table webhook_delivery alter column status set (n_distinct = 100);
create unique index webhook_delivery_first on webhook_delivery (endpoint_id, position) where kind = 'first';
create unique index webhook_delivery_test on webhook_delivery (endpoint_id) where kind = 'test' and status = 'pending';
create index webhook_delivery_status on webhook_delivery (endpoint_id, status, id);
create index webhook_delivery_ping on webhook_delivery (endpoint_id, id) where kind = 'ping';
create index webhook_delivery_redelivery on webhook_delivery (event_id) where kind = 'redelivery';
-- What an endpoint's lane looks for: what goes ahead, what was never tried, what is tried again, what holds back.
create index webhook_delivery_ahead on webhook_delivery (endpoint_id, id)
  where status = 'pending' and kind in ('ping', 'test');
create index webhook_delivery_fresh on webhook_delivery (endpoint_id, position)
  where status = 'pending' and kind in ('first', 'redelivery') and attempts = 0;
create index webhook_delivery_retry on webhook_delivery (endpoint_id, next_attempt_at)
  where status = 'pending' and kind in ('first', 'redelivery') and attempts > 0;
create index webhook_delivery_waiting on webhook_delivery (endpoint_id, resource_id, position)
  where status = 'pending' and kind = 'first' and attempts > 0;
create trigger webhook_delivery_kept before delete or truncate on webhook_delivery
  for each statement execute function refuse_change();
create trigger webhook_delivery_named before update of id, account_id, endpoint_id, event_id, position on webhook_delivery
  for each statement execute function refuse_change();

-- The first ten letters of an id made at that time.
create function ulid_time(at timestamptz) returns text language sql immutable as $$
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + ((floor(extract(epoch from at) * 1000)::bigint >> (5 * n)) & 31)::int, 1), '' order by n desc)
    from generate_series(0, 9) n
$$;

-- Whether an earlier event of the same resource was tried at this endpoint and waits to be tried again.
create function is_held_back(endpoint text, resource text, at_position bigint) returns boolean language sql stable as $$
  select exists (select from webhook_delivery w where w.endpoint_id = endpoint and w.resource_id = resource
    and w.position < at_position and w.status = 'pending' and w.kind = 'first' and w.attempts > 0)
$$;

-- Makes the deliveries of the account's next `most` events, strictly by position; how many events these were.
-- Whoever adds, pauses or resumes an endpoint holds the cursor's lock, so that the endpoints read after it are those
-- that these events call for.
create function fan_out_events(of_account text, most int) returns bigint language plpgsql as $$
declare
  start bigint;
  upto bigint;
  moment timestamptz;
  stem text;
  touched text[];
begin
  select c.position into start from webhook_cursor c where c.account_id = of_account for no key update;
  select least(n.last, start + most) into upto from event_counter n where n.account_id = of_account;
  if start is null or upto <= start then
    return 0;
  end if;
  moment := business_now();
  stem := 'whd_' || ulid_time(moment) || substr(replace(gen_random_uuid()::text, '-', ''), 1, 9);
  with made as (
    insert into webhook_delivery (id, account_id, endpoint_id, event_id, position, event_type, resource_id, kind, status,
        attempts, next_attempt_at, history, created_at, version)
      select stem || lpad((row_number() over (order by e.position, w.id))::text, 7, '0'), e.account_id, w.id, e.id,
          e.position, e.type, e.resource_id, 'first', 'pending', 0, moment, '[]', moment, 1
        from event e
        join webhook_endpoint w on w.account_id = of_account and w.deleted_at is null and w.paused_at is null
          and (w.event_types = '{}' or e.type = any (w.event_types))
        join webhook_lane l on l.endpoint_id = w.id and e.position > l.after_position
        where e.account_id = of_account and e.position > start and e.position <= upto and e.type <> 'webhook.ping'
      returning endpoint_id
  )
  select array_agg(distinct endpoint_id) into touched from made;
  if touched is not null then
    perform wake_lanes(touched);
  end if;
  update webhook_cursor set position = upto where account_id = of_account;
  return upto - start;
end $$;

-- Something may be due in these lanes now: whoever releases one of them looks again after this.
create function wake_lanes(endpoints text[]) returns void language plpgsql as $$
begin
  perform from webhook_lane l where l.endpoint_id = any (endpoints) order by l.endpoint_id for no key update;
  update webhook_lane set due_at = least(due_at, business_now()) where endpoint_id = any (endpoints);
end $$;

-- Locks the account's cursor, made where it is missing, and makes the deliveries of all events so far; its position.
create function catch_up_events(of_account text) returns bigint language plpgsql as $$
begin
  insert into webhook_cursor (account_id, position)
    select n.account_id, n.last from event_counter n where n.account_id = of_account
    on conflict do nothing;
  while fan_out_events(of_account, 1000) > 0 loop
  end loop;
  return (select position from webhook_cursor where account_id = of_account);
end $$;

-- Locks the lanes whose lease is still the caller's; the ids of their endpoints.
create function lock_lanes(leases json) returns text[] language sql as $$
  select coalesce(array_agg(held.endpoint_id), '{}') from (
    select l.endpoint_id from json_to_recordset(leases) as given(endpoint_id text, fence bigint)
      join webhook_lane l on l.endpoint_id = given.endpoint_id and l.fence = given.fence
      order by l.endpoint_id
      for no key update of l
  ) held
$$;

-- Records attempts and what they mean for their lanes, and renews the leases; the lanes still leased to the caller,
-- with the version of their endpoints. An attempt of a lease that is lost, or of a delivery cancelled meanwhile, is not
-- kept.
create function record_attempts(of_lanes json, made json, lease interval)
  returns table (endpoint_id text, version int) language plpgsql as $$
#variable_conflict use_column
declare held text[] := lock_lanes(of_lanes);
begin
  update webhook_delivery d
    set status = a.status, attempts = a.number, next_attempt_at = a.next_attempt_at, delivered_at = a.delivered_at,
        history = d.history || a.entry, version = d.version + 1
    from json_to_recordset(made) as a(id text, number int, status text, next_attempt_at timestamptz, delivered_at timestamptz, entry jsonb)
    where d.id = a.id and d.endpoint_id = any (held) and d.status = 'pending' and d.attempts = a.number - 1;
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

-- Ends the leases; each lane is due again when the first of what it holds is. How many are due at once.
create function release_lanes(leases json) returns bigint language plpgsql as $$
declare held text[] := lock_lanes(leases);
begin
  update webhook_lane l
    set lease_until = null, due_at = case
      -- What waits is to be cancelled.
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
            (select d.next_attempt_at from webhook_delivery d where d.endpoint_id = e.id
              and d.status = 'pending' and d.kind in ('first', 'redelivery') and d.attempts = 0
              and not (d.kind = 'first' and is_held_back(d.endpoint_id, d.resource_id, d.position))
              order by d.position limit 1))
        end)
    end
    from webhook_endpoint e
    where l.endpoint_id = any (held) and e.id = l.endpoint_id;
  return (select count(*) from webhook_lane l where l.endpoint_id = any (held) and l.due_at <= business_now());
end $$;
