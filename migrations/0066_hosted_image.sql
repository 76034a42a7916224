-- Logo and favicon of a hosted page, fetched once and served from here.
create table hosted_image (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  page_id text collate "C" not null,
  kind text not null check (kind in ('logo', 'favicon')),
  url text,
  status text not null check (status in ('none', 'wanted', 'stored', 'refused')),
  attempts int not null,
  detail text,
  type text,
  -- Base64 of its bytes, 512 KiB at most.
  content text check (length(content) <= 699052),
  digest text check (digest ~ '^[0-9a-f]{32}$'),
  tried_at timestamptz,
  next_step_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  foreign key (account_id, page_id) references hosted_page (account_id, id),
  constraint hosted_image_sound check (
    (status = 'none') = (url is null)
    and (status = 'wanted') = (next_step_at is not null)
    and (status = 'stored') = (content is not null)
    and (status = 'stored') = (type is not null)
    and (status = 'stored') = (digest is not null)
    and (status <> 'refused' or detail is not null))
);
create unique index hosted_image_kind on hosted_image (page_id, kind);
create index hosted_image_due on hosted_image (next_step_at) where next_step_at is not null;

-- The answers of a session that expires without a remittance are forgotten then.
alter table hosted_session add column next_step_at timestamptz
  generated always as (case when draft is not null then expires_at end) stored;
create index hosted_session_due on hosted_session (next_step_at) where next_step_at is not null;
