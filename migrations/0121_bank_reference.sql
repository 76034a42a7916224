-- expand
-- The name by which a bank finds the money that it moved; the last one that it told is kept.
alter table payout
  add column trace_kind text,
  add column trace_reference text check (char_length(trace_reference) between 1 and 500),
  add check ((trace_kind is null) = (trace_reference is null));
create index payout_trace on payout (trace_reference, id) where trace_reference is not null;
alter table payin
  add column trace_kind text,
  add column trace_reference text check (char_length(trace_reference) between 1 and 500),
  add check ((trace_kind is null) = (trace_reference is null));
create index payin_trace on payin (trace_reference, id) where trace_reference is not null;
alter table refund
  add column trace_kind text,
  add column trace_reference text check (char_length(trace_reference) between 1 and 500),
  add check ((trace_kind is null) = (trace_reference is null));
create index refund_trace on refund (trace_reference, id) where trace_reference is not null;
alter table withdrawal
  add column trace_kind text,
  add column trace_reference text check (char_length(trace_reference) between 1 and 500),
  add check ((trace_kind is null) = (trace_reference is null));
create index withdrawal_trace on withdrawal (trace_reference, id) where trace_reference is not null;
alter table settlement
  add column trace_kind text,
  add column trace_reference text check (char_length(trace_reference) between 1 and 500),
  add check ((trace_kind is null) = (trace_reference is null));
create index settlement_trace on settlement (trace_reference, id) where trace_reference is not null;
