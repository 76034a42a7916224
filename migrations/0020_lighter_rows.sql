-- What a row costs beside itself: what is looked at for each that nobody needs, or that is looked at elsewhere anyway.

-- Whoever makes something under a key has its account looked at with that; the account's row was locked for each key.
alter table idempotency_key drop constraint idempotency_key_account_id_fkey;

-- Of a payout and its risk decision one names the other before that is there. That is the decision now, which few
-- payouts have: every payout was looked at once more at the commit.
alter table risk_decision
  drop constraint risk_decision_account_id_resource_id_fkey,
  add foreign key (account_id, resource_id) references payout (account_id, id) deferrable initially deferred;
alter table payout
  drop constraint payout_account_id_risk_decision_id_fkey,
  add foreign key (account_id, risk_decision_id) references risk_decision (account_id, id);

-- A check is read anew from its stored text by every statement: one a table.
alter table limit_minute
  drop constraint limit_minute_amount_check,
  drop constraint limit_minute_count_check,
  add constraint limit_minute_sound check (amount >= 0 and count >= 0);
do $$
declare stored record;
begin
  for stored in select conname from pg_constraint where contype = 'c' and conrelid = 'payin'::regclass loop
    execute format('alter table payin drop constraint %I', stored.conname);
  end loop;
end $$;
create function is_sound_payin(status text, amount numeric, currency text, paid_amount numeric, paid_currency text,
    next_step_at timestamptz, completed_at timestamptz)
  returns boolean language plpgsql immutable parallel safe as $$
begin
  return status in ('processing', 'completed', 'failed')
    and amount > 0 and public.is_amount(amount, currency)
    and paid_amount > 0 and public.is_amount(paid_amount, paid_currency)
    and (status = 'processing') = (next_step_at is not null)
    and (status = 'completed') = (completed_at is not null);
end $$;
alter table payin add constraint payin_sound
  check (is_sound_payin(status, amount, currency, paid_amount, paid_currency, next_step_at, completed_at));
-- Positions without a gap begin with one.
alter table event drop constraint event_position_check;

-- The events of a family are those of its types, which are few and known: each has its own place in the other index.
drop index event_family;
alter table event drop column family;

-- The kinds of origins are checked where the origin is looked up.
alter table journal drop constraint journal_origin_type_check;
create or replace function check_journals() returns trigger language plpgsql as $$
declare
  broken text;
  filled boolean;
begin
  select j.id, j.filled into broken, filled
    from (
      -- Not "exists": planned while the table is small, that would read all of it.
      select a.*, coalesce((select true from entry e where e.journal_id = a.id limit 1), false) as filled,
          case a.origin_type
            when 'payout' then (select o.account_id from payout o where o.id = a.origin_id)
            when 'payin' then (select o.account_id from payin o where o.id = a.origin_id)
            when 'adjustment' then a.account_id
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
  raise exception 'journal % has no origin in its account', broken using errcode = 'integrity_constraint_violation';
end $$;
