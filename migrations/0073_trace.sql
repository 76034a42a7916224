-- The part of a trace in which a resource was made: written only where traces are told to a collector. Nothing refers to
-- it, and it may be emptied at any time.
create table trace (
  resource_id text primary key,
  parent text not null check (parent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'),
  at timestamptz not null default clock_timestamp()
);

create index trace_at on trace (at);
