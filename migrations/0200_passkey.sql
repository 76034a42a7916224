-- expand
-- Passkeys by which members sign in beside the mailed code (supplement §11.14).

-- A credential belongs to one membership. Rows stay when a passkey is removed, so that no credential id comes back.
create table passkey (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  member_id text collate "C" not null,
  -- Sealed.
  name text not null,
  -- Base64url, as the browser sends it.
  credential_id text collate "C" not null unique,
  -- COSE key in base64url.
  public_key text not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- The name under which the browser made it: a passkey of another name cannot be used.
  rp_id text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  removed_at timestamptz,
  version int not null,
  foreign key (account_id, member_id) references member (account_id, id)
);
create index passkey_member on passkey (account_id, member_id, id);
create trigger passkey_kept before delete or truncate on passkey for each statement execute function refuse_change();
create trigger passkey_named before update of id, account_id, member_id, credential_id, public_key, rp_id on passkey
  for each statement execute function refuse_change();

-- What a browser has to sign. Each is answered once, by the browser or session that it was given to.
create table sign_in_challenge (
  id bigint generated always as identity primary key,
  challenge_hash text collate "C" not null unique check (challenge_hash ~ '^[0-9a-f]{64}$'),
  binding_hash text not null check (binding_hash ~ '^[0-9a-f]{64}$'),
  -- The client or session that asked: so many of one may be open.
  asker_hash text collate "C" not null check (asker_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null
);
create index sign_in_challenge_asker on sign_in_challenge (asker_hash, expires_at);
create index sign_in_challenge_age on sign_in_challenge (expires_at);

-- The member whose passkey opened the session; null for a mailed code.
alter table session add column passkey_member_id text collate "C";
-- Machine time of the last proof by passkey or code. A session of the release before has none.
alter table session add column confirmed_at timestamptz;

alter table account_terms add column passkeys_required_at timestamptz;
