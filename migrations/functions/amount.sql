-- Row checks, one function per table. PostgreSQL parses a check constraint again for each writing statement, so the
-- constraints only call these functions. Calls are schema-qualified, because a restore runs with an empty search path.

-- Decimals of a currency: ISO 4217 minor units; 6 for USDT and USDC.
create or replace function currency_decimals(code text) returns int
  language sql immutable parallel safe
  return case
    when code in ('USDT', 'USDC') then 6
    when code in ('BIF','CLP','DJF','GNF','ISK','JPY','KMF','KRW','PYG','RWF','UGX','UYI','VND','VUV','XAF','XOF','XPF') then 0
    when code in ('BHD','IQD','JOD','KWD','LYD','OMR','TND') then 3
    when code in ('CLF','UYW') then 4
    else 2
  end;

-- True for a finite amount of at least 0 within the currency's decimals. NaN and Infinity compare greater than 1e30.
create or replace function is_amount(value numeric, code text) returns boolean
  language plpgsql immutable parallel safe as $$
begin
  return value >= 0 and value < 1e30 and scale(trim_scale(value)) <= public.currency_decimals(code);
end $$;

create or replace function is_sound_payout(status text, risk_status text, refund_status text, sending text, source_currency text,
    principal numeric, platform_fee numeric, tenant_markup numeric, total numeric, destination_amount numeric,
    destination_currency text, rate numeric, daily_total numeric, limit_daily numeric, next_step_at timestamptz)
  returns boolean language plpgsql immutable parallel safe as $$
declare decimals int := public.currency_decimals(source_currency);
begin
  return status in ('processing', 'verification_pending', 'completed', 'failed', 'returned', 'cancelled')
    and risk_status in ('allowed', 'in_review', 'approved', 'rejected')
    and refund_status in ('pending', 'settled')
    and sending in ('unsent', 'open', 'accepted', 'uncertain')
    and principal > 0 and destination_amount > 0 and rate > 0 and platform_fee >= 0 and tenant_markup >= 0
    and total = principal + platform_fee + tenant_markup and total < 1e30 and destination_amount < 1e30
    and daily_total <= limit_daily
    and scale(trim_scale(principal)) <= decimals and scale(trim_scale(platform_fee)) <= decimals
    and scale(trim_scale(tenant_markup)) <= decimals
    and scale(trim_scale(destination_amount)) <= public.currency_decimals(destination_currency)
    and (status <> 'cancelled' or sending = 'unsent')
    and (status = 'returned') = (refund_status is not null)
    -- An undecided row always has a next step.
    and (status <> 'processing' or next_step_at is not null or risk_status = 'in_review')
    and (status <> 'verification_pending' or next_step_at is not null);
end $$;

create or replace function is_sound_payin(status text, amount numeric, currency text, paid_amount numeric, paid_currency text,
    next_step_at timestamptz, completed_at timestamptz)
  returns boolean language plpgsql immutable parallel safe as $$
begin
  return status in ('processing', 'completed', 'failed')
    and amount > 0 and amount < 1e30 and scale(trim_scale(amount)) <= public.currency_decimals(currency)
    and paid_amount > 0 and paid_amount < 1e30 and scale(trim_scale(paid_amount)) <= public.currency_decimals(paid_currency)
    -- A final pay-in may be due too: if its provider reports another outcome, the provider is queried again.
    and (status <> 'processing' or next_step_at is not null)
    and (status = 'completed') = (completed_at is not null);
end $$;

create or replace function is_sound_entry(ledger text, currency text, direction text, amount numeric, seq bigint)
  returns boolean language plpgsql immutable parallel safe as $$
begin
  return direction in ('debit', 'credit')
    and amount > 0 and amount < 1e30 and scale(trim_scale(amount)) <= public.currency_decimals(currency)
    and case
      when ledger in ('available', 'pending', 'reserved', 'in_settlement', 'earnings') then seq is not null
      else seq is null and (ledger in ('fees', 'fx', 'rounding', 'adjustments') or ledger like 'clearing:%')
    end;
end $$;

create or replace function is_sound_balance(currency text, available numeric, pending numeric, reserved numeric, in_settlement numeric,
    earnings numeric)
  returns boolean language plpgsql immutable parallel safe as $$
declare decimals int := public.currency_decimals(currency);
begin
  return least(available, pending, reserved, in_settlement, earnings) >= 0
    and greatest(available, pending, reserved, in_settlement, earnings) < 1e30
    and scale(trim_scale(available)) <= decimals and scale(trim_scale(pending)) <= decimals
    and scale(trim_scale(reserved)) <= decimals and scale(trim_scale(in_settlement)) <= decimals
    and scale(trim_scale(earnings)) <= decimals;
end $$;

create or replace function is_sound_delivery(kind text, status text, attempts int, delivery_position bigint, redelivery_of text,
    next_attempt_at timestamptz, delivered_at timestamptz, history jsonb)
  returns boolean language plpgsql immutable parallel safe as $$
declare
  alone boolean := kind in ('ping', 'test');
  most int := case when alone then 1 else 10 end;
begin
  return kind in ('first', 'redelivery', 'ping', 'test')
    and status in ('pending', 'delivered', 'failed', 'cancelled')
    and alone = (delivery_position is null)
    and (redelivery_of is null or kind = 'redelivery')
    and (status = 'pending') = (next_attempt_at is not null)
    and (status = 'delivered') = (delivered_at is not null)
    and jsonb_array_length(history) = attempts
    and attempts between (status in ('delivered', 'failed'))::int and most
    and (status = 'failed') <= (attempts = most)
    and (status = 'pending') <= (attempts < most);
end $$;
