-- contract
-- The two rules about the states of an intent stand on columns that change only where nothing left. An answer leaves all
-- indexed columns as they are, and the row stays in its page.
alter table intent
  add column may_have_left text collate "C" generated always as (case when state not in ('not_sent', 'put_off') then operation_id end) stored,
  add column put_off_id text collate "C" generated always as (case when state = 'put_off' then id end) stored;
drop index intent_may_have_left;
create unique index intent_may_have_left on intent (may_have_left);
drop index intent_number;
create unique index intent_number on intent (operation_id, number, put_off_id) nulls not distinct;
alter table intent set (fillfactor = 60);
-- A payout is taken, and then completed.
alter table payout set (fillfactor = 70);
