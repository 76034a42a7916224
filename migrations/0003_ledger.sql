-- Accepted amounts by minute, and their moving sum over 24 hours: `total` covers the minutes from `swept_to` on.
create table limit_usage (
  account_id text collate "C" not null references account,
  product text not null,
  method text not null,
  currency text not null,
  total numeric not null default 0 check (total >= 0),
  swept_to timestamptz not null default '-infinity',
  primary key (account_id, product, method, currency)
) with (fillfactor = 50);
create table limit_minute (
  account_id text collate "C" not null,
  product text not null,
  method text not null,
  currency text not null,
  minute timestamptz not null,
  amount numeric not null,
  count int not null,
  primary key (account_id, product, method, currency, minute),
  foreign key (account_id, product, method, currency) references limit_usage,
  constraint limit_minute_sound check (amount >= 0 and count >= 0)
) with (fillfactor = 50);

create table balance (
  account_id text collate "C" not null references account,
  currency text not null,
  available numeric not null default 0,
  pending numeric not null default 0,
  reserved numeric not null default 0,
  in_settlement numeric not null default 0,
  earnings numeric not null default 0,
  -- Number of the last entry of this balance: entries are gapless and in the order in which they were posted.
  seq bigint not null default 0,
  as_of timestamptz not null,
  primary key (account_id, currency),
  constraint balance_sound check (is_sound_balance(currency, available, pending, reserved, in_settlement, earnings))
) with (fillfactor = 50);

-- Journals and entries refer to rows that are never deleted and never change their id or account. Their triggers look
-- at the same rows anyway, once a statement, and so check what a foreign key would check row by row.
create table journal (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  purpose text not null,
  origin_type text not null,
  origin_id text collate "C" not null,
  occurred_at timestamptz not null
);
create unique index journal_once on journal
    (origin_id, (case when purpose like '%\_capture' or purpose = 'reversal' then 'end' else purpose end))
  where origin_type <> 'adjustment';
-- One journal an adjustment.
create unique index journal_adjustment on journal (origin_id) where origin_type = 'adjustment';

create table entry (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  journal_id text collate "C" not null,
  ledger text not null,
  currency text not null,
  direction text not null,
  amount numeric not null,
  -- Number within the balance; entries of the platform's own ledger accounts have none.
  seq bigint,
  occurred_at timestamptz not null,
  constraint entry_sound check (is_sound_entry(ledger, currency, direction, amount, seq))
);
create unique index entry_seq on entry (account_id, currency, seq) where seq is not null;
create index entry_journal on entry (journal_id);
create index entry_platform on entry (ledger, currency, occurred_at) where seq is null;

create trigger journal_kept before update or delete or truncate on journal for each statement execute function refuse_change();
create trigger entry_kept before update or delete or truncate on entry for each statement execute function refuse_change();
create trigger journal_filled after insert on journal referencing new table as added for each statement execute function check_journals();
create trigger entry_balanced after insert on entry referencing new table as added for each statement execute function check_entries();

-- The event log: positions are gapless and in commit order, because the counter's row is locked until the commit.
create table event_counter (
  account_id text collate "C" primary key references account,
  last bigint not null default 0,
  -- The time of the last event: those of an account never run back.
  told_at timestamptz
) with (fillfactor = 50);
create trigger account_counted after insert on account for each row execute function start_event_counter();

create table event (
  account_id text collate "C" not null,
  position bigint not null,
  id text collate "C" not null unique,
  type text not null,
  resource_id text collate "C" not null,
  occurred_at timestamptz not null,
  -- The exact text that is delivered; the cast refuses what is not JSON.
  body text not null check (json_typeof(body::json) = 'object'),
  primary key (account_id, position)
);
create index event_resource on event (account_id, resource_id, position);
create index event_type on event (account_id, type, position);
create trigger event_kept before update or delete or truncate on event for each statement execute function refuse_change();
create trigger event_gapless after insert on event referencing new table as added for each statement execute function check_positions();

-- How far each account's events have been published. The relay writes it after the broker has taken them; it may
-- be behind what was published, never ahead of it. An account without a row has published nothing.
create table relay_cursor (
  account_id text collate "C" primary key references account,
  position bigint not null check (position > 0)
) with (fillfactor = 50);
