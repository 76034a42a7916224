-- contract
-- The bank's reference comes first in the rule that a funding account has it once, and operators find a pay-in by it
-- alone: one index does both.
drop index payin_bank_reference;
alter table payin drop constraint payin_funding_account_id_bank_reference_key,
  add constraint payin_bank_reference unique (bank_reference, funding_account_id);
