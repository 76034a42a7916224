-- expand, concurrently
create index concurrently payin_trace on payin (trace_reference, id) where trace_reference is not null;
