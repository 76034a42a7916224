-- expand
-- The keyed hash of a customer's display name, by which the customer is found. The worker that hashes addresses goes
-- through all customers once more and hashes the names of those who were registered before.
alter table customer add column name_hash text check (name_hash ~ '^[0-9a-f]{64}$');
update address_search set looked_after = '';
