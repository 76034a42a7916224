-- expand, concurrently
create index concurrently payin_amount on payin (account_id, currency, amount, id);
