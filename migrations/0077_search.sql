-- Operators look for things by what these bear elsewhere: a bank's reference, the account's own names, an address.

-- Keyed, as a member's; null where the profile has no address, and of those who were registered before.
alter table customer add column email_hash text check (email_hash ~ '^[0-9a-f]{64}$');
create index customer_email on customer (email_hash) where email_hash is not null;
create index customer_external on customer (external_id);
create index payin_bank_reference on payin (bank_reference) where bank_reference is not null;
create index payout_batch_item_named on payout_batch_item (reference) where reference is not null;
