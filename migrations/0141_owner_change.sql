-- expand
-- While an approval policy is in force, who is an owner changes only with the approval of another owner.
alter table approval
  add column change jsonb,
  drop constraint approval_resource_type_check,
  add constraint approval_resource_type_check check (resource_type in ('payout', 'payout_batch', 'account', 'member')),
  add constraint approval_change_check check ((resource_type = 'member') = (change is not null));
