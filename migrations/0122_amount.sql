-- expand, concurrently
create index concurrently payout_amount on payout (account_id, destination_currency, destination_amount, id);
