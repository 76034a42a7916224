-- The server's time in whole milliseconds, and the only clock that statements read: it raises PSPCT if the clock is wrong.
-- A process sets the expected time with BEGIN. At BEGIN the server may differ by 5 s. Within the transaction its clock may
-- not run back by more than 1 s or ahead by more than 30 s. Stable, so that queries for due rows can use an index.
create or replace function machine_now() returns timestamptz language plpgsql stable as $$
declare
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
  expected text := current_setting('psp.expected_ms', true);
begin
  if expected <> '' and (abs(extract(epoch from now()) * 1000 - expected::numeric) > 5000
      or moment < now() - interval '1 second' or moment > now() + interval '30 seconds') then
    raise exception 'the clock of this server says %, but % was expected', moment, to_timestamp(expected::numeric / 1000)
      using errcode = 'PSPCT';
  end if;
  return moment;
end $$;

-- Business time: machine time plus the offset of a sandbox whose clock was advanced.
create or replace function business_now() returns timestamptz language plpgsql stable as $$
begin
  return machine_now() + (select clock_offset_ms from platform) * interval '1 millisecond';
end $$;

create or replace function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('psp_changed', tg_table_name);
  return null;
end $$;

-- Operations that the kill switch stops are not due while it is on.
create or replace function is_stopped() returns boolean
  language sql stable as $$ select payouts_stopped from platform $$;

-- In restored mode, unsent operations are due even while the kill switch is on, because they are looked up at the provider.
create or replace function is_sending_stopped() returns boolean
  language sql stable as $$ select payouts_stopped and restored_at is null from platform $$;

create or replace function note_kill_switch() returns trigger language plpgsql as $$
begin
  insert into kill_switch (stopped, at) values (new.payouts_stopped, business_now());
  return null;
end $$;
