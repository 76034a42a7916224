-- expand
-- The bank's reference of the money that it moved; the last one reported is kept. The two largest tables get their indexes
-- and the proof of their checks in migrations of their own, which block nobody.
alter table payout
  add column trace_kind text,
  add column trace_reference text,
  add constraint payout_trace_reference_check check (char_length(trace_reference) between 1 and 500) not valid,
  add constraint payout_trace_whole check ((trace_kind is null) = (trace_reference is null)) not valid;
alter table payin
  add column trace_kind text,
  add column trace_reference text,
  add constraint payin_trace_reference_check check (char_length(trace_reference) between 1 and 500) not valid,
  add constraint payin_trace_whole check ((trace_kind is null) = (trace_reference is null)) not valid;
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
