-- Money of a credited pay-in that goes back to its payer. It is an operation of a kind of its own.
create table refund (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  status text not null,
  payin_id text collate "C" not null,
  amount numeric not null,
  currency text not null,
  payer_amount numeric not null,
  payer_currency text not null,
  reason text,
  failure_code text,
  risk_status text not null,
  risk_decision_id text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  failed_at timestamptz,
  approved_at timestamptz,
  processing_at timestamptz,
  reference text not null unique,
  provider text,
  sending text not null,
  attempts int not null,
  look_ups int not null,
  send_by timestamptz,
  next_step_at timestamptz,
  version int not null,
  unique (account_id, id),
  foreign key (account_id, payin_id) references payin (account_id, id),
  foreign key (account_id, risk_decision_id) references risk_decision (account_id, id),
  constraint refund_sound check (is_sound_refund(status, risk_status, sending, amount, currency, payer_amount, payer_currency,
    processing_at, next_step_at, completed_at, failed_at))
) with (fillfactor = 85);
create index refund_payin on refund (account_id, payin_id, id);
create index refund_claim on refund (payin_id, status);
create index refund_status on refund (account_id, status, id);
create index refund_stuck on refund (status, id) where status in ('pending_review', 'failed');
create index refund_due on refund (next_step_at) where next_step_at is not null;
create trigger refund_kept before delete or truncate on refund for each statement execute function refuse_change();
create trigger refund_named before update of id, account_id, payin_id, amount, currency, payer_amount, payer_currency, reference on refund
  for each statement execute function refuse_change();

-- However it is asked for, no more goes back than came in.
create trigger refund_covered after insert on refund referencing new table as changed
  for each statement execute function check_refunds();
-- A refund that has failed stays so: its money is available again.
create trigger refund_ended before update of status on refund for each row
  when (old.status = 'failed' and new.status <> 'failed') execute function refuse_revival();
