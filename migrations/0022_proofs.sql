-- Money that nothing called for: the journal of an adjustment was taken at its word, though the adjustment might not be
-- there; and as an operation is credited once a purpose, a second credit needed but another purpose.

-- As before; a journal's origin is one that is moved for this purpose.
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
            when a.origin_type = 'payout'
              and a.purpose in ('payout_reserve', 'payout_capture', 'reversal', 'payout_return', 'payout_return_settled')
              then (select o.account_id from payout o where o.id = a.origin_id)
            when a.origin_type = 'payin' and a.purpose = 'funding_deposit'
              then (select o.account_id from payin o where o.id = a.origin_id)
            when a.origin_type = 'adjustment'
              then (select o.account_id from adjustment o
                where o.id = a.origin_id and a.purpose = 'adjustment_' || o.direction)
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

-- Looked at with the commit, for a quote is written before the payout that it pays for; one that paid for nothing is not
-- looked at.
alter table quote
  add foreign key (account_id, used_by) references payout (account_id, id) deferrable initially deferred;
