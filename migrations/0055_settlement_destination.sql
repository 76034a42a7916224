-- The account's own accounts elsewhere, to which withdrawals and settlements go.
create table settlement_destination (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  method text not null,
  currency text not null,
  country text,
  details text not null,
  label text,
  status text not null check (status in ('active', 'disabled')),
  account_hint text not null,
  identity_hash text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  unique (account_id, id)
);
create unique index settlement_destination_identity on settlement_destination (account_id, identity_hash) where status = 'active';
create index settlement_destination_status on settlement_destination (account_id, status, id);
create index settlement_destination_currency on settlement_destination (account_id, currency, id);
create index settlement_destination_disabled on settlement_destination (status, id) where status = 'disabled';
