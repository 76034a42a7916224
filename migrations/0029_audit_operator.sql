-- Which operator acted: names may be alike. Null for who acts from the command line, which has no token, and for entries
-- of before.
alter table audit_entry add column operator_id text collate "C";
create index audit_entry_operator on audit_entry (operator_id, id);
