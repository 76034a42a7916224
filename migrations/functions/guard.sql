create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed or deleted', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

-- Raises if a writer changed fewer rows than it decided on: it did not hold their locks.
create or replace function expect_rows(written bigint, wanted bigint, what text) returns void language plpgsql as $$
begin
  if written <> wanted then
    raise exception 'stale write: % of % rows of %', written, wanted, what using errcode = 'serialization_failure';
  end if;
end $$;

create or replace function check_intents() returns trigger language plpgsql as $$
declare broken text;
begin
  select a.id into broken from added a
    where (select row (o.account_id, o.reference) from operation o where o.kind = a.kind and o.id = a.operation_id)
      is distinct from row (a.account_id, a.reference)
    limit 1;
  if broken is not null then
    raise exception 'intent % names no operation of its kind, account and reference', broken
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create or replace function check_operation() returns trigger language plpgsql as $$
begin
  if (tg_table_name <> 'exception' or new.resource_type not in ('payin', 'funding_account', 'account')
      or (new.resource_type = 'account' and new.resource_id <> new.account_id))
    and (select o.account_id from operation o where o.kind = new.resource_type and o.id = new.resource_id)
      is distinct from new.account_id
  then
    raise exception '% % names no operation of its kind and account', tg_table_name, new.id
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
