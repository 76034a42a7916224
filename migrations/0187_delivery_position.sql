-- expand, concurrently
-- Takes the place of the unique webhook_delivery_first: no unique index of a partitioned table lacks the id.
create index concurrently webhook_delivery_position on webhook_delivery (endpoint_id, position) where kind = 'first';
