-- expand, with functions/archive.sql
-- The days of each account that were copied into the archive, and the digest of each copy.

create table archive_file (
  account_id text collate "C" not null references account (id),
  day text collate "C" not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  -- SHA-256 of the file's text, and of that of the account's file before it.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  previous text not null check (previous ~ '^[0-9a-f]{64}$'),
  journals int not null check (journals >= 0),
  entries int not null check (entries >= 0),
  events int not null check (events >= 0),
  -- Position of the account's last event up to the end of the day.
  last_position bigint not null check (last_position >= events),
  bytes bigint not null check (bytes > 0),
  archived_at timestamptz not null,
  primary key (account_id, day)
);
create trigger archive_file_kept before update or delete or truncate on archive_file
  for each statement execute function refuse_change();
create trigger archive_file_chained before insert on archive_file for each row execute function check_archive_file();
