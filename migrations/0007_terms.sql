-- What is agreed with an account about withdrawals, in the currency it was agreed in; null: nothing is.
alter table account_terms
  add column withdrawal_fee_amount numeric,
  add column withdrawal_fee_currency text,
  add column approval_threshold_amount numeric,
  add column approval_threshold_currency text,
  add check ((withdrawal_fee_amount is null) = (withdrawal_fee_currency is null)),
  add check ((approval_threshold_amount is null) = (approval_threshold_currency is null)),
  add check (withdrawal_fee_amount is null or is_amount(withdrawal_fee_amount, withdrawal_fee_currency)),
  add check (approval_threshold_amount is null or is_amount(approval_threshold_amount, approval_threshold_currency));
