-- expand, with functions/webhook.sql
-- Since when, in sandbox, an endpoint gets everything as rough as it may come.
alter table webhook_endpoint add column rough_since timestamptz;

-- A caller may leave before the answer: 499 stands for that, and is no answer of ours.
alter table request drop constraint request_check;
alter table request add constraint request_outcome_known check (outcome = case when status < 400 then 'succeeded'
  when status = 499 then 'unheard' when status < 500 then 'refused' else 'failed' end);
