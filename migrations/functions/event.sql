-- `at`: time of the added events.
create or replace function counter_rows(p jsonb) returns table (account_id text, added bigint, at timestamptz)
  language sql stable as $$
    select r->>0, (r->>1)::bigint, (r->>2)::timestamptz from jsonb_array_elements(p) e(r)
  $$;

-- `back`: distance from the account's last event in this call.
create or replace function event_rows(p jsonb)
  returns table (account_id text, back bigint, id text, type text, resource_id text, occurred_at timestamptz, body text)
  language sql stable as $$
    select r->>0, (r->>1)::bigint, r->>2, r->>3, r->>4, (r->>5)::timestamptz, r->>6 from jsonb_array_elements(p) e(r)
  $$;

create or replace function start_event_counter() returns trigger language plpgsql as $$
begin
  insert into event_counter (account_id) values (new.id);
  return null;
end $$;

create or replace function check_positions() returns trigger language plpgsql as $$
declare broken text;
begin
  select a.account_id into broken
    from (select account_id, min(position) as first, max(position) as last, count(*) as n from added group by account_id) a
    where a.last - a.first + 1 <> a.n
      or a.first - 1 <> coalesce((select max(e.position) from event e where e.account_id = a.account_id and e.position < a.first),
        archived_position(a.account_id))
    limit 1;
  if broken is not null then
    raise exception 'event positions of % have a gap', broken using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- Assigns positions and times to the events and returns their number. Always the last write of a transaction, because the
-- counter is the most contended row. The upsert takes the counters' locks in the order of `counters`.
create or replace function append_events(counters jsonb, events jsonb) returns bigint language plpgsql as $$
declare appended bigint;
begin
  insert into event_counter as c (account_id, last, told_at)
    select a.account_id, a.added, a.at from counter_rows(counters) a
    on conflict (account_id) do update set last = c.last + excluded.last, told_at = greatest(c.told_at, excluded.told_at);
  insert into event (account_id, position, id, type, resource_id, occurred_at, body)
    select g.account_id, c.last - g.back, g.id, g.type, g.resource_id, greatest(g.occurred_at, c.told_at),
        case when c.told_at > g.occurred_at then overlay(g.body
          placing to_char(c.told_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          from position('"occurred_at":"' in g.body) + length('"occurred_at":"'))
        else g.body end
      from event_rows(events) g
        cross join lateral (select last, told_at from event_counter where account_id = g.account_id limit 1) c;
  get diagnostics appended = row_count;
  return appended;
end $$;
