-- expand
-- The first of two approvals decided nothing yet.
update approval set decided_by = null where status = 'pending' and decided_by is not null;
