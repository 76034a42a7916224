-- expand, with functions/archive.sql, functions/event.sql, functions/webhook.sql
-- The events of archived days can leave the database. What the checker needs of them stays, in parts of up to 1,000 events.

-- Events of one account that have left: those after a position, up to another.
create table archived_event_part (
  account_id text collate "C" not null,
  day text collate "C" not null,
  after bigint not null check (after >= 0),
  upto bigint not null check (upto > after),
  -- The id of the last of them.
  last_id text collate "C" not null,
  -- SHA-256 over the events (functions/archive.sql): they come back only if they have it.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- One element an event, in order. A body is cut down to what the checker compares.
  types text[] not null,
  resource_ids text[] not null,
  times timestamptz[] not null,
  bodies text[] not null,
  primary key (account_id, upto),
  foreign key (account_id, day) references archive_file (account_id, day),
  check (array[cardinality(types), cardinality(resource_ids), cardinality(times), cardinality(bodies)] = array_fill((upto - after)::int, array[4]))
);

create view archived_event as
  select p.account_id, p.day, p.after + e.nth as position, e.type, e.resource_id collate "C" as resource_id, e.occurred_at, e.body
    from archived_event_part p
      cross join lateral unnest(p.types, p.resource_ids, p.times, p.bodies) with ordinality as e(type, resource_id, occurred_at, body, nth);

-- Every event, here or archived. Ids and whole bodies of archived events stand in the files only.
create view logged_event as
  select account_id, position, id, type, resource_id, occurred_at, body from event
  union all
  select account_id, position, null, type, resource_id, occurred_at, body from archived_event;

create trigger archived_event_part_kept before update or truncate on archived_event_part
  for each statement execute function refuse_change();
create trigger archived_event_part_proven after insert on archived_event_part
  for each row execute function check_archived_events();
create trigger archived_event_part_restored after delete on archived_event_part referencing old table as restored
  for each statement execute function check_restored_events();

drop trigger event_kept on event;
create trigger event_kept before update or truncate on event for each statement execute function refuse_change();
create trigger event_archived after delete on event referencing old table as removed for each statement execute function check_removed_events();

-- A settled delivery is kept longer than its event may be. Deliveries are made only from rows of `event`, under the lock of
-- the account's cursor, which a removal takes too; the foreign key would read all deliveries for each event that leaves.
alter table webhook_delivery drop constraint webhook_delivery_account_id_position_fkey;
