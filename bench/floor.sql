-- Tables of the floor measurement, with the indexes, checks and storage of November 2026. They do not change when the
-- service's tables become leaner, so that the gain shows. Check functions, triggers and foreign keys are the current
-- ones: leaner guards lower the floor. An empty line ends a definition.
create schema floor;

create table floor.payout (
  id text collate "C" not null, account_id text collate "C" not null, status text not null,
  method text not null, country text, beneficiary_id text collate "C" not null, quote_id text collate "C",
  source_currency text not null, principal numeric not null, platform_fee numeric not null,
  tenant_markup numeric not null, total numeric not null, destination_amount numeric not null,
  destination_currency text not null, rate numeric not null, description text, failure_code text,
  risk_status text not null, risk_decision_id text collate "C", refund_status text,
  cancel_requested_at timestamptz, cancel_decided_at timestamptz,
  reference text not null, provider text, sending text not null, attempts integer not null,
  look_ups integer not null, send_by timestamptz, next_step_at timestamptz,
  limit_daily numeric, daily_total numeric, created_at timestamptz not null,
  updated_at timestamptz not null, completed_at timestamptz,
  failed_at timestamptz, returned_at timestamptz,
  cancelled_at timestamptz, version integer not null, batch_id text collate "C",
  batch_index integer, remittance_id text collate "C", primary key (id), unique (account_id, id),
  check ((batch_id is null) = (batch_index is null)), unique (reference),
  check (is_sound_payout(status, risk_status, refund_status, sending, source_currency, principal, platform_fee, tenant_markup, total, destination_amount, destination_currency, rate, daily_total, limit_daily, next_step_at))
) with (fillfactor = 85);
create index on floor.payout (batch_id) where (batch_id is not null) and (status in ('processing', 'verification_pending'));
create unique index on floor.payout (batch_id, batch_index) where batch_id is not null;
create index on floor.payout (account_id, beneficiary_id, id);
create index on floor.payout (next_step_at) where next_step_at is not null;
create index on floor.payout (risk_status, id) where risk_status in ('in_review', 'approved', 'rejected');
create unique index on floor.payout (quote_id) where quote_id is not null;
create index on floor.payout (status, id) where status in ('verification_pending', 'failed', 'returned', 'cancelled');
create unique index on floor.payout (remittance_id) where remittance_id is not null;
create index on floor.payout (account_id, risk_status, id) where risk_status <> 'allowed';
create index on floor.payout (account_id, status, id);

create table floor.idempotency_key (
  account_id text collate "C" not null, key text collate "C" not null, fingerprint text not null,
  resource_id text not null, created_at timestamptz not null, primary key (account_id, key)
);

create table floor.journal (
  id text collate "C" not null, account_id text collate "C" not null, purpose text not null,
  origin_type text not null, origin_id text collate "C" not null,
  occurred_at timestamptz not null, primary key (id)
);
create unique index on floor.journal (origin_id) where origin_type = 'adjustment';
create unique index on floor.journal (origin_id, (case when ((purpose like '%\_capture') or (purpose = 'reversal')) then 'end' else purpose end)) where origin_type <> 'adjustment';

create table floor.entry (
  id text collate "C" not null, account_id text collate "C" not null, journal_id text collate "C" not null,
  ledger text not null, currency text not null, direction text not null, amount numeric not null,
  seq bigint, occurred_at timestamptz not null, primary key (id),
  check (is_sound_entry(ledger, currency, direction, amount, seq))
);
create index on floor.entry (account_id, occurred_at, id) where (ledger = 'fees') or ((ledger = 'earnings') and (direction = 'credit'));
create index on floor.entry (account_id, occurred_at, id) where (ledger = 'fx') and (direction = 'credit');
create index on floor.entry (journal_id);
create index on floor.entry (ledger, currency, occurred_at) where seq is null;
create unique index on floor.entry (account_id, currency, seq) where seq is not null;

create table floor.event (
  account_id text collate "C" not null, position bigint not null, id text collate "C" not null,
  type text not null, resource_id text collate "C" not null, occurred_at timestamptz not null,
  body text not null, primary key (account_id, position),
  check (json_typeof((body)::json) = 'object'), unique (id)
);
create index on floor.event (account_id, resource_id, position);
create index on floor.event (account_id, type, position);

create table floor.intent (
  id text collate "C" not null, account_id text collate "C" not null, kind text not null,
  operation_id text collate "C" not null, number integer not null, reference text not null,
  state text not null, send_by timestamptz not null, detail text,
  created_at timestamptz not null, decided_at timestamptz,
  version integer not null, primary key (id), check ((number >= 1) and (number <= 5)),
  check (state in ('open', 'accepted', 'refused', 'not_sent', 'put_off', 'uncertain'))
);
create unique index on floor.intent (operation_id) where state not in ('not_sent', 'put_off');
create unique index on floor.intent (operation_id, number, (case when (state = 'put_off') then id else null end)) nulls not distinct;

create table floor.sent (
  reference text not null, amount numeric not null, currency text not null, answer text not null,
  answer_code text, answers_at timestamptz not null, finding text not null, finding_code text,
  turns_to text, turns_at timestamptz, repeats integer default 0 not null, given_for text,
  is_unbooked boolean default true not null, primary key (reference), check (amount > 0),
  check (answer in ('accepted', 'paid', 'refused', 'uncertain')),
  check ((turns_at is null) = (turns_to is null)),
  check (finding in ('paid', 'returned', 'not_executed', 'in_flight', 'unknown')),
  check (turns_to in ('paid', 'returned', 'not_executed'))
);
create index on floor.sent (reference) where is_unbooked;

