-- When the available balance of a currency is sent to a destination of the account by itself.
create table settlement_schedule (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  currency text not null,
  destination_id text collate "C",
  "interval" text not null,
  weekday int,
  day int,
  cutoff_time text not null,
  minimum_amount numeric not null,
  automatic boolean not null,
  status text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  blocked_at timestamptz,
  -- The statement is settled up to this time and this entry.
  settled_to timestamptz not null,
  settled_seq bigint not null,
  next_step_at timestamptz,
  version int not null,
  unique (account_id, id),
  foreign key (account_id, destination_id) references settlement_destination (account_id, id),
  constraint settlement_schedule_sound check (is_sound_schedule(status, "interval", weekday, day, cutoff_time, automatic,
    destination_id, minimum_amount, currency, settled_seq, blocked_at, closed_at, next_step_at))
) with (fillfactor = 85);
create unique index settlement_schedule_in_force on settlement_schedule (account_id, currency) where status = 'active';
create index settlement_schedule_status on settlement_schedule (account_id, status, id);
create index settlement_schedule_list on settlement_schedule (account_id, id);
create index settlement_schedule_destination on settlement_schedule (account_id, destination_id, id);
create index settlement_schedule_due on settlement_schedule (next_step_at) where next_step_at is not null;
create trigger settlement_schedule_kept before delete or truncate on settlement_schedule for each statement execute function refuse_change();
create trigger settlement_schedule_named before update of id, account_id, currency, destination_id, "interval", weekday, day, cutoff_time,
  minimum_amount, automatic on settlement_schedule for each statement execute function refuse_change();

-- A schedule's sending at one cut-off. It is an operation of a kind of its own.
create table settlement (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  status text not null,
  schedule_id text collate "C" not null,
  destination_id text collate "C" not null,
  currency text not null,
  opening numeric not null,
  credits numeric not null,
  debits numeric not null,
  amount numeric not null,
  fee numeric not null,
  total numeric not null,
  failure_code text,
  period_from timestamptz not null,
  period_to timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  failed_at timestamptz,
  from_seq bigint not null,
  to_seq bigint not null,
  available_now numeric not null,
  memo text,
  risk_status text not null,
  risk_decision_id text collate "C",
  reference text not null unique,
  provider text,
  sending text not null,
  attempts int not null,
  look_ups int not null,
  send_by timestamptz,
  next_step_at timestamptz,
  version int not null,
  unique (account_id, id),
  foreign key (account_id, schedule_id) references settlement_schedule (account_id, id),
  foreign key (account_id, destination_id) references settlement_destination (account_id, id),
  foreign key (account_id, risk_decision_id) references risk_decision (account_id, id),
  constraint settlement_sound check (is_sound_settlement(status, risk_status, sending, currency, opening, credits, debits, amount, fee,
    total, available_now, period_from, period_to, from_seq, to_seq, next_step_at, completed_at, failed_at))
) with (fillfactor = 85);
-- One a cut-off, however many processes come to it.
create unique index settlement_cutoff on settlement (schedule_id, period_to);
create index settlement_schedule_made on settlement (account_id, schedule_id, id);
create index settlement_sent_to on settlement (account_id, destination_id, id);
create index settlement_currency on settlement (account_id, currency, id);
create index settlement_status on settlement (account_id, status, id);
create index settlement_list on settlement (account_id, id);
create index settlement_stuck on settlement (status, id) where status in ('on_hold', 'failed');
create index settlement_due on settlement (next_step_at) where next_step_at is not null;
create trigger settlement_kept before delete or truncate on settlement for each statement execute function refuse_change();
create trigger settlement_named before update of id, account_id, schedule_id, destination_id, currency, opening, credits, debits, amount, fee,
  total, period_from, period_to, from_seq, to_seq, available_now, reference on settlement
  for each statement execute function refuse_change();
create trigger settlement_continues after insert on settlement for each row execute function check_settlement();
create trigger settlement_ended before update of status on settlement for each row
  when (old.status = 'failed' and new.status <> 'failed') execute function refuse_settlement_revival();
