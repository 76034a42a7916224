-- The platform's own people and programs. Of a token only its fingerprint is kept.
create table operator (
  id text collate "C" primary key,
  name text not null,
  role text not null check (role in ('viewer', 'support', 'admin')),
  fingerprint text not null unique check (fingerprint ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  version int not null
);
create trigger operator_told after insert or update or delete on operator for each statement execute function tell_change();

-- Lists over all accounts. Only what is rare is indexed beyond the id: the common states are met at once on the way
-- through the newest rows, and what is written most costs nothing more.
create index customer_rare_status on customer (status, id) where status in ('blocked', 'closed');
create index customer_compliance on customer (compliance_status, id) where compliance_status in ('pending', 'verified', 'rejected', 'review');
create index funding_account_failed on funding_account (status, id) where status = 'failed';
create index payin_failed on payin (status, id) where status = 'failed';
create index payout_rare_status on payout (status, id) where status in ('verification_pending', 'failed', 'returned', 'cancelled');
create index payout_held on payout (risk_status, id) where risk_status in ('in_review', 'approved', 'rejected');
create index risk_decision_account_status on risk_decision (account_id, status, id);
create index risk_decision_status on risk_decision (status, id);
create index exception_account on exception (account_id, id);
create index exception_account_status on exception (account_id, status, id);
create index exception_status on exception (status, id);
create index audit_entry_account on audit_entry (account_id, id);
create index audit_entry_subject on audit_entry (subject_id, id);
