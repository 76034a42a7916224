-- expand, concurrently
create index concurrently customer_name on customer (name_hash) where name_hash is not null;
