-- Numbers the events of a group account by account. They were joined with the locked counters, which have no index: a
-- group of 160 compared each event with each counter, and that took as long as to write the events.

-- Gives the events their positions: the counter's, and `n` within this call. Always the last write of a transaction:
-- the counter is the hottest row. Answers how many there are. A counter is read once its lock is had.
create or replace function append_events(counters jsonb, events jsonb) returns bigint language plpgsql as $$
declare appended bigint;
begin
  perform from counter_rows(counters) a join event_counter c on c.account_id = a.account_id
    order by c.account_id
    for no key update of c;
  insert into event (account_id, position, id, type, resource_id, occurred_at, body)
    select g.account_id, c.last + g.n, g.id, g.type, g.resource_id, g.occurred_at, g.body
      from event_rows(events) g join event_counter c on c.account_id = g.account_id;
  get diagnostics appended = row_count;
  update event_counter c set last = c.last + a.added from counter_rows(counters) a where c.account_id = a.account_id;
  return appended;
end $$;
