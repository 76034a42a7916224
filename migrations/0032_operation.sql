-- What is sent to a provider is an operation, of one of several kinds: intents, reviews and exceptions name the kind
-- and the id. A kind joins by one branch of this view, and by triggers that keep its rows as a payout's are kept.
create view operation as
  select 'payout' as kind, id, account_id, reference, status, sending, attempts, provider, risk_status, risk_decision_id,
      next_step_at, updated_at,
      -- Somebody has to decide before it goes on.
      status = 'processing' and risk_status = 'in_review' as is_held,
      case status
        when 'completed' then 'paid'
        when 'returned' then 'returned'
        when 'failed' then 'not_executed'
        when 'cancelled' then 'not_executed'
      end as became
    from payout;

alter table intent add column kind text not null default 'payout';
alter table intent alter column kind drop default;
alter table intent rename column payout_id to operation_id;
alter table intent rename constraint intent_payout_id_number_key to intent_operation_id_number_key;

-- An operation is never deleted and never changes its id or account: what a foreign key would look at row by row, to
-- one table, is looked at once a statement, whatever the kind.
alter table intent drop constraint intent_account_id_payout_id_fkey;
create function check_intents() returns trigger language plpgsql as $$
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
create trigger intent_named after insert on intent referencing new table as added for each statement execute function check_intents();
create trigger intent_kept before delete or truncate on intent for each statement execute function refuse_change();
create trigger intent_fixed before update of id, account_id, kind, operation_id, reference on intent
  for each statement execute function refuse_change();

-- Few rows, one by one: a review is written before what it holds, and looked at with the commit.
alter table exception drop column payout_id;
alter table exception drop constraint exception_resource_type_check;
alter table risk_decision drop constraint risk_decision_account_id_resource_id_fkey;
alter table risk_decision drop constraint risk_decision_resource_type_check;
create function check_operation() returns trigger language plpgsql as $$
begin
  if (tg_table_name <> 'exception' or new.resource_type not in ('payin', 'funding_account'))
    and (select o.account_id from operation o where o.kind = new.resource_type and o.id = new.resource_id)
      is distinct from new.account_id
  then
    raise exception '% % names no operation of its kind and account', tg_table_name, new.id
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create constraint trigger exception_named after insert or update of account_id, resource_type, resource_id on exception
  for each row execute function check_operation();
create constraint trigger risk_decision_named after insert or update of account_id, resource_type, resource_id on risk_decision
  deferrable initially deferred for each row execute function check_operation();

-- One reserve, one capture or reversal, one return an operation; one credit a pay-in.
drop index journal_once;
create unique index journal_once on journal
    (origin_id, (case when purpose like '%\_capture' or purpose = 'reversal' then 'end' else purpose end))
  where origin_type <> 'adjustment';

-- As before, for any kind of operation.
create or replace function check_journals() returns trigger language plpgsql as $$
declare
  broken text;
  filled boolean;
begin
  select j.id, j.filled into broken, filled
    from (
      -- Not "exists": planned while the table is small, that would read all of it.
      select a.*, coalesce((select true from entry e where e.journal_id = a.id limit 1), false) as filled,
          case
            when a.origin_type = 'payin' then
              (select o.account_id from payin o where o.id = a.origin_id and a.purpose = 'funding_deposit')
            when a.origin_type = 'adjustment' then
              (select o.account_id from adjustment o where o.id = a.origin_id and a.purpose = 'adjustment_' || o.direction)
            when a.purpose = 'reversal' or starts_with(a.purpose, a.origin_type) and substr(a.purpose, length(a.origin_type) + 1)
                in ('_reserve', '_commit', '_capture', '_return', '_return_settled') then
              (select o.account_id from operation o where o.kind = a.origin_type and o.id = a.origin_id)
          end as owner_id
        from added a
    ) j
    where not j.filled or j.owner_id is distinct from j.account_id
    limit 1;
  if broken is null then
    return null;
  end if;
  if not filled then
    raise exception 'journal % has no entries', broken using errcode = 'integrity_constraint_violation';
  end if;
  raise exception 'journal % has no origin in its account for its purpose', broken
    using errcode = 'integrity_constraint_violation';
end $$;
