-- expand, concurrently
create index concurrently session_person on session (email_hash, id);
