-- expand
-- When owners are next mailed that a key expires. A key of the release before is due at once, and its notice is planned then.
alter table api_key add column next_step_at timestamptz default business_now();
create index api_key_due on api_key (next_step_at) where next_step_at is not null;
