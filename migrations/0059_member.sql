-- People who act for accounts: their memberships, how they sign in, and the mails that they get.

create table member (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  -- Sealed; the hash is keyed and of the one spelling of the address.
  email text not null,
  email_hash text not null check (email_hash ~ '^[0-9a-f]{64}$'),
  role text not null check (role in ('owner', 'admin', 'developer', 'viewer')),
  status text not null check (status in ('invited', 'active', 'disabled')),
  invited_at timestamptz not null,
  invitation_expires_at timestamptz,
  last_signed_in_at timestamptz,
  active_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  unique (account_id, id),
  unique (account_id, email_hash),
  constraint member_sound check (
    (status = 'invited') = (invitation_expires_at is not null) and (status = 'active') = (active_since is not null)
    and (status <> 'invited' or last_signed_in_at is null)
  )
);
create index member_email on member (email_hash);
create index member_status on member (account_id, status, id);
create index member_role on member (account_id, role, id);
create index member_list on member (account_id, id);
create trigger member_kept before delete or truncate on member for each statement execute function refuse_change();
create trigger member_named before update of id, account_id, email_hash on member
  for each statement execute function refuse_change();
-- Every process hears of it, and looks at its open sockets again.
create trigger member_told after update on member for each statement execute function tell_change();

-- Of a token only its fingerprint is kept.
create table session (
  id text collate "C" primary key,
  email_hash text not null check (email_hash ~ '^[0-9a-f]{64}$'),
  fingerprint text not null unique check (fingerprint ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  version int not null,
  check (expires_at <= created_at + interval '12 hours')
);
create trigger session_told after update on session for each statement execute function tell_change();

-- One live code an address, whether anybody bears it or not. The hash is keyed, and of the address and the code.
create table sign_in_code (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  tries int not null check (tries between 0 and 5),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sign_in_code_ended on sign_in_code (expires_at);

-- When codes were made, for whom and for which client: what the limits count.
create table sign_in_asked (
  id bigint generated always as identity primary key,
  email_hash text not null,
  client_hash text not null,
  asked_at timestamptz not null
);
create index sign_in_asked_email on sign_in_asked (email_hash, asked_at);
create index sign_in_asked_client on sign_in_asked (client_hash, asked_at);
create index sign_in_asked_age on sign_in_asked (asked_at);

-- A mail goes to the address of a member's row, as it is when the mail is sent.
create table mail (
  id text collate "C" primary key,
  account_id text collate "C" references account,
  member_id text collate "C",
  email_hash text,
  kind text not null,
  language text not null check (language in ('en', 'es', 'pt')),
  -- Sealed, and gone once the mail is.
  facts text,
  status text not null check (status in ('queued', 'sent', 'dropped')),
  attempts int not null,
  detail text,
  expires_at timestamptz not null,
  next_step_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  version int not null,
  foreign key (account_id, member_id) references member (account_id, id),
  check ((member_id is null) <> (email_hash is null)),
  check (member_id is null or account_id is not null),
  constraint mail_ended check (
    (status = 'queued') = (facts is not null) and (status = 'queued') = (next_step_at is not null)
    and (status = 'queued') = (ended_at is null)
  )
);
create index mail_due on mail (next_step_at) where next_step_at is not null;
create index mail_account on mail (account_id, kind, id);
