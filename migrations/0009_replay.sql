-- Delivering again what happened in a period.

-- A place in an account's log before everything that happened at that time or later. Events stand in the order of their
-- commits, and their times differ from that by no more than a transaction takes: a minute is room enough.
create function position_before(of_account text, at timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
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

-- Makes redeliveries of the events of a period that the endpoint takes, out of the next `most` of them after a position;
-- how many, the position up to which that is, and whether the period goes on behind it.
create function replay_events(of_endpoint text, after bigint, since timestamptz, until timestamptz, most int,
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
