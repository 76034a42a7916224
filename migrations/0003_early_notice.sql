-- What a provider told us of something that was not here yet. It is taken from here, in the order in which it came,
-- once what it tells of is here.
create table early_notice (
  seq bigint generated always as identity,
  provider text not null,
  id text collate "C" not null,
  type text not null check (type in ('payment_result', 'operation')),
  reference text collate "C" not null,
  told jsonb not null,
  received_at timestamptz not null,
  primary key (provider, id)
);
create index early_notice_reference on early_notice (reference);
