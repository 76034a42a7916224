-- Each other amount that comes under a known bank reference is a fact of its own; all else is one fact a cause. The
-- first three columns still find what is known of a payment.
create unique index exception_fact on exception (resource_id, type, cause,
  (case when type = 'provider_mismatch' and resource_type = 'funding_account' then actual_amount end),
  (case when type = 'provider_mismatch' and resource_type = 'funding_account' then actual_currency end))
  nulls not distinct;
alter table exception drop constraint exception_resource_id_type_cause_key;
