create or replace function is_sound_schedule(status text, "interval" text, weekday int, day int, cutoff_time text, automatic boolean,
    destination_id text, minimum_amount numeric, currency text, settled_seq bigint, blocked_at timestamptz, closed_at timestamptz,
    next_step_at timestamptz)
  returns boolean language plpgsql immutable parallel safe as $$
begin
  return status in ('active', 'closed')
    and "interval" in ('daily', 'weekly', 'monthly', 'manual')
    and ("interval" = 'weekly') = (weekday is not null) and (weekday is null or weekday between 1 and 7)
    and ("interval" = 'monthly') = (day is not null) and (day is null or day between 1 and 31)
    and cutoff_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    and ("interval" <> 'manual' or not automatic)
    and public.is_amount(minimum_amount, currency)
    and settled_seq >= 0
    and (destination_id is not null or blocked_at is not null)
    and (status = 'closed') = (closed_at is not null)
    -- Only an active, automatic, unblocked schedule has a next cut-off.
    and (next_step_at is not null) = (status = 'active' and automatic and blocked_at is null);
end $$;

create or replace function is_sound_settlement(status text, risk_status text, sending text, currency text, opening numeric, credits numeric,
    debits numeric, amount numeric, fee numeric, total numeric, available_now numeric, period_from timestamptz, period_to timestamptz,
    from_seq bigint, to_seq bigint, next_step_at timestamptz, completed_at timestamptz, failed_at timestamptz)
  returns boolean language plpgsql immutable parallel safe as $$
begin
  return status in ('processing', 'on_hold', 'completed', 'failed')
    and risk_status in ('allowed', 'in_review', 'approved', 'rejected')
    and sending in ('unsent', 'open', 'accepted', 'uncertain')
    and amount > 0 and public.is_amount(amount, currency)
    and public.is_amount(fee, currency)
    and total = amount + fee
    and public.is_amount(opening, currency) and public.is_amount(credits, currency) and public.is_amount(debits, currency)
    and public.is_amount(available_now, currency)
    -- The total is the smaller of the balance at the cut-off and the available balance at creation.
    and total = least(opening + credits - debits, available_now)
    and period_from < period_to and from_seq between 0 and to_seq
    and (status = 'completed') = (completed_at is not null)
    and (status = 'failed') = (failed_at is not null)
    -- An undecided settlement always has a next step.
    and (status <> 'processing' or next_step_at is not null);
end $$;

-- A failed settlement stays failed, because its money is available again.
create or replace function refuse_settlement_revival() returns trigger language plpgsql as $$
begin
  raise exception 'settlement % has failed for good', old.id using errcode = 'check_violation';
end $$;

-- A settlement has the currency of its schedule and destination, and covers no entry of another settlement of the schedule.
create or replace function check_settlement() returns trigger language plpgsql as $$
begin
  if not exists (
    select from settlement_schedule s join settlement_destination d on d.account_id = s.account_id and d.id = new.destination_id
      where s.account_id = new.account_id and s.id = new.schedule_id and s.currency = new.currency and d.currency = new.currency
        and s.destination_id = d.id
  ) then
    raise exception 'settlement % is not of its schedule', new.id using errcode = 'integrity_constraint_violation';
  end if;
  if exists (
    select from settlement o where o.schedule_id = new.schedule_id and o.id <> new.id and o.to_seq > new.from_seq and o.from_seq < new.to_seq
  ) then
    raise exception 'settlement % covers entries of another', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
