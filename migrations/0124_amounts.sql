-- expand
-- Ranges of amounts of what is fewer than payouts and pay-ins.
create index refund_amount on refund (account_id, currency, amount, id);
create index withdrawal_amount on withdrawal (account_id, currency, amount, id);
create index settlement_amount on settlement (account_id, currency, amount, id);
create index remittance_amount on remittance (account_id, destination_currency, destination_amount, id);
