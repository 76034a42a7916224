-- Whoever catches an account up goes on to lock lanes: those that the fan-out touches and the one that is asked for
-- were locked one after the other, each time in order and together in none, across those that release or record.

drop function catch_up_events(text);

-- Fans out what has happened so far, under the locks of the cursor and of all lanes that the transaction may go on to
-- use: those of the account's endpoints, and the ones given, which may be of endpoints that are gone.
create function catch_up_events(of_account text, endpoints text[]) returns bigint language plpgsql as $$
begin
  insert into webhook_cursor (account_id, position)
    select n.account_id, n.last from event_counter n where n.account_id = of_account
    on conflict do nothing;
  perform from webhook_cursor c where c.account_id = of_account for no key update;
  perform from webhook_lane l
    where l.account_id = of_account and l.endpoint_id = any (endpoints || array(
      select w.id from webhook_endpoint w where w.account_id = of_account and w.deleted_at is null))
    order by l.endpoint_id
    for no key update;
  while fan_out_events(of_account, 1000) > 0 loop
  end loop;
  return (select position from webhook_cursor where account_id = of_account);
end $$;
