-- expand
-- Where a person is signed in (supplement §11.14).

-- Names of closed lists, read from the User-Agent; null: not known.
alter table session add column browser text;
alter table session add column system text;
-- Business time, at most a minute old.
alter table session add column last_used_at timestamptz;

-- Processes hear of what ends or proves a session, not of its uses.
drop trigger session_told on session;
create trigger session_told after update of ended_at, expires_at, passkey_member_id, confirmed_at on session
  for each statement execute function tell_change();

-- Devices from which a person has signed in; the hash is keyed, of what the browser keeps or of its names.
create table sign_in_device (
  email_hash text collate "C" not null check (email_hash ~ '^[0-9a-f]{64}$'),
  device_hash text collate "C" not null check (device_hash ~ '^[0-9a-f]{64}$'),
  seen_at timestamptz not null,
  primary key (email_hash, device_hash)
);
create index sign_in_device_age on sign_in_device (seen_at);
