-- The pairs by which a thing with this metadata is found. A hash may be another pair's too: readers compare the metadata.
create or replace function metadata_pairs(account_id text, metadata jsonb) returns setof bigint
  language sql immutable strict parallel safe rows 5 as $$
    select distinct hashtextextended(account_id || ' ' || m.key || '=' || m.value, 0) from jsonb_each_text(metadata) m
  $$;
