-- How far the statement of each provider was read, and when the two records are compared next. The part between
-- `from_cursor` and `cursor` is read once more the next time: a line that came late is found there.
create table statement (
  provider text primary key,
  from_cursor text,
  cursor text,
  compared_at timestamptz,
  next_step_at timestamptz not null
);
create index statement_due on statement (next_step_at);

-- The lines of a provider's statement, each kept once. `agreed`: the clearing account says the same of its name;
-- `excepted`: a reconciliation exception tells of it.
create table statement_line (
  provider text not null,
  sequence bigint not null,
  kind text not null check (kind in ('order', 'order_returned', 'payment', 'payment_reversed')),
  reference text collate "C" not null,
  amount numeric not null check (amount > 0),
  currency text not null,
  booked_at timestamptz not null,
  -- The account as the provider knows it: it may not be in the books.
  given_for text collate "C",
  funding_reference text collate "C",
  bank_reference text,
  state text not null default 'open' check (state in ('open', 'agreed', 'excepted')),
  primary key (provider, sequence)
);
create index statement_line_reference on statement_line (provider, reference);
create index statement_line_open on statement_line (provider, reference) where state = 'open';
