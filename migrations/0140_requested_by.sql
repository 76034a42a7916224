-- expand
-- Who asked for a remittance, or for the hosted session that led to it: whoever asked cannot approve its payout.
alter table remittance add column requested_by text;
alter table hosted_session add column requested_by text;
