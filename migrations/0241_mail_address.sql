-- expand
-- A partitioned table takes no concurrent index. Inserts wait while it is built; mails of 30 days are few.
create index mail_address on mail (email_hash, kind, id) where email_hash is not null;
