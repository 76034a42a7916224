create or replace function is_sound_refund(status text, risk_status text, sending text, amount numeric, currency text, payer_amount numeric,
    payer_currency text, processing_at timestamptz, next_step_at timestamptz, completed_at timestamptz, failed_at timestamptz)
  returns boolean language plpgsql immutable parallel safe as $$
begin
  return status in ('pending_review', 'processing', 'completed', 'failed')
    and risk_status in ('allowed', 'in_review', 'approved', 'rejected')
    and sending in ('unsent', 'open', 'accepted', 'uncertain')
    and amount > 0 and public.is_amount(amount, currency)
    and payer_amount > 0 and public.is_amount(payer_amount, payer_currency)
    and (status <> 'processing' or processing_at is not null)
    and (status = 'completed') = (completed_at is not null)
    and (status = 'failed') = (failed_at is not null)
    -- An undecided row always has a next step.
    and (status <> 'processing' or next_step_at is not null)
    and (status <> 'pending_review' or next_step_at is not null or risk_status = 'in_review');
end $$;

-- How much of each pay-in is refunded, claimed by open refunds, or spent by a remittance, and whether the bank reversed it.
create or replace function taken_of(payins text[])
  returns table (payin_id text, refunded numeric, claimed numeric, payer_claimed numeric, spent numeric, is_reversed boolean)
  language sql stable as $$
  select p.id, coalesce(r.refunded, 0), coalesce(r.claimed, 0), coalesce(r.payer_claimed, 0),
      -- A returned payout keeps its fees.
      coalesce((select case o.status when 'failed' then 0 when 'cancelled' then 0 when 'returned' then o.total - o.principal else o.total end
        from remittance m join payout o on o.id = m.payout_id where m.account_id = p.account_id and m.payin_id = p.id), 0),
      -- An open exception about the payment's outcome blocks refunds until it is resolved.
      exists (select from exception e where e.resource_id = p.id
        and (e.type = 'payin_reversed' or e.type = 'late_payment_evidence' and e.status = 'open'))
    from unnest(payins) n (id) join payin p on p.id = n.id left join lateral (
      select sum(amount) filter (where status = 'completed') as refunded, sum(amount) as claimed, sum(payer_amount) as payer_claimed
        from refund where refund.payin_id = p.id and status <> 'failed'
    ) r on true
$$;

-- Refunds never exceed the pay-in. The pay-in is locked first, so concurrent refunds run one after the other, and the second
-- sees the first.
create or replace function check_refunds() returns trigger language plpgsql as $$
declare broken text;
begin
  perform from payin where id in (select payin_id from changed) order by id for no key update;
  select p.id into broken
    from payin p join taken_of(array(select distinct payin_id from changed)) t on t.payin_id = p.id
    where t.claimed + t.spent > p.amount or t.payer_claimed > p.paid_amount or p.status <> 'completed'
      or exists (select from changed c where c.payin_id = p.id and (c.currency, c.payer_currency) is distinct from (p.currency, p.paid_currency))
    limit 1;
  if broken is not null then
    raise exception 'the refunds of % are more than is left of it, or not of it', broken using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- A failed refund stays failed, because its money is available again.
create or replace function refuse_revival() returns trigger language plpgsql as $$
begin
  raise exception 'refund % has failed for good', old.id using errcode = 'check_violation';
end $$;
