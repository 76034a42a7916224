-- expand
-- The address to which a payer wants the link and the receipt, sealed and forgotten once both are sent; how many mails
-- they asked for.
alter table hosted_session add column payer_contact text, add column mails int not null default 0;
alter table hosted_session add constraint hosted_session_mails_check check (mails between 0 and 3) not valid;
