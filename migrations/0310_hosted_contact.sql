-- expand
-- E-mail addresses of payers whose remittance has ended without a receipt.
update hosted_session s set payer_contact = null, version = s.version + 1
  from remittance r
  where r.id = s.remittance_id and r.status in ('completed', 'failed', 'returned') and s.payer_contact is not null;
