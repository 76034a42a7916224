-- A backup is restored with an empty search path, and the checks of each row run then too: what they call is named in full.

create or replace function is_amount(value numeric, code text) returns boolean
  language plpgsql immutable parallel safe as $$
begin
  return value >= 0 and value < 1e30 and scale(trim_scale(value)) <= public.currency_decimals(code);
end $$;

create or replace function is_sound_payout(status text, risk_status text, refund_status text, sending text, source_currency text,
    principal numeric, platform_fee numeric, tenant_markup numeric, total numeric, destination_amount numeric,
    destination_currency text, rate numeric, daily_total numeric, limit_daily numeric, next_step_at timestamptz)
  returns boolean language plpgsql immutable parallel safe as $$
begin
  return status in ('processing', 'verification_pending', 'completed', 'failed', 'returned', 'cancelled')
    and risk_status in ('allowed', 'in_review', 'approved', 'rejected')
    and refund_status in ('pending', 'settled')
    and sending in ('unsent', 'open', 'accepted', 'uncertain')
    and principal > 0 and destination_amount > 0 and rate > 0
    and total = principal + platform_fee + tenant_markup
    and daily_total <= limit_daily
    and public.is_amount(principal, source_currency) and public.is_amount(platform_fee, source_currency)
    and public.is_amount(tenant_markup, source_currency) and public.is_amount(destination_amount, destination_currency)
    and (status <> 'cancelled' or sending = 'unsent')
    and (status = 'returned') = (refund_status is not null)
    -- Nothing is undecided in silence.
    and (status <> 'processing' or next_step_at is not null or risk_status = 'in_review')
    and (status <> 'verification_pending' or next_step_at is not null);
end $$;

create or replace function is_sound_entry(ledger text, currency text, direction text, amount numeric, seq bigint)
  returns boolean language plpgsql immutable parallel safe as $$
begin
  return direction in ('debit', 'credit')
    and amount > 0 and public.is_amount(amount, currency)
    and case
      when ledger in ('available', 'pending', 'reserved', 'in_settlement', 'earnings') then seq is not null
      else seq is null and (ledger in ('fees', 'fx', 'rounding', 'adjustments') or ledger like 'clearing:%')
    end;
end $$;

create or replace function is_sound_balance(currency text, available numeric, pending numeric, reserved numeric, in_settlement numeric,
    earnings numeric)
  returns boolean language plpgsql immutable parallel safe as $$
begin
  return public.is_amount(available, currency) and public.is_amount(pending, currency) and public.is_amount(reserved, currency)
    and public.is_amount(in_settlement, currency) and public.is_amount(earnings, currency);
end $$;
