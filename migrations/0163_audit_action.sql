-- expand, concurrently
create index concurrently audit_entry_action on audit_entry (action, id);
