-- expand
-- The log of calls in partitions by time, which are dropped whole (functions/retention.sql). What was written so far is the
-- first partition.
alter table request rename to request_before;
alter index request_pkey rename to request_before_pkey;
alter index request_account rename to request_before_account;
alter index request_outcome rename to request_before_outcome;
alter index request_key rename to request_before_key;
alter index request_resource rename to request_before_resource;
create table request (like request_before including defaults including constraints, constraint request_pkey primary key (id))
  partition by range (id);
alter table request drop constraint request_bound;
create index request_account on request (account_id, id);
create index request_outcome on request (account_id, outcome, id) where outcome <> 'succeeded';
create index request_key on request (account_id, idempotency_key, id) where idempotency_key is not null;
create index request_resource on request (resource_id, account_id, id) where resource_id is not null;
do $$ begin
  execute format('alter table request attach partition request_before for values from (minvalue) to (%L)',
    (select substring(pg_get_constraintdef(c.oid) from '''(req_[0-9a-z]+)''') from pg_constraint c
       where c.conrelid = 'request_before'::regclass and c.conname = 'request_bound'));
end $$;
alter table request_before drop constraint request_bound;
create table request_rest partition of request default;
