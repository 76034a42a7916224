-- contract
-- Codes that are live end with this migration: each person asks once more.
drop table sign_in_code;
-- An address may have several live codes: a new code leaves the older ones alone. The hashes are keyed.
create table sign_in_code (
  id bigint generated always as identity primary key,
  email_hash text not null check (email_hash ~ '^[0-9a-f]{64}$'),
  -- The client that asked for the code.
  client_hash text not null check (client_hash ~ '^[0-9a-f]{64}$'),
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  -- Wrong guesses: of all clients, and by client hash.
  tries int not null default 0 check (tries >= 0),
  tries_by jsonb not null default '{}',
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sign_in_code_email on sign_in_code (email_hash, expires_at);
create index sign_in_code_ended on sign_in_code (expires_at);
create index sign_in_asked_by on sign_in_asked (email_hash, client_hash, asked_at);
