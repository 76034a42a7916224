-- expand
alter table webhook_delivery validate constraint webhook_delivery_bound;
