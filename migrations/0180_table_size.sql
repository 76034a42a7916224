-- expand
-- The size of each table at the first look of a day of machine time, with its indexes and partitions. 90 days are kept.
create table table_size (
  day date not null,
  name text collate "C" not null,
  bytes bigint not null check (bytes >= 0),
  primary key (day, name)
);
