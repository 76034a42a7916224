create or replace function check_quote_use() returns trigger language plpgsql as $$
begin
  if not exists (select from payout p where p.account_id = new.account_id and p.id = new.used_by and p.quote_id = new.id)
    and not exists (select from remittance r where r.account_id = new.account_id and r.id = new.used_by and r.quote_id = new.id)
  then
    raise exception 'quote % was used by nothing that names it', new.id using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

-- A remittance's payout belongs to it alone and spends at most the unrefunded part of its pay-in.
create or replace function check_remittance() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payout o join payin i on i.account_id = new.account_id and i.id = new.payin_id and i.status = 'completed'
      cross join taken_of(array[new.payin_id]) t
      where o.account_id = new.account_id and o.id = new.payout_id and o.remittance_id = new.id
        and o.source_currency = i.currency and o.total + t.claimed <= i.amount
        and (new.funding_account_id is null or i.funding_account_id = new.funding_account_id)
  ) then
    raise exception 'remittance % pays out more than is left of its pay-in, or another''s', new.id
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
