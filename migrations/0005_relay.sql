-- How far each account's events have been published. Whoever relays writes it after the broker has taken them; it may
-- be behind what was published, never ahead of it. An account without a row has published nothing.
create table relay_cursor (
  account_id text collate "C" primary key references account,
  position bigint not null check (position > 0)
) with (fillfactor = 50);

-- What happened before there was anybody to hear of it is read in the log.
insert into relay_cursor (account_id, position) select account_id, last from event_counter where last > 0;
