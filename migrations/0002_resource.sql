-- Resources. The account of a row that hangs on another is that of what it refers to: one check is enough. The database
-- refuses a state that must never be even if the code is wrong. Of indexes over all accounts only those of rare states
-- exist: the common ones are met at once on the way through the newest rows, and each index costs every write.

create table customer (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  external_id text not null,
  type text not null check (type in ('individual', 'business')),
  status text not null check (status in ('active', 'blocked', 'closed')),
  country text not null,
  display_name text not null,
  profile text,
  identity_hash text not null,
  metadata jsonb not null,
  compliance_status text not null check (compliance_status in ('unverified', 'pending', 'verified', 'rejected', 'review')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the platform last blocked the customer: what was accepted before and not sent by then fails, even if the block is
  -- lifted before its turn comes.
  blocked_at timestamptz,
  version int not null,
  unique (account_id, id),
  unique (account_id, external_id)
);
create index customer_status on customer (account_id, status, id);
create index customer_type on customer (account_id, type, id);
create index customer_country on customer (account_id, country, id);
create index customer_rare_status on customer (status, id) where status in ('blocked', 'closed');
create index customer_compliance on customer (compliance_status, id) where compliance_status in ('pending', 'verified', 'rejected', 'review');

create table beneficiary (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  customer_id text collate "C",
  method text not null,
  currency text not null,
  country text,
  details text not null,
  holder text,
  label text,
  account_hint text not null,
  identity_hash text not null,
  metadata jsonb not null,
  status text not null check (status in ('active', 'archived')),
  verification_status text not null check (verification_status in ('unverified', 'verified', 'failed')),
  verified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  unique (account_id, id),
  foreign key (account_id, customer_id) references customer (account_id, id)
);
create unique index beneficiary_identity on beneficiary (account_id, identity_hash) where status = 'active';
create index beneficiary_status on beneficiary (account_id, status, id);
create index beneficiary_customer on beneficiary (account_id, customer_id, id);
create index beneficiary_method on beneficiary (account_id, method, id);
create index beneficiary_currency on beneficiary (account_id, currency, id);

create table quote (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  product text not null check (product in ('payout', 'remittance')),
  method text not null,
  country text,
  beneficiary_id text collate "C",
  source_currency text not null,
  principal numeric not null check (principal > 0),
  platform_fee numeric not null,
  tenant_markup numeric not null,
  total numeric not null check (total = principal + platform_fee + tenant_markup),
  destination_amount numeric not null check (destination_amount > 0),
  destination_currency text not null,
  rate numeric not null check (rate > 0),
  expires_at timestamptz not null,
  used_by text collate "C" unique,
  created_at timestamptz not null,
  version int not null,
  unique (account_id, id),
  foreign key (account_id, beneficiary_id) references beneficiary (account_id, id),
  check (is_amount(principal, source_currency) and is_amount(platform_fee, source_currency) and is_amount(tenant_markup, source_currency)),
  check (is_amount(destination_amount, destination_currency))
);

create table funding_account (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  status text not null check (status in ('pending', 'active', 'failed', 'closed')),
  method text not null,
  country text,
  currency text not null,
  settlement_currency text not null,
  amount numeric check (amount > 0 and is_amount(amount, currency)),
  payer text,
  instructions jsonb,
  failure_code text,
  reference text not null unique,
  provider text,
  expires_at timestamptz,
  payin_id text collate "C",
  closed_by text check (closed_by in ('paid', 'failed', 'expired')),
  limit_daily numeric,
  daily_total numeric check (daily_total <= limit_daily),
  attempts int not null,
  next_step_at timestamptz,
  created_at timestamptz not null,
  version int not null,
  unique (account_id, id),
  check (status <> 'pending' or next_step_at is not null)
);
create index funding_account_status on funding_account (account_id, status, id);
create index funding_account_due on funding_account (next_step_at) where next_step_at is not null;
create index funding_account_failed on funding_account (status, id) where status = 'failed';

create table payin (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  funding_account_id text collate "C" not null,
  status text not null,
  amount numeric not null,
  currency text not null,
  paid_amount numeric not null,
  paid_currency text not null,
  provider text,
  bank_reference text,
  payment_reference text,
  failure_code text,
  attempts int not null,
  next_step_at timestamptz,
  created_at timestamptz not null,
  completed_at timestamptz,
  version int not null,
  unique (account_id, id),
  unique (funding_account_id, bank_reference),
  foreign key (account_id, funding_account_id) references funding_account (account_id, id),
  constraint payin_sound check (is_sound_payin(status, amount, currency, paid_amount, paid_currency, next_step_at, completed_at))
);
create unique index payin_payment on payin (payment_reference);
create index payin_status on payin (account_id, status, id);
create index payin_funding_account on payin (account_id, funding_account_id, id);
create index payin_due on payin (next_step_at) where next_step_at is not null;
create index payin_failed on payin (status, id) where status = 'failed';
alter table funding_account add foreign key (account_id, payin_id) references payin (account_id, id) deferrable initially deferred;

create table risk_decision (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  resource_type text not null,
  resource_id text collate "C" not null unique,
  status text not null check (status in ('in_review', 'approved', 'rejected')),
  reasons text[] not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  version int not null,
  unique (account_id, id)
);
create index risk_decision_account_status on risk_decision (account_id, status, id);
create index risk_decision_status on risk_decision (status, id);

create table payout (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  status text not null,
  method text not null,
  country text,
  beneficiary_id text collate "C" not null,
  quote_id text collate "C",
  source_currency text not null,
  principal numeric not null,
  platform_fee numeric not null,
  tenant_markup numeric not null,
  total numeric not null,
  destination_amount numeric not null,
  destination_currency text not null,
  rate numeric not null,
  description text,
  failure_code text,
  risk_status text not null,
  risk_decision_id text collate "C",
  refund_status text,
  cancel_requested_at timestamptz,
  cancel_decided_at timestamptz,
  reference text not null unique,
  provider text,
  sending text not null,
  attempts int not null,
  look_ups int not null,
  send_by timestamptz,
  next_step_at timestamptz,
  limit_daily numeric,
  daily_total numeric,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  failed_at timestamptz,
  returned_at timestamptz,
  cancelled_at timestamptz,
  version int not null,
  unique (account_id, id),
  foreign key (account_id, beneficiary_id) references beneficiary (account_id, id),
  foreign key (account_id, quote_id) references quote (account_id, id),
  foreign key (account_id, risk_decision_id) references risk_decision (account_id, id),
  constraint payout_sound check (is_sound_payout(status, risk_status, refund_status, sending, source_currency, principal,
    platform_fee, tenant_markup, total, destination_amount, destination_currency, rate, daily_total, limit_daily, next_step_at))
) with (fillfactor = 85);
create unique index payout_quote on payout (quote_id) where quote_id is not null;
create index payout_status on payout (account_id, status, id);
create index payout_beneficiary on payout (account_id, beneficiary_id, id);
create index payout_risk on payout (account_id, risk_status, id) where risk_status <> 'allowed';
create index payout_due on payout (next_step_at) where next_step_at is not null;
create index payout_rare_status on payout (status, id) where status in ('verification_pending', 'failed', 'returned', 'cancelled');
create index payout_held on payout (risk_status, id) where risk_status in ('in_review', 'approved', 'rejected');
-- Looked at with the commit, for a quote is written before the payout that it pays for.
alter table quote add foreign key (account_id, used_by) references payout (account_id, id) deferrable initially deferred;

-- Rows that refer to several tables are checked once a statement, in the functions of those tables. In return these
-- rows are never deleted and never change their id or account.
create trigger payout_kept before delete or truncate on payout for each statement execute function refuse_change();
create trigger payin_kept before delete or truncate on payin for each statement execute function refuse_change();
create trigger payout_named before update of id, account_id on payout for each statement execute function refuse_change();
create trigger payin_named before update of id, account_id on payin for each statement execute function refuse_change();

-- The intent to send. All but not_sent may have left: at most one an operation.
create table intent (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  kind text not null,
  operation_id text collate "C" not null,
  number int not null check (number between 1 and 5),
  reference text not null,
  state text not null check (state in ('open', 'accepted', 'refused', 'not_sent', 'uncertain')),
  send_by timestamptz not null,
  detail text,
  created_at timestamptz not null,
  decided_at timestamptz,
  version int not null,
  unique (operation_id, number)
);
create unique index intent_may_have_left on intent (operation_id) where state <> 'not_sent';
create trigger intent_named after insert on intent referencing new table as added for each statement execute function check_intents();
create trigger intent_kept before delete or truncate on intent for each statement execute function refuse_change();
create trigger intent_fixed before update of id, account_id, kind, operation_id, reference on intent
  for each statement execute function refuse_change();

create table exception (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  type text not null check (type in ('amount_mismatch', 'payin_reversed', 'unmatched_deposit', 'duplicate_deposit', 'late_payment_evidence', 'provider_mismatch')),
  status text not null check (status in ('open', 'resolved')),
  resource_type text not null,
  resource_id text collate "C" not null,
  expected_amount numeric,
  expected_currency text,
  actual_amount numeric,
  actual_currency text,
  cause text not null,
  note text,
  created_at timestamptz not null,
  resolved_at timestamptz,
  version int not null,
  -- The provider's name for a payment that became an exception instead of a pay-in: by it the provider tells that it took
  -- the payment back.
  payment_reference text collate "C",
  payin_id text collate "C" generated always as (case when resource_type = 'payin' then resource_id end) stored,
  funding_account_id text collate "C" generated always as (case when resource_type = 'funding_account' then resource_id end) stored,
  unique (account_id, id),
  foreign key (account_id, payin_id) references payin (account_id, id),
  foreign key (account_id, funding_account_id) references funding_account (account_id, id)
);
create index exception_account on exception (account_id, id);
create index exception_account_status on exception (account_id, status, id);
create index exception_status on exception (status, id);
create index exception_account_type on exception (account_id, type, id);
create index exception_payment on exception (payment_reference);
-- Each other amount that comes under a known bank reference is a fact of its own; all else is one fact a cause. The
-- first three columns still find what is known of a payment.
create unique index exception_fact on exception (resource_id, type, cause,
  (case when type = 'provider_mismatch' and resource_type = 'funding_account' then actual_amount end),
  (case when type = 'provider_mismatch' and resource_type = 'funding_account' then actual_currency end))
  nulls not distinct;

create constraint trigger exception_named after insert or update of account_id, resource_type, resource_id on exception
  for each row execute function check_operation();
create constraint trigger risk_decision_named after insert or update of account_id, resource_type, resource_id on risk_decision
  deferrable initially deferred for each row execute function check_operation();

-- An operator's correction of a balance, made with the resolution of the reconciliation exception that called for it.
create table adjustment (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  exception_id text collate "C" not null unique,
  direction text not null check (direction in ('credit', 'debit')),
  amount numeric not null check (amount > 0),
  currency text not null,
  created_at timestamptz not null,
  version int not null,
  unique (account_id, id),
  foreign key (account_id, exception_id) references exception (account_id, id),
  check (is_amount(amount, currency))
);

-- Each notice of a provider is taken once.
create table notice (
  provider text not null,
  id text collate "C" not null,
  received_at timestamptz not null,
  primary key (provider, id)
);

-- A notice of something that was not here yet. It is taken from here, in the order in which it came,
-- once what it tells of is here.
create table early_notice (
  seq bigint generated always as identity,
  provider text not null,
  id text collate "C" not null,
  type text not null check (type in ('payment_result', 'operation')),
  reference text collate "C" not null,
  told jsonb not null,
  received_at timestamptz not null,
  primary key (provider, id)
);
create index early_notice_reference on early_notice (reference);
-- The newest notices that are kept.
create index early_notice_newest on early_notice (seq);
