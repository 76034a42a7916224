-- Hash of an audit entry and the previous hash. Times are hashed as seconds, because their text depends on the session.
create or replace function audit_hash(previous text, e record) returns text language plpgsql immutable as $$
begin
  return encode(sha256(convert_to(json_build_array(previous, e.id, e.operator, e.operator_id, e.action, e.reason, e.account_id,
    e.subject_id, e.before, e.after, extract(epoch from e.created_at))::text, 'UTF8')), 'hex');
end $$;

-- Runs at commit, so this lock is the transaction's last one and is held briefly.
create or replace function link_audit() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('psp audit', 0));
  insert into audit_link (position, entry_id, previous, hash)
    select coalesce(l.position, 0) + 1, new.id, coalesce(l.hash, ''), audit_hash(coalesce(l.hash, ''), new)
      from (select) one left join (select position, hash from audit_link order by position desc limit 1) l on true;
  return null;
end $$;
