-- expand, with functions/ledger.sql, functions/seal.sql
-- Sealed days: a signed Merkle root of each account's journals of a closed day, chained to the seal before.

-- Nothing is posted to a balance before this time any more.
alter table balance add column closed_to timestamptz not null default '-infinity';

-- Public halves of the keys that have signed seals.
create table seal_key (
  id text collate "C" primary key,
  public_key text not null unique,
  created_at timestamptz not null
);

create table ledger_seal (
  id text collate "C" primary key,
  account_id text collate "C" not null references account (id),
  day text collate "C" not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  number int not null check (number > 0),
  journals int not null check (journals > 0),
  root text not null check (root ~ '^[0-9a-f]{64}$'),
  previous text not null check (previous ~ '^[0-9a-f]{64}$'),
  balances jsonb not null,
  key_id text collate "C" not null references seal_key (id),
  signature text not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  version int not null,
  unique (account_id, id),
  constraint ledger_seal_day unique (account_id, day),
  constraint ledger_seal_number unique (account_id, number)
);

-- Up to when an account's days are sealed; days without journals have no seal.
create table sealing (
  account_id text collate "C" primary key references account (id),
  sealed_to timestamptz not null
);

-- When the accounts are looked through for days to be sealed; one row.
create table seal_round (
  name text primary key check (name = 'seals'),
  next_step_at timestamptz not null
);
create index seal_round_due on seal_round (next_step_at);

create trigger seal_key_kept before update or delete or truncate on seal_key for each statement execute function refuse_change();
create trigger ledger_seal_kept before update or delete or truncate on ledger_seal for each statement execute function refuse_change();
create trigger ledger_seal_chained before insert on ledger_seal for each row execute function check_seal();
