-- expand
-- What its bank reports after a restore was approved before it: nobody decides it here.
alter table approval drop constraint approval_check2;
alter table approval add constraint approval_given
  check (status <> 'approved' or decided_by is null or jsonb_array_length(given) >= required);
