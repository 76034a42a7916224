-- How far the log of each connector's notices was read, besides those that it brings itself.
create table notice_place (
  provider text primary key,
  cursor text not null
);
