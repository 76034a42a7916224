-- A send that came too late for its window was not acted on and uses up no attempt: its number goes to the next. The
-- first column still finds all intents of an operation.
alter table intent drop constraint intent_state_check;
alter table intent add constraint intent_state_check
  check (state in ('open', 'accepted', 'refused', 'not_sent', 'put_off', 'uncertain'));
create unique index intent_number on intent (operation_id, number, (case when state = 'put_off' then id end)) nulls not distinct;
alter table intent drop constraint intent_operation_id_number_key;
drop index intent_may_have_left;
create unique index intent_may_have_left on intent (operation_id) where state not in ('not_sent', 'put_off');
