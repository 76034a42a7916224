-- expand
-- The last payee check of a beneficiary: the bank's answer, and as much of the holder's name as it shows (sealed).
alter table beneficiary
  add column payee_result text,
  add column payee_hint text,
  add column payee_checked_at timestamptz,
  add constraint beneficiary_payee_check check (
    payee_result in ('match', 'close_match', 'no_match', 'not_possible')
    and (payee_result is null) = (payee_checked_at is null)
  );