create table floor.call (
  id bigint generated by default as identity not null, reference text not null, kind text not null,
  amount numeric not null, currency text not null, memo text,
  received_at timestamptz default clock_timestamp() not null, primary key (id)
);

create table floor.balance (
  account_id text collate "C" not null, currency text not null, available numeric default 0 not null,
  pending numeric default 0 not null, reserved numeric default 0 not null,
  in_settlement numeric default 0 not null, earnings numeric default 0 not null,
  seq bigint default 0 not null, as_of timestamptz not null,
  primary key (account_id, currency),
  check (is_sound_balance(currency, available, pending, reserved, in_settlement, earnings))
) with (fillfactor = 50);

create table floor.event_counter (
  account_id text collate "C" not null, last bigint default 0 not null, told_at timestamptz,
  primary key (account_id)
) with (fillfactor = 50);

create table floor.limit_usage (
  account_id text collate "C" not null, product text not null, method text not null,
  currency text not null, total numeric default 0 not null,
  swept_to timestamptz default '-infinity' not null,
  primary key (account_id, product, method, currency), check (total >= 0)
) with (fillfactor = 50);

create table floor.limit_minute (
  account_id text collate "C" not null, product text not null, method text not null,
  currency text not null, minute timestamptz not null, amount numeric not null,
  count integer not null, primary key (account_id, product, method, currency, minute),
  check ((amount >= 0) and (count >= 0))
) with (fillfactor = 50);

create table floor.payin (
  id text collate "C" not null, account_id text collate "C" not null,
  funding_account_id text collate "C" not null, status text not null, amount numeric not null,
  currency text not null, paid_amount numeric not null, paid_currency text not null, provider text,
  bank_reference text, payment_reference text, failure_code text, attempts integer not null,
  next_step_at timestamptz, created_at timestamptz not null,
  completed_at timestamptz, version integer not null, primary key (id),
  unique (account_id, id), unique (funding_account_id, bank_reference),
  check (is_sound_payin(status, amount, currency, paid_amount, paid_currency, next_step_at, completed_at))
);
create index on floor.payin (bank_reference) where bank_reference is not null;
create index on floor.payin (next_step_at) where next_step_at is not null;
create index on floor.payin (status, id) where status = 'failed';
create index on floor.payin (account_id, funding_account_id, id);
create unique index on floor.payin (payment_reference);
create index on floor.payin (account_id, status, id);

create table floor.payment (
  reference text not null, funding_reference text not null, bank_reference text not null,
  amount numeric not null, currency text not null, outcome text not null,
  due_at timestamptz not null, repeats integer default 0 not null,
  is_unbooked boolean default true not null, primary key (reference), check (amount > 0),
  check (outcome in ('completed', 'failed', 'reversed'))
);
create index on floor.payment (reference) where is_unbooked;

create table floor.notice (
  provider text not null, id text collate "C" not null, received_at timestamptz not null,
  primary key (provider, id)
);

create table floor.payout_batch (
  id text collate "C" not null, account_id text collate "C" not null, status text not null,
  description text, idempotency_key text not null, size integer not null,
  completed_at timestamptz, cancel_requested_at timestamptz,
  cancel_finished_at timestamptz, next_step_at timestamptz,
  created_at timestamptz not null, updated_at timestamptz not null,
  version integer not null, body_fingerprint text collate "C", repeats_id text collate "C",
  primary key (id), unique (account_id, id),
  check ((cancel_finished_at is null) or (cancel_requested_at is not null)),
  check ((status = 'processing') = ((completed_at is null) and (cancel_finished_at is null))),
  check ((status not in ('cancelled', 'partially_cancelled')) or (completed_at is null)),
  check ((repeats_id is null) or ((body_fingerprint is not null) and (repeats_id <> id))),
  check ((size >= 1) and (size <= 1000)),
  check (status in ('processing', 'completed', 'completed_with_failures', 'cancelled', 'partially_cancelled'))
) with (fillfactor = 85);
create index on floor.payout_batch (next_step_at) where next_step_at is not null;
create index on floor.payout_batch (id) where (next_step_at is null) and ((status = 'processing') or ((cancel_requested_at is not null) and (cancel_finished_at is null)));
create unique index on floor.payout_batch (account_id, body_fingerprint) where (body_fingerprint is not null) and (repeats_id is null);
create index on floor.payout_batch (account_id, status, id);
create index on floor.payout_batch (status, id) where status in ('completed_with_failures', 'cancelled', 'partially_cancelled');

create table floor.payout_batch_item (
  id text collate "C" not null, account_id text collate "C" not null, batch_id text collate "C" not null,
  index integer not null, reference text, payout_id text collate "C", error_code text, error_param text,
  not_cancelled_reason text, ask jsonb not null, asked_amount numeric, asked_currency text,
  stage text not null, created_at timestamptz not null,
  updated_at timestamptz not null, version integer not null, primary key (id),
  unique (account_id, id), check (asked_amount > 0), unique (batch_id, index),
  check (((asked_amount is null) = (asked_currency is null)) and ((asked_amount is null) or is_amount(asked_amount, asked_currency))),
  check ((stage = 'refused') = (error_code is not null)),
  check ((stage <> 'made') or (payout_id is not null)),
  check ((stage not in ('pending', 'refused')) or (payout_id is null)),
  check ((index >= 0) and (index <= 999)), unique (payout_id),
  check (stage in ('pending', 'made', 'refused', 'cancelled'))
) with (fillfactor = 85);
create index on floor.payout_batch_item (reference) where reference is not null;
create index on floor.payout_batch_item (batch_id, id);
create index on floor.payout_batch_item (batch_id, id) where stage = 'pending';
create unique index on floor.payout_batch_item (batch_id, reference) where reference is not null;
