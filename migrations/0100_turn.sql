-- expand, with functions/platform.sql, functions/webhook.sql
-- The attempts of an endpoint are counted, and a delivery keeps the number of each of its own. Their order does not depend
-- on a clock, which may be set back between two of them. Attempts from before have no number.
alter table webhook_lane add column turn bigint not null default 0;
alter table webhook_delivery add column turns jsonb not null default '[]';
