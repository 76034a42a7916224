-- expand, concurrently
create index concurrently payout_trace on payout (trace_reference, id) where trace_reference is not null;
