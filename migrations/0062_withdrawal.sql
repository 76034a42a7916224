-- Money that an account takes out of its balance. It is an operation of a kind of its own.
create table withdrawal (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  status text not null,
  destination_id text collate "C" not null,
  amount numeric not null,
  fee numeric not null,
  total numeric not null,
  currency text not null,
  description text,
  failure_code text,
  risk_status text not null,
  risk_decision_id text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  cancelled_at timestamptz,
  approval_threshold_amount numeric,
  approval_threshold_currency text,
  held_at timestamptz,
  approval_asked_at timestamptz,
  approved_at timestamptz,
  made_by text collate "C",
  reference text not null unique,
  provider text,
  sending text not null,
  attempts int not null,
  look_ups int not null,
  send_by timestamptz,
  next_step_at timestamptz,
  version int not null,
  unique (account_id, id),
  foreign key (account_id, destination_id) references settlement_destination (account_id, id),
  foreign key (account_id, risk_decision_id) references risk_decision (account_id, id),
  constraint withdrawal_sound check (is_sound_withdrawal(status, risk_status, sending, amount, fee, total, currency,
    approval_threshold_amount, approval_threshold_currency, held_at, next_step_at, submitted_at, completed_at, failed_at, cancelled_at))
) with (fillfactor = 85);
create index withdrawal_destination on withdrawal (account_id, destination_id, id);
create index withdrawal_status on withdrawal (account_id, status, id);
create index withdrawal_stuck on withdrawal (status, id) where status in ('pending_approval', 'verification_pending', 'failed', 'cancelled');
create index withdrawal_due on withdrawal (next_step_at) where next_step_at is not null;
create trigger withdrawal_kept before delete or truncate on withdrawal for each statement execute function refuse_change();
-- The terms that were agreed when it was asked for stay as they were.
create trigger withdrawal_named before update of id, account_id, destination_id, amount, fee, total, currency,
    approval_threshold_amount, approval_threshold_currency, held_at, approval_asked_at, made_by, reference on withdrawal
  for each statement execute function refuse_change();

-- An operation is sent to a provider, and is of one of several kinds: intents, reviews and exceptions name the kind
-- and the id. A kind joins by one branch of this view, and by triggers that keep its rows as a payout's are kept.
create view operation as
  select 'payout' as kind, id, account_id, reference, status, sending, attempts, provider, risk_status, risk_decision_id,
      next_step_at, updated_at,
      -- Somebody has to decide before it goes on.
      status = 'processing' and risk_status = 'in_review' as is_held,
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
