-- expand, concurrently
create unique index concurrently payout_batch_message on payout_batch (account_id, message_id) where message_id is not null;
