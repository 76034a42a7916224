-- expand, with functions/archive.sql, functions/guard.sql
-- The intents of archived days can leave the database, each with the event that ended its operation.

-- Null: a file of an earlier release, which has no intents.
alter table archive_file add column intents int check (intents >= 0);

-- What the checker needs of the intents: one element an event, [[number, state, time], …] or null. The digest is SHA-256 over
-- the whole intents (functions/archive.sql). Both are null if the file of the day has no intents.
alter table archived_event_part
  add column intents text[],
  add column intents_digest text check (intents_digest ~ '^[0-9a-f]{64}$'),
  add constraint archived_event_part_intents check ((intents is null) = (intents_digest is null) and cardinality(intents) = upto - after);

create view archived_intent as
  select p.account_id, p.day, split_part(e.type, '.', 1) as kind, e.resource_id collate "C" as operation_id, (r->>0)::int as number,
      r->>1 as state, (r->>2)::timestamptz as created_at
    from archived_event_part p
      cross join lateral unnest(p.types, p.resource_ids, p.intents) as e(type, resource_id, intents)
      cross join lateral jsonb_array_elements(e.intents::jsonb) i(r);

-- Every intent, here or archived. Ids, references and answers of archived intents stand in the files only.
create view sent_intent as
  select id, account_id, kind, operation_id, number, reference, state, created_at from intent
  union all
  select null, account_id, kind, operation_id, number, null, state, created_at from archived_intent;

drop trigger intent_kept on intent;
create trigger intent_kept before truncate on intent for each statement execute function refuse_change();
create trigger intent_archived after delete on intent referencing old table as removed for each statement execute function check_removed_intents();
