-- The provider's name for a payment that became an exception instead of a pay-in: by it the provider tells that it took
-- the payment back. Exceptions of before have none.
alter table exception add column payment_reference text collate "C";
create index exception_payment on exception (payment_reference);
