-- expand, concurrently
-- Old notices are found by it.
create index concurrently notice_received on notice (received_at);
