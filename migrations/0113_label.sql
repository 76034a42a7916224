-- expand
-- What 0112 gave to payouts.
alter table funding_account
  add column client_reference text check (char_length(client_reference) between 1 and 64),
  add column metadata jsonb not null default '{}';
create index funding_account_client_reference on funding_account (account_id, client_reference, id) where client_reference is not null;
alter table remittance
  add column client_reference text check (char_length(client_reference) between 1 and 64),
  add column metadata jsonb not null default '{}';
create index remittance_client_reference on remittance (account_id, client_reference, id) where client_reference is not null;
alter table payout_batch
  add column client_reference text check (char_length(client_reference) between 1 and 64),
  add column metadata jsonb not null default '{}';
create index payout_batch_client_reference on payout_batch (account_id, client_reference, id) where client_reference is not null;
alter table refund
  add column client_reference text check (char_length(client_reference) between 1 and 64),
  add column metadata jsonb not null default '{}';
create index refund_client_reference on refund (account_id, client_reference, id) where client_reference is not null;
alter table withdrawal
  add column client_reference text check (char_length(client_reference) between 1 and 64),
  add column metadata jsonb not null default '{}';
create index withdrawal_client_reference on withdrawal (account_id, client_reference, id) where client_reference is not null;
alter table hosted_session
  add column client_reference text check (char_length(client_reference) between 1 and 64),
  add column metadata jsonb not null default '{}';
create index hosted_session_client_reference on hosted_session (account_id, client_reference, id) where client_reference is not null;
