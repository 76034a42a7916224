-- expand
-- The keyed hash of a customer's display name, by which the customer is found. A worker goes through the customers who were
-- registered before and hashes their names; its place is its own, because an older process moves the other one.
alter table customer add column name_hash text;
alter table customer add constraint customer_name_hash_check check (name_hash ~ '^[0-9a-f]{64}$') not valid;
alter table address_search add column named_after text not null default '';
