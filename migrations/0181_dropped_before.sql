-- expand, with functions/retention.sql
-- The time from which a partitioned table has all its rows, in business time: partitions before it were dropped.
create table dropped_before (
  name text collate "C" primary key,
  at timestamptz not null
);
