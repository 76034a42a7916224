-- expand
-- How far customers were gone through for addresses that nobody hashed when they were registered: the last that was
-- looked at. Those who came later with an address bear its hash already.
create table address_search (
  id int primary key default 1 check (id = 1),
  looked_after text not null default ''
);
insert into address_search default values;
