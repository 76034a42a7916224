-- Lanes were leased oldest first over a fixed number of places, so that receivers which take long to answer, or never do,
-- kept the lanes of all others waiting. `pace` is 0 where the last answer came at once, or none was asked for yet, and
-- else one more than the seconds that it took; `served_at` is when the lane was leased last.
alter table webhook_lane
  add pace smallint not null default 0 check (pace >= 0),
  add served_at timestamptz;
drop index webhook_lane_due;
create index webhook_lane_due on webhook_lane (pace, due_at) where due_at is not null;

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
    set lease_until = clock_timestamp() + lease, failures = n.failures, next_test_at = n.next_test_at, pace = n.pace
    from json_to_recordset(of_lanes) as n(endpoint_id text, failures int, next_test_at timestamptz, pace int)
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
