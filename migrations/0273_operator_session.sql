-- expand
-- Operators who sign in to the console over OpenID Connect (supplement §11.14).

-- Keyed hash of the issuer and its name for the person; null: an operator with a token.
alter table operator add column subject_hash text collate "C" check (subject_hash ~ '^[0-9a-f]{64}$');
create unique index operator_subject on operator (subject_hash);

create table operator_session (
  id text collate "C" primary key,
  operator_id text collate "C" not null,
  fingerprint text collate "C" not null unique check (fingerprint ~ '^[0-9a-f]{64}$'),
  -- Keyed hash of the issuer's own session; null: it names none.
  issuer_session_hash text collate "C" check (issuer_session_hash ~ '^[0-9a-f]{64}$'),
  -- Machine time at which the issuer last asked the person to prove who they are; null: it did not say.
  proven_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  version int not null,
  check (expires_at <= created_at + interval '12 hours')
);
create index operator_session_operator on operator_session (operator_id, id);
-- Processes hold a session in memory for a while.
create trigger operator_session_told after update on operator_session
  for each statement execute function tell_change();
