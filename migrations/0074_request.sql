-- The log of calls of /v1. It is written beside what the calls did, after their answers, and its oldest rows go: nothing
-- refers to it, and it refers to its accounts without a constraint, which would lock each of them for each row.
create table request (
  id text primary key check (id ~ '^req_[0-9a-hjkmnp-tv-z]{26}$'),
  account_id text not null,
  method text not null check (method in ('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE')),
  path text not null check (length(path) <= 300),
  route text not null,
  query jsonb,
  status integer not null check (status between 100 and 599),
  outcome text not null check (outcome = case when status < 400 then 'succeeded' when status < 500 then 'refused' else 'failed' end),
  error_code text,
  duration_ms integer not null check (duration_ms >= 0),
  api_key_prefix text,
  member_id text,
  idempotency_key text check (length(idempotency_key) <= 128),
  replayed boolean not null,
  correlation_id text,
  resource_id text,
  user_agent text check (length(user_agent) <= 200),
  request_body jsonb,
  response_body jsonb,
  created_at timestamptz not null,
  version integer not null
);

create index request_account on request (account_id, id);
create index request_outcome on request (account_id, outcome, id);
create index request_key on request (account_id, idempotency_key, id) where idempotency_key is not null;
create index request_resource on request (account_id, resource_id, id) where resource_id is not null;
