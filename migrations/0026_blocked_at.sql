-- When the platform last blocked the customer: what was accepted before and not sent by then fails, even if the block is
-- lifted before its turn comes. Null where it never was, or was blocked by a release of before and not since.
alter table customer add column blocked_at timestamptz;
