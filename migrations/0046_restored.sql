-- Machine time from which the database counts as brought back from a backup, until an operator ends that: before a first
-- send the provider is asked. Null: it does not.
alter table platform add column restored_at timestamptz;
