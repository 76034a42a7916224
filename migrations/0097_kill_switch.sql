-- expand, with functions/platform.sql
-- Each time the kill switch was switched, in business time: it proves that nothing was sent while the switch was on
-- (invariant 38). What was sent before this table was there is not judged.
create table kill_switch (
  position bigint generated always as identity primary key,
  stopped boolean not null,
  at timestamptz not null
);
insert into kill_switch (stopped, at) select true, business_now() from platform where payouts_stopped;

create trigger kill_switch_kept before update or delete or truncate on kill_switch
  for each statement execute function refuse_change();
create trigger platform_switched after update of payouts_stopped on platform
  for each row when (new.payouts_stopped is distinct from old.payouts_stopped) execute function note_kill_switch();
