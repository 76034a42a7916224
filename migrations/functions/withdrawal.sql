create or replace function is_sound_withdrawal(status text, risk_status text, sending text, amount numeric, fee numeric, total numeric,
    currency text, approval_threshold_amount numeric, approval_threshold_currency text, held_at timestamptz, next_step_at timestamptz,
    submitted_at timestamptz, completed_at timestamptz, failed_at timestamptz, cancelled_at timestamptz)
  returns boolean language plpgsql immutable parallel safe as $$
begin
  return status in ('pending_approval', 'processing', 'submitted', 'verification_pending', 'completed', 'failed', 'cancelled')
    and risk_status in ('allowed', 'in_review', 'approved', 'rejected')
    and sending in ('unsent', 'open', 'accepted', 'uncertain')
    and amount > 0 and public.is_amount(amount, currency) and public.is_amount(fee, currency)
    and total = amount + fee and total < 1e30
    and (approval_threshold_amount is null) = (approval_threshold_currency is null)
    and (approval_threshold_amount is null or public.is_amount(approval_threshold_amount, approval_threshold_currency))
    -- A withdrawal without held money failed at creation.
    and (held_at is not null or status = 'failed')
    and (status not in ('submitted', 'completed') or submitted_at is not null)
    and (status = 'completed') = (completed_at is not null)
    and (status = 'failed') = (failed_at is not null)
    and (status = 'cancelled') = (cancelled_at is not null)
    and (status not in ('pending_approval', 'cancelled') or sending = 'unsent')
    -- An undecided withdrawal has a next step, unless a person must decide it.
    and (status <> 'pending_approval' or next_step_at is null)
    and (status <> 'processing' or next_step_at is not null or risk_status = 'in_review')
    and (status not in ('submitted', 'verification_pending') or next_step_at is not null);
end $$;
