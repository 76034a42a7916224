-- The time of the machine, in milliseconds. No other statement of the service reads a clock, because this one refuses a
-- time that the calling process does not expect. The process names the time that it expects with BEGIN. The server's clock
-- may be five seconds off it then; later in the transaction it may not run back, nor be half a minute ahead.
-- Stable, so that an index can be asked for what is due.
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

-- The time of the business, which a sandbox may move.
create or replace function business_now() returns timestamptz language plpgsql stable as $$
begin
  return machine_now() + (select clock_offset_ms from platform) * interval '1 millisecond';
end $$;

create or replace function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('psp_changed', tg_table_name);
  return null;
end $$;

-- What the kill switch holds back is not due while it is on.
create or replace function is_stopped() returns boolean
  language sql stable as $$ select payouts_stopped from platform $$;

-- In a restored database the provider is asked about what is not sent, also while the kill switch is on.
create or replace function is_sending_stopped() returns boolean
  language sql stable as $$ select payouts_stopped and restored_at is null from platform $$;

create or replace function note_kill_switch() returns trigger language plpgsql as $$
begin
  insert into kill_switch (stopped, at) values (new.payouts_stopped, business_now());
  return null;
end $$;
