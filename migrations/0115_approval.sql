-- expand
-- Approvals by an account's own members. A payout or a batch that waits for one names it.
create table approval (
  id text collate "C" primary key,
  account_id text collate "C" not null references account (id),
  status text not null check (status in ('pending', 'approved', 'declined', 'expired')),
  resource_type text not null check (resource_type in ('payout', 'payout_batch', 'account')),
  resource_id text collate "C" not null,
  required int not null check (required in (1, 2)),
  given jsonb not null,
  requested_by text not null,
  decided_by text,
  note text,
  policy jsonb,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  decided_at timestamptz,
  next_step_at timestamptz,
  version int not null,
  unique (account_id, id),
  check ((status = 'pending') = (decided_at is null)),
  check ((status = 'pending') = (next_step_at is not null)),
  check (status <> 'approved' or jsonb_array_length(given) >= required)
);
create index approval_status on approval (account_id, status, id);
create index approval_resource on approval (account_id, resource_id, id);
create index approval_due on approval (next_step_at) where next_step_at is not null;

alter table payout
  add column approval_id text collate "C",
  add column approval_status text check (approval_status in ('pending', 'approved', 'declined', 'expired')),
  add foreign key (account_id, approval_id) references approval (account_id, id);
alter table payout_batch
  add column requested_by text,
  add column approval_id text collate "C",
  add column approval_status text check (approval_status in ('pending', 'approved', 'declined', 'expired')),
  add foreign key (account_id, approval_id) references approval (account_id, id);
create index payout_awaiting_approval on payout (batch_id, id) where approval_status = 'pending' and batch_id is not null;

alter table account_terms add column approval_policy jsonb;

-- A payout that waits for an approval has no next step, as one that risk rules hold has none.
alter table payout drop constraint payout_sound;
alter table payout add constraint payout_sound check (
  (approval_status is distinct from 'pending' or status = 'processing' and sending = 'unsent')
  and is_sound_payout(status, risk_status, refund_status, sending, source_currency, principal, platform_fee, tenant_markup,
    total, destination_amount, destination_currency, rate, daily_total, limit_daily,
    coalesce(next_step_at, case when approval_status = 'pending' then created_at end))
);
create or replace view operation as
  select 'payout' as kind, id, account_id, reference, status, sending, attempts, provider, risk_status, risk_decision_id,
      next_step_at, updated_at,
      -- Somebody has to decide before it goes on.
      status = 'processing' and (risk_status = 'in_review' or approval_status is not distinct from 'pending') as is_held,
      case status
        when 'completed' then 'paid'
        when 'returned' then 'returned'
        when 'failed' then 'not_executed'
        when 'cancelled' then 'not_executed'
      end as became
    from payout
  union all
  select 'refund', id, account_id, reference, status, sending, attempts, provider, risk_status, risk_decision_id,
      next_step_at, updated_at, status = 'pending_review' and risk_status = 'in_review',
      case status when 'completed' then 'paid' when 'failed' then 'not_executed' end
    from refund
  union all
  select 'settlement', id, account_id, reference, status, sending, attempts, provider, risk_status, risk_decision_id,
      next_step_at, updated_at, status = 'on_hold',
      case status when 'completed' then 'paid' when 'failed' then 'not_executed' end
    from settlement
  union all
  select 'withdrawal', id, account_id, reference, status, sending, attempts, provider, risk_status, risk_decision_id,
      next_step_at, updated_at, status = 'pending_approval' or status = 'processing' and risk_status = 'in_review',
      case status when 'completed' then 'paid' when 'failed' then 'not_executed' when 'cancelled' then 'not_executed' end
    from withdrawal;
