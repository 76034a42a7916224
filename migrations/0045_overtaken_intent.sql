-- Evidence that came before the answer left the intent open where the sender ended: it is of unknown end.
update intent i set state = 'uncertain', detail = 'evidence came before the answer', decided_at = clock_timestamp(), version = i.version + 1
  from operation o
  where o.id = i.operation_id and o.became is not null and i.state = 'open' and i.send_by < clock_timestamp();
