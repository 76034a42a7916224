-- Accounts, who acts for them or for the platform, and what was agreed.

-- One row: how far business time runs ahead of machine time, and the payouts' kill switch.
create table platform (
  id int primary key check (id = 1),
  clock_offset_ms bigint not null default 0 check (clock_offset_ms >= 0),
  payouts_stopped boolean not null default false,
  -- Shows at a start whether PSP_HASH_KEY is the one that this database is written with. Null until the first start.
  hash_key_proof text
);
insert into platform (id) values (1);

create table account (
  id text collate "C" primary key,
  name text not null,
  status text not null check (status in ('active', 'suspended', 'closed')),
  owner_email text,
  created_at timestamptz not null,
  version int not null
);

create table api_key (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  prefix text not null unique,
  fingerprint text not null,
  scopes text[] not null check (scopes <@ array['read', 'write'] and cardinality(scopes) > 0),
  label text,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  version int not null
);
create index api_key_account on api_key (account_id, id);

create table account_terms (
  id text collate "C" primary key,
  account_id text collate "C" not null unique references account,
  platform_fee_bps int check (platform_fee_bps between 0 and 10000),
  tenant_markup_bps int check (tenant_markup_bps between 0 and 10000),
  overrides jsonb not null,
  version int not null,
  -- Terms of withdrawals, in the currency in which they were agreed; null: nothing is.
  withdrawal_fee_amount numeric,
  withdrawal_fee_currency text,
  approval_threshold_amount numeric,
  approval_threshold_currency text,
  check ((withdrawal_fee_amount is null) = (withdrawal_fee_currency is null)),
  check ((approval_threshold_amount is null) = (approval_threshold_currency is null)),
  check (withdrawal_fee_amount is null or is_amount(withdrawal_fee_amount, withdrawal_fee_currency)),
  check (approval_threshold_amount is null or is_amount(approval_threshold_amount, approval_threshold_currency))
);

create table suspension (
  id text collate "C" primary key,
  account_id text collate "C" references account,
  product text not null,
  method text not null,
  currency text not null,
  created_at timestamptz not null,
  lifted_at timestamptz,
  version int not null
);
create unique index suspension_in_force on suspension (product, method, currency, coalesce(account_id, '')) where lifted_at is null;

-- The platform's own people and programs. Of a token only its fingerprint is kept.
create table operator (
  id text collate "C" primary key,
  name text not null,
  role text not null check (role in ('viewer', 'support', 'admin')),
  fingerprint text not null unique check (fingerprint ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  version int not null
);

-- The audit log is append-only, and each entry bears the hash of the one before it: a change of one, or its removal,
-- breaks all that follow.
create table audit_entry (
  id text collate "C" primary key,
  operator text not null,
  -- Names may be alike. Null for an act from the command line, which has no token.
  operator_id text collate "C",
  action text not null,
  reason text not null,
  account_id text collate "C",
  subject_id text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null,
  version int not null
);
create index audit_entry_account on audit_entry (account_id, id);
create index audit_entry_subject on audit_entry (subject_id, id);
create index audit_entry_operator on audit_entry (operator_id, id);

-- One row an entry, in the order in which they were committed.
create table audit_link (
  position bigint primary key check (position > 0),
  entry_id text collate "C" not null unique references audit_entry,
  previous text not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$')
);

create trigger audit_entry_kept before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();
create trigger audit_link_kept before update or delete or truncate on audit_link
  for each statement execute function refuse_change();
create constraint trigger audit_entry_linked after insert on audit_entry deferrable initially deferred
  for each row execute function link_audit();

-- A key is bound with what it makes, which looks at the account.
create table idempotency_key (
  account_id text collate "C" not null,
  key text collate "C" not null,
  fingerprint text not null,
  resource_id text not null,
  created_at timestamptz not null,
  primary key (account_id, key)
);

-- Processes keep keys and accounts in memory for a moment, and sleep until something is due by business time: a change
-- tells them to look again.
create trigger api_key_told after insert or update or delete on api_key for each statement execute function tell_change();
create trigger operator_told after insert or update or delete on operator for each statement execute function tell_change();
create trigger platform_told after update on platform for each statement execute function tell_change();
create trigger account_told after update or delete on account for each statement execute function tell_change();
