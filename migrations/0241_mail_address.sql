-- expand, concurrently
create index concurrently mail_address on mail (email_hash, kind, id) where email_hash is not null;
