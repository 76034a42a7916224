-- The hosted page of an account, the names under which it is served, and its customers' sessions.
create table hosted_page (
  id text collate "C" primary key,
  account_id text collate "C" not null unique references account,
  enabled boolean not null,
  branding_mode text not null check (branding_mode in ('platform', 'co_branded', 'white_label')),
  brand_name text not null check (branding_mode = 'platform' or brand_name <> ''),
  colors jsonb not null,
  radius text not null check (radius in ('none', 'sm', 'md', 'lg', 'full')),
  font text not null check (font in ('system', 'inter', 'roboto', 'open_sans', 'lato', 'montserrat', 'poppins', 'nunito',
    'dm_sans', 'source_serif')),
  logo_url text,
  favicon_url text,
  support jsonb not null,
  public_start boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  unique (account_id, id)
);
create trigger hosted_page_kept before delete or truncate on hosted_page for each statement execute function refuse_change();

create table hosted_domain (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  hostname text collate "C" not null check (hostname = lower(hostname) and length(hostname) <= 253),
  verification_status text not null check (verification_status in ('pending', 'verified', 'failed')),
  verification_token text not null,
  certificate_status text not null check (certificate_status in ('none', 'pending', 'active', 'failed')),
  verified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  missing_since timestamptz,
  removed_at timestamptz,
  look_ups int not null,
  next_step_at timestamptz,
  version int not null,
  unique (account_id, id),
  constraint hosted_domain_sound check (
    (verification_status <> 'verified' or verified_at is not null)
    and (verified_at is not null or certificate_status = 'none')
    and (missing_since is null or verified_at is not null)
    -- A live claim is looked at again, and no other.
    and (next_step_at is not null) = (removed_at is null and verification_status <> 'failed'))
);
-- A name has one live claim, anybody's.
create unique index hosted_domain_live on hosted_domain (hostname) where removed_at is null and verification_status <> 'failed';
create index hosted_domain_due on hosted_domain (next_step_at) where next_step_at is not null;
create trigger hosted_domain_kept before delete or truncate on hosted_domain for each statement execute function refuse_change();
create trigger hosted_domain_named before update of id, account_id, hostname, verification_token on hosted_domain
  for each statement execute function refuse_change();

create table hosted_session (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  origin text not null check (origin in ('tenant', 'public')),
  page_id text collate "C" not null,
  customer_id text collate "C",
  beneficiary_id text collate "C",
  quote_id text collate "C",
  funding_account_id text collate "C",
  remittance_id text collate "C",
  payment_reported_at timestamptz,
  prefill jsonb,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  token_fingerprint text not null unique,
  draft text,
  language text check (language in ('en', 'es', 'pt')),
  version int not null,
  unique (account_id, id),
  foreign key (account_id, page_id) references hosted_page (account_id, id),
  foreign key (account_id, customer_id) references customer (account_id, id),
  foreign key (account_id, beneficiary_id) references beneficiary (account_id, id),
  foreign key (account_id, quote_id) references quote (account_id, id),
  foreign key (account_id, funding_account_id) references funding_account (account_id, id),
  foreign key (account_id, remittance_id) references remittance (account_id, id),
  constraint hosted_session_sound check (
    (remittance_id is null) = (submitted_at is null)
    and (remittance_id is null) = (funding_account_id is null)
    and (remittance_id is null) = (beneficiary_id is null)
    and (remittance_id is null or quote_id is not null)
    and (payment_reported_at is null or remittance_id is not null)
    and expires_at > created_at
    and (submitted_at is null or submitted_at < expires_at))
);
create unique index hosted_session_remittance on hosted_session (remittance_id) where remittance_id is not null;
create unique index hosted_session_funding on hosted_session (funding_account_id) where funding_account_id is not null;
create index hosted_session_customer on hosted_session (account_id, customer_id, id);
create trigger hosted_session_kept before delete or truncate on hosted_session for each statement execute function refuse_change();
create trigger hosted_session_named before update of id, account_id, page_id, token_fingerprint on hosted_session
  for each statement execute function refuse_change();
-- A session creates at most one remittance ever.
create trigger hosted_session_once before update on hosted_session for each row
  when (old.remittance_id is not null and (old.remittance_id, old.quote_id, old.funding_account_id, old.beneficiary_id)
    is distinct from (new.remittance_id, new.quote_id, new.funding_account_id, new.beneficiary_id))
  execute function refuse_change();

alter table account_terms add column white_label_at timestamptz;
