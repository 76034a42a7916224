-- expand, with functions/archive.sql, functions/report.sql
-- The entries of archived days can leave the database. What each journal moved stays, in parts of some hundred journals.

-- Up to which day the entries of an account have left, or are leaving.
create table archive_border (
  account_id text collate "C" primary key references account (id),
  day text collate "C" not null,
  -- The end of that day.
  until timestamptz not null,
  -- SHA-256 of the file that was compared with the rows before they left.
  sha256 text not null,
  foreign key (account_id, day) references archive_file (account_id, day)
);

-- The carried-forward balances: the last entry of each balance up to the border. balance_mark has the sums up to it.
create table archive_balance (
  account_id text collate "C" not null,
  currency text not null,
  seq bigint not null check (seq > 0),
  -- The entries up to this number have left.
  removed_to bigint not null check (removed_to between 0 and seq),
  -- When the entry of that number was posted.
  occurred_at timestamptz not null,
  primary key (account_id, currency),
  foreign key (account_id, currency) references balance (account_id, currency)
);

-- What entries that have left moved: those of one balance up to a number, with the other entries of their journals.
create table archived_part (
  account_id text collate "C" not null,
  day text collate "C" not null,
  currency text not null,
  upto bigint not null,
  moves jsonb not null,
  primary key (account_id, day, currency, upto),
  foreign key (account_id, day) references archive_file (account_id, day)
);

create view archived_entry as
  select p.account_id, p.day, m.journal_id collate "C" as journal_id, m.ledger, m.currency, m.direction, m.amount, m.seq, m.occurred_at
    from archived_part p cross join lateral part_entries(p.moves) m;

-- Every entry, here or archived. Ids of archived entries stand in the files only.
create view ledger_entry as
  select id, account_id, journal_id, ledger, currency, direction, amount, seq, occurred_at from entry
  union all
  select null, account_id, journal_id, ledger, currency, direction, amount, seq, occurred_at from archived_entry;

create trigger archive_border_kept before truncate on archive_border for each statement execute function refuse_change();
create trigger archive_border_proven before insert or update or delete on archive_border for each row execute function check_archive_border();
create trigger archive_balance_kept before truncate on archive_balance for each statement execute function refuse_change();
create trigger archive_balance_proven before update or delete on archive_balance for each row execute function check_archive_balance();
create trigger archived_part_kept before update or truncate on archived_part for each statement execute function refuse_change();
create trigger archived_part_restored after delete on archived_part referencing old table as restored
  for each statement execute function check_restored_parts();

drop trigger entry_kept on entry;
create trigger entry_kept before update or truncate on entry for each statement execute function refuse_change();
create trigger entry_archived after delete on entry referencing old table as removed for each statement execute function check_removed_entries();
