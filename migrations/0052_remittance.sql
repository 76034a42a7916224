-- A remittance is one pay-in and one payout at one price: a quote says what the pay-in has to credit for it.
alter table quote
  add column source_method text,
  add column funding_amount numeric,
  add column funding_currency text,
  add column funding_rate numeric,
  add constraint quote_funding check (
    case product
      when 'remittance' then source_method is not null and funding_amount > 0 and is_amount(funding_amount, funding_currency)
        and funding_rate > 0
      else num_nonnulls(source_method, funding_amount, funding_currency, funding_rate) = 0
    end);

create table remittance (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  status text not null check (status in ('awaiting_funds', 'processing', 'review', 'completed', 'failed', 'returned')),
  quote_id text collate "C" not null,
  beneficiary_id text collate "C" not null,
  customer_id text collate "C",
  method text not null,
  source_amount numeric not null check (source_amount > 0 and is_amount(source_amount, source_currency)),
  source_currency text not null,
  destination_amount numeric not null check (destination_amount > 0 and is_amount(destination_amount, destination_currency)),
  destination_currency text not null,
  rate numeric not null check (rate > 0),
  funding_account_id text collate "C",
  source_payin_id text collate "C",
  payin_id text collate "C",
  payout_id text collate "C",
  failure_code text,
  description text,
  reference text not null unique,
  limit_daily numeric not null,
  daily_total numeric not null check (daily_total <= limit_daily),
  next_step_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  review_at timestamptz,
  processing_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  returned_at timestamptz,
  version int not null,
  unique (account_id, id),
  foreign key (account_id, quote_id) references quote (account_id, id),
  foreign key (account_id, beneficiary_id) references beneficiary (account_id, id),
  foreign key (account_id, customer_id) references customer (account_id, id),
  foreign key (account_id, funding_account_id) references funding_account (account_id, id),
  foreign key (account_id, source_payin_id) references payin (account_id, id),
  foreign key (account_id, payin_id) references payin (account_id, id),
  foreign key (account_id, payout_id) references payout (account_id, id) deferrable initially deferred,
  constraint remittance_sound check (
    num_nonnulls(funding_account_id, source_payin_id) = 1
    and (payin_id is null) = (payout_id is null)
    and (payin_id is null or source_payin_id is null or payin_id = source_payin_id)
    -- Whatever is on its way or has ended well is funded; what waits says until when.
    and (status in ('awaiting_funds', 'failed') or payin_id is not null)
    and (status = 'awaiting_funds') = (next_step_at is not null)
    and (status <> 'awaiting_funds' or payin_id is null)
    and (status = 'failed') = (failure_code is not null)
    and (status = 'failed') = (failed_at is not null)
    and (status = 'returned') = (returned_at is not null)
    and (status in ('completed', 'returned')) = (completed_at is not null))
);
create unique index remittance_quote on remittance (quote_id);
-- A pay-in funds one remittance, a remittance has one payout, and one remittance waits for the next deposit.
create unique index remittance_payin on remittance (account_id, payin_id);
create unique index remittance_payout on remittance (account_id, payout_id);
create unique index remittance_waiting on remittance (funding_account_id) where status = 'awaiting_funds';
create index remittance_funding_account on remittance (funding_account_id, status);
create index remittance_due on remittance (next_step_at) where next_step_at is not null;
create index remittance_beneficiary on remittance (account_id, beneficiary_id, id);
create index remittance_customer on remittance (account_id, customer_id, id);
create index remittance_status on remittance (account_id, status, id);
create index remittance_rare on remittance (status, id) where status in ('awaiting_funds', 'review', 'failed', 'returned');
create trigger remittance_kept before delete or truncate on remittance for each statement execute function refuse_change();
create trigger remittance_named before update of id, account_id, quote_id, funding_account_id, source_payin_id on remittance
  for each statement execute function refuse_change();

alter table payout add column remittance_id text collate "C";
alter table payout add constraint payout_account_id_remittance_id_fkey
  foreign key (account_id, remittance_id) references remittance (account_id, id);
create unique index payout_remittance on payout (remittance_id) where remittance_id is not null;

-- A quote was used by a payout or a remittance that names it: looked at with the commit, for a quote is written first.
alter table quote drop constraint quote_account_id_used_by_fkey;
create constraint trigger quote_named after insert or update of used_by on quote
  deferrable initially deferred for each row when (new.used_by is not null) execute function check_quote_use();

create constraint trigger remittance_funded after insert or update of payin_id, payout_id on remittance
  deferrable initially deferred for each row when (new.payin_id is not null) execute function check_remittance();
