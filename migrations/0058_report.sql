-- The sums of each bucket up to an entry, in the order of the buckets: what a balance was at any time is the mark before
-- it and a few entries more.
create table balance_mark (
  account_id text collate "C" not null,
  currency text not null,
  seq bigint not null,
  credits numeric[] not null,
  debits numeric[] not null,
  primary key (account_id, currency, seq),
  check (seq > 0 and array_length(credits, 1) = 5 and array_length(debits, 1) = 5)
);
create trigger balance_mark_kept before update or delete or truncate on balance_mark for each statement execute function refuse_change();
create trigger balance_marked after update of seq on balance for each row
  when (old.seq > 0 and old.seq / 256 < new.seq / 256) execute function mark_balance();
select add_marks();

-- Fees and conversions of an account in the order in which they were booked.
create index entry_fee on entry (account_id, occurred_at, id)
  where ledger = 'fees' or ledger = 'earnings' and direction = 'credit';
create index entry_fx on entry (account_id, occurred_at, id) where ledger = 'fx' and direction = 'credit';
