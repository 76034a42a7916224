-- expand, with functions/metadata.sql
-- Accounts name and annotate their payouts, and find them by both.
alter table payout
  add column client_reference text check (char_length(client_reference) between 1 and 64),
  add column metadata jsonb not null default '{}';
create index payout_client_reference on payout (account_id, client_reference, id) where client_reference is not null;

-- What bears a pair of metadata, in the order of lists. The pair is a hash of account, key and value (functions/metadata.sql).
create table metadata_pair (
  pair bigint not null,
  id text collate "C" not null,
  primary key (pair, id)
);

-- The reference of an item is its payout's, and need not be unique.
drop index payout_batch_item_reference;
