-- expand
alter table mail validate constraint mail_bound;
