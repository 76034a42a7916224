-- expand
-- An API key shows when it was last used, and may be limited to networks and to nouns. Empty means not limited.
alter table api_key
  add column last_used_at timestamptz,
  add column networks text[] not null default '{}',
  add column permissions text[] not null default '{}';

-- A use is noted every minute; processes that hold a key in memory are told of other changes only.
drop trigger api_key_told on api_key;
create trigger api_key_told
  after insert or delete or update of scopes, label, expires_at, revoked_at, networks, permissions on api_key
  for each statement execute function tell_change();
