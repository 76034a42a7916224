-- expand
alter table payout_batch validate constraint payout_batch_message_id_check;
alter table payout_batch validate constraint payout_batch_message_whole;
