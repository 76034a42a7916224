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
  -- 0 where the last answer came at once, or none was asked for yet, and else one more than the seconds that it took.
  pace smallint not null default 0 check (pace >= 0),
  -- When the lane was leased last.
  served_at timestamptz,
  foreign key (account_id, endpoint_id) references webhook_endpoint (account_id, id) deferrable initially deferred
) with (fillfactor = 50);
create index webhook_lane_due on webhook_lane (pace, due_at) where due_at is not null;

create table webhook_delivery (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  -- The event's place in the log; a ping or a test stands ahead of the queue and has none.
  position bigint,
  event_type text not null,
  resource_id text collate "C" not null,
  kind text not null,
  status text not null,
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
  constraint webhook_delivery_sound check (is_sound_delivery(kind, status, attempts, position, redelivery_of, next_attempt_at,
    delivered_at, history))
) with (fillfactor = 85);
-- Nearly all are delivered, so that to the planner a status would choose nothing: it shall look for the few others.
alter table webhook_delivery alter column status set (n_distinct = 100);
create unique index webhook_delivery_first on webhook_delivery (endpoint_id, position) where kind = 'first';
create unique index webhook_delivery_test on webhook_delivery (endpoint_id) where kind = 'test' and status = 'pending';
create index webhook_delivery_status on webhook_delivery (endpoint_id, status, id);
create index webhook_delivery_ping on webhook_delivery (endpoint_id, id) where kind = 'ping';
create index webhook_delivery_redelivery on webhook_delivery (event_id) where kind = 'redelivery';
-- The lane of an endpoint looks for these: what goes ahead, what was never tried, what is tried again, what holds back.
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
