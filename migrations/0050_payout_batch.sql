-- Payouts that are asked for together. A batch holds nothing that each of its payouts would have to change: its counts
-- are counted when they are asked for, and an item stands where its payout does.
create table payout_batch (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  status text not null check (status in ('processing', 'completed', 'completed_with_failures', 'cancelled', 'partially_cancelled')),
  description text,
  idempotency_key text not null,
  size int not null check (size between 1 and 1000),
  completed_at timestamptz,
  cancel_requested_at timestamptz,
  cancel_finished_at timestamptz,
  next_step_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  unique (account_id, id),
  check (cancel_finished_at is null or cancel_requested_at is not null),
  check ((status = 'processing') = (completed_at is null and cancel_finished_at is null)),
  check (status not in ('cancelled', 'partially_cancelled') or completed_at is null)
) with (fillfactor = 85);
create index payout_batch_status on payout_batch (account_id, status, id);
create index payout_batch_unpaid on payout_batch (status, id)
  where status in ('completed_with_failures', 'cancelled', 'partially_cancelled');
create index payout_batch_due on payout_batch (next_step_at) where next_step_at is not null;
-- Those that wait for nothing but the ends of their payouts.
create index payout_batch_ending on payout_batch (id) where next_step_at is null
  and (status = 'processing' or cancel_requested_at is not null and cancel_finished_at is null);

-- At most one payout a place in a batch, whatever the code does.
alter table payout
  add column batch_id text collate "C",
  add column batch_index int,
  add constraint payout_in_batch check ((batch_id is null) = (batch_index is null)),
  add foreign key (account_id, batch_id) references payout_batch (account_id, id);
create unique index payout_batch_place on payout (batch_id, batch_index) where batch_id is not null;
create index payout_batch_in_flight on payout (batch_id)
  where batch_id is not null and status in ('processing', 'verification_pending');

create table payout_batch_item (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  batch_id text collate "C" not null,
  index int not null check (index between 0 and 999),
  reference text,
  payout_id text collate "C" unique,
  error_code text,
  error_param text,
  not_cancelled_reason text,
  ask jsonb not null,
  asked_amount numeric check (asked_amount > 0),
  asked_currency text,
  stage text not null check (stage in ('pending', 'made', 'refused', 'cancelled')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  unique (account_id, id),
  unique (batch_id, index),
  foreign key (account_id, batch_id) references payout_batch (account_id, id),
  foreign key (account_id, payout_id) references payout (account_id, id),
  check ((asked_amount is null) = (asked_currency is null) and (asked_amount is null or is_amount(asked_amount, asked_currency))),
  check ((stage = 'refused') = (error_code is not null)),
  check (stage <> 'made' or payout_id is not null),
  check (stage not in ('pending', 'refused') or payout_id is null)
) with (fillfactor = 85);
create index payout_batch_item_order on payout_batch_item (batch_id, id);
create unique index payout_batch_item_reference on payout_batch_item (batch_id, reference) where reference is not null;
create index payout_batch_item_pending on payout_batch_item (batch_id, id) where stage = 'pending';
create trigger payout_batch_kept before delete or truncate on payout_batch for each statement execute function refuse_change();
create trigger payout_batch_item_kept before delete or truncate on payout_batch_item
  for each statement execute function refuse_change();
