-- An operator's correction of a balance, made with the resolution of the reconciliation exception that called for it.
alter table exception add unique (account_id, id);
create index exception_account_type on exception (account_id, type, id);

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

-- One journal an adjustment.
create unique index journal_adjustment on journal (origin_id) where origin_type = 'adjustment';

-- The newest notices that are kept.
create index early_notice_newest on early_notice (seq);
