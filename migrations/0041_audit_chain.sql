-- The audit log is append-only, and each entry bears the hash of the one before it: whoever changes one, or takes one
-- out, breaks all that follow.

create trigger audit_entry_kept before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();

-- One row an entry, in the order in which they were committed.
create table audit_link (
  position bigint primary key check (position > 0),
  entry_id text collate "C" not null unique references audit_entry,
  previous text not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$')
);
create trigger audit_link_kept before update or delete or truncate on audit_link
  for each statement execute function refuse_change();

-- Of what an entry says and of the hash before it. A time as seconds, since as text it depends on the session.
create function audit_hash(previous text, e audit_entry) returns text language sql immutable as $$
  select encode(sha256(convert_to(json_build_array(previous, e.id, e.operator, e.operator_id, e.action, e.reason, e.account_id,
    e.subject_id, e.before, e.after, extract(epoch from e.created_at))::text, 'UTF8')), 'hex')
$$;

-- At the commit, when nothing else is locked any more that another entry could wait for: so the lock is short, and the
-- last of all.
create function link_audit() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('psp audit', 0));
  insert into audit_link (position, entry_id, previous, hash)
    select coalesce(l.position, 0) + 1, new.id, coalesce(l.hash, ''), audit_hash(coalesce(l.hash, ''), new)
      from (select) one left join (select position, hash from audit_link order by position desc limit 1) l on true;
  return null;
end $$;

do $$
declare
  e audit_entry;
  place bigint := 0;
  before text := '';
begin
  for e in select * from audit_entry order by id loop
    place := place + 1;
    insert into audit_link (position, entry_id, previous, hash) values (place, e.id, before, audit_hash(before, e));
    before := audit_hash(before, e);
  end loop;
end $$;

create constraint trigger audit_entry_linked after insert on audit_entry deferrable initially deferred
  for each row execute function link_audit();
