-- expand
-- Deliveries in partitions by time, which are dropped whole (functions/retention.sql). What was written so far is the first
-- partition. That an event has one first delivery at an endpoint follows from the cursor, whose row is locked and moved
-- with it; that an endpoint has one open test, from its lane's lock. Whatever a redelivery repeats may be dropped before it.
create temp table published on commit drop as
  select p.pubname, array_agg(quote_ident(n)) as columns from pg_publication p
    join pg_publication_rel r on r.prpubid = p.oid and r.prrelid = 'webhook_delivery'::regclass
    join pg_publication_tables t on t.pubname = p.pubname and t.schemaname = current_schema() and t.tablename = 'webhook_delivery'
    cross join unnest(t.attnames) n
    group by 1;
do $$ declare own record; begin
  for own in select * from published loop
    execute format('alter publication %I drop table webhook_delivery', own.pubname);
  end loop;
end $$;
alter table webhook_delivery drop constraint webhook_delivery_endpoint_id_redelivery_of_fkey;
drop index webhook_delivery_first;
drop index webhook_delivery_test;
alter table webhook_delivery rename to webhook_delivery_before;
alter index webhook_delivery_pkey rename to webhook_delivery_before_pkey;
alter index webhook_delivery_endpoint_id_id_key rename to webhook_delivery_before_endpoint_id_id_key;
alter index webhook_delivery_position rename to webhook_delivery_before_position;
alter index webhook_delivery_status rename to webhook_delivery_before_status;
alter index webhook_delivery_ping rename to webhook_delivery_before_ping;
alter index webhook_delivery_redelivery rename to webhook_delivery_before_redelivery;
alter index webhook_delivery_ahead rename to webhook_delivery_before_ahead;
alter index webhook_delivery_fresh rename to webhook_delivery_before_fresh;
alter index webhook_delivery_retry rename to webhook_delivery_before_retry;
alter index webhook_delivery_waiting rename to webhook_delivery_before_waiting;
create table webhook_delivery (
  like webhook_delivery_before including defaults including constraints,
  constraint webhook_delivery_pkey primary key (id),
  constraint webhook_delivery_endpoint_id_id_key unique (endpoint_id, id),
  constraint webhook_delivery_account_id_endpoint_id_fkey foreign key (account_id, endpoint_id) references webhook_endpoint (account_id, id),
  constraint webhook_delivery_account_id_position_fkey foreign key (account_id, position) references event (account_id, position)
) partition by range (id);
alter table webhook_delivery drop constraint webhook_delivery_bound;
create index webhook_delivery_position on webhook_delivery (endpoint_id, position) where kind = 'first';
create index webhook_delivery_status on webhook_delivery (endpoint_id, status, id);
create index webhook_delivery_ping on webhook_delivery (endpoint_id, id) where kind = 'ping';
create index webhook_delivery_redelivery on webhook_delivery (event_id) where kind = 'redelivery';
create index webhook_delivery_ahead on webhook_delivery (endpoint_id, id)
  where status = 'pending' and kind in ('ping', 'test');
create index webhook_delivery_fresh on webhook_delivery (endpoint_id, position)
  where status = 'pending' and kind in ('first', 'redelivery') and attempts = 0;
create index webhook_delivery_retry on webhook_delivery (endpoint_id, next_attempt_at)
  where status = 'pending' and kind in ('first', 'redelivery') and attempts > 0;
create index webhook_delivery_waiting on webhook_delivery (endpoint_id, resource_id, position)
  where status = 'pending' and kind = 'first' and attempts > 0;
do $$ begin
  execute format('alter table webhook_delivery attach partition webhook_delivery_before for values from (minvalue) to (%L)',
    (select substring(pg_get_constraintdef(c.oid) from '''(whd_[0-9a-z]+)''') from pg_constraint c
       where c.conrelid = 'webhook_delivery_before'::regclass and c.conname = 'webhook_delivery_bound'));
end $$;
alter table webhook_delivery_before drop constraint webhook_delivery_bound;
create table webhook_delivery_rest partition of webhook_delivery default with (fillfactor = 85);
alter table webhook_delivery_rest alter column status set (n_distinct = 100);
create trigger webhook_delivery_kept before delete or truncate on webhook_delivery
  for each statement execute function refuse_change();
create trigger webhook_delivery_named before update of id, account_id, endpoint_id, event_id, position on webhook_delivery
  for each statement execute function refuse_change();
do $$ declare own record; begin
  for own in select * from published loop
    execute format('alter publication %I set (publish_via_partition_root = true)', own.pubname);
    execute format('alter publication %I add table webhook_delivery (%s)', own.pubname, array_to_string(own.columns, ', '));
  end loop;
end $$;
