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

-- An intent names its operation, and is not a further one of an operation whose intents are archived.
create or replace function check_intents() returns trigger language plpgsql as $$
declare
  broken text;
  ended text[];
begin
  select min(n.id) filter (where n.found[1:2] is distinct from array[n.account_id collate "C", n.reference collate "C"]),
      array_agg(n.operation_id) filter (where n.found[3] is not null)
    into broken, ended
    from (select a.id, a.account_id, a.reference, a.operation_id,
        (select array[o.account_id collate "C", o.reference collate "C", o.became collate "C"]
          from operation o where o.kind = a.kind and o.id = a.operation_id) as found
      from added a offset 0) n;
  -- Rare: a restored database had lost the intent.
  if ended is not null then
    broken := coalesce(broken, (select k.operation_id from archived_intent k
      where k.account_id in (select a.account_id from added a) and k.operation_id = any (ended) limit 1));
  end if;
  if broken is not null then
    raise exception 'intent % names no operation of its kind, account and reference, or one that is archived', broken
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
