-- expand
-- The ISO 20022 file that a batch was made of: its message id, and its parts as a status report names them.
alter table payout_batch add column message_id text, add column message jsonb;
alter table payout_batch
  add constraint payout_batch_message_id_check check (char_length(message_id) between 1 and 35) not valid,
  add constraint payout_batch_message_whole check ((message_id is null) = (message is null)) not valid;
