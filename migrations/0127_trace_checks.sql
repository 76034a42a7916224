-- expand
alter table payout validate constraint payout_trace_reference_check;
alter table payout validate constraint payout_trace_whole;
alter table payin validate constraint payin_trace_reference_check;
alter table payin validate constraint payin_trace_whole;
