-- expand
-- Keyed hash of the e-mail address of the person behind an operator; null: not known.
alter table operator add column email_hash text collate "C" check (email_hash ~ '^[0-9a-f]{64}$');
