-- Position of the last event of an account before a time; 0 if there is none. Their times never run back along positions.
create or replace function last_position(account text, bound timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint := coalesce((select c.last from event_counter c where c.account_id = account), 0);
  middle bigint := high;
begin
  while low < high loop
    if (select e.occurred_at < bound from event e where e.account_id = account and e.position = middle) then
      low := middle;
    else
      high := middle - 1;
    end if;
    middle := (low + high + 1) / 2;
  end loop;
  return low;
end $$;

-- A file continues the chain of its account. It is of a day on which nothing is added any more: the day is closed, and a
-- later event of the account would be told as of a later time.
create or replace function check_archive_file() returns trigger language plpgsql as $$
declare
  last record;
  ended timestamptz := (new.day::date + 1)::timestamp at time zone 'UTC';
begin
  select f.day, f.sha256, f.last_position into last from archive_file f where f.account_id = new.account_id order by f.day desc limit 1;
  if new.day <= last.day or new.previous <> coalesce(last.sha256, repeat('0', 64))
    or new.events <> new.last_position - coalesce(last.last_position, 0)
  then
    raise exception 'file % of % does not continue the chain of its account', new.day, new.account_id
      using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from balance b where b.account_id = new.account_id and b.closed_to < ended)
    or exists (select from event_counter c where c.account_id = new.account_id and c.told_at < ended)
    or new.journals <> coalesce((select s.journals from ledger_seal s where s.account_id = new.account_id and s.day = new.day), 0)
    or new.last_position <> last_position(new.account_id, ended)
  then
    raise exception 'day % of % is not closed', new.day, new.account_id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- No event of the account is told as of an earlier time any more.
create or replace function close_events(account text, upto timestamptz) returns void language sql as $$
  update event_counter set told_at = upto where account_id = account and (told_at < upto or told_at is null)
$$;
