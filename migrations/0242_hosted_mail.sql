-- expand
alter table hosted_session validate constraint hosted_session_mails_check;
