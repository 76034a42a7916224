-- expand
-- The company that customers pay, and its terms and privacy policy, as a hosted page shows them.
alter table hosted_page add column legal jsonb not null default '{}';
