-- Shows at a start whether PSP_HASH_KEY is the one that this database is written with. Null until the first start.
alter table platform add column hash_key_proof text;
