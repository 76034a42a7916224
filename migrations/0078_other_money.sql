-- contract
-- Each other amount that was paid, into a funding account or of an operation, is a fact of its own; all else is one fact a cause.
drop index exception_fact;
create unique index exception_fact on exception (resource_id, type, cause,
  (case when type = 'provider_mismatch' and (resource_type = 'funding_account' or cause = 'paid') then actual_amount end),
  (case when type = 'provider_mismatch' and (resource_type = 'funding_account' or cause = 'paid') then actual_currency end))
  nulls not distinct;
