-- expand
-- Since when the mail server refuses mails to the address of a member.
alter table member add column mail_refused_at timestamptz;
