-- Stable, so that an index can be asked for what is due.
create or replace function business_now() returns timestamptz
  language sql stable as $$
    select date_trunc('milliseconds', clock_timestamp()) + (select clock_offset_ms from platform) * interval '1 millisecond'
  $$;

create or replace function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('psp_changed', tg_table_name);
  return null;
end $$;
