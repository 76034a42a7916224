-- The times of an account's events never run back: what was decided earlier and committed later is told as of the event
-- before it. The time is known under the counter's lock, which the position needs anyway.
alter table event_counter add column told_at timestamptz;
update event_counter c set told_at = e.occurred_at from event e where e.account_id = c.account_id and e.position = c.last;

-- `at`: when the events that are added happened.
drop function counter_rows(jsonb);
create function counter_rows(p jsonb) returns table (account_id text, added bigint, at timestamptz)
  language sql stable as $$
    select r->>0, (r->>1)::bigint, (r->>2)::timestamptz from jsonb_array_elements(p) e(r)
  $$;

-- Gives the events their positions and their times. Always the last write of a transaction: the counter is the hottest
-- row, and its lock is had by counting, account by account in the order of the counters. Answers how many events there are.
create or replace function append_events(counters jsonb, events jsonb) returns bigint language plpgsql as $$
declare appended bigint;
begin
  update event_counter c set last = c.last + a.added, told_at = greatest(c.told_at, a.at)
    from counter_rows(counters) a where c.account_id = a.account_id;
  insert into event (account_id, position, id, type, resource_id, occurred_at, body)
    select g.account_id, c.last - g.back, g.id, g.type, g.resource_id, greatest(g.occurred_at, c.told_at),
        case when c.told_at > g.occurred_at then overlay(g.body
          placing to_char(c.told_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          from position('"occurred_at":"' in g.body) + length('"occurred_at":"'))
        else g.body end
      from event_rows(events) g join event_counter c on c.account_id = g.account_id;
  get diagnostics appended = row_count;
  return appended;
end $$;
