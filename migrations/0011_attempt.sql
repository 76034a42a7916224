-- Recording an attempt looks for its delivery by id alone, however much waits at the endpoint.

create or replace function record_attempts(of_lanes json, made json, lease interval)
  returns table (endpoint_id text, version int) language plpgsql
  -- A plan made while there were few deliveries shall not go through all of them for each.
  set enable_material = off as $$
#variable_conflict use_column
declare held text[] := lock_lanes(of_lanes);
begin
  -- `is true` keeps the planner from the index by endpoint and status, which would read everything that waits.
  update webhook_delivery d
    set status = a.status, attempts = a.number, next_attempt_at = a.next_attempt_at, delivered_at = a.delivered_at,
        history = d.history || a.entry, version = d.version + 1
    from json_to_recordset(made) as a(id text, number int, status text, next_attempt_at timestamptz, delivered_at timestamptz, entry jsonb)
    where d.id = a.id and (d.endpoint_id = any (held)) is true and (d.status = 'pending') is true and d.attempts = a.number - 1;
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
