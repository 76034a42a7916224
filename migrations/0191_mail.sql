-- expand
-- Mails in partitions by time, which are dropped whole (functions/retention.sql). What was written so far is the first
-- partition.
alter table mail rename to mail_before;
alter index mail_pkey rename to mail_before_pkey;
alter index mail_account rename to mail_before_account;
alter index mail_due rename to mail_before_due;
create table mail (
  like mail_before including defaults including constraints,
  constraint mail_pkey primary key (id),
  constraint mail_account_id_fkey foreign key (account_id) references account,
  constraint mail_account_id_member_id_fkey foreign key (account_id, member_id) references member (account_id, id)
) partition by range (id);
alter table mail drop constraint mail_bound;
create index mail_due on mail (next_step_at) where next_step_at is not null;
create index mail_account on mail (account_id, kind, id);
do $$ begin
  execute format('alter table mail attach partition mail_before for values from (minvalue) to (%L)',
    (select substring(pg_get_constraintdef(c.oid) from '''(mail_[0-9a-z]+)''') from pg_constraint c
       where c.conrelid = 'mail_before'::regclass and c.conname = 'mail_bound'));
end $$;
alter table mail_before drop constraint mail_bound;
create table mail_rest partition of mail default;
