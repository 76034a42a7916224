-- Hashes of the metadata pairs, for the index. Different pairs may share a hash, so readers also compare the metadata.
create or replace function metadata_pairs(account_id text, metadata jsonb) returns setof bigint
  language sql immutable strict parallel safe rows 5 as $$
    select distinct hashtextextended(account_id || ' ' || m.key || '=' || m.value, 0) from jsonb_each_text(metadata) m
  $$;
