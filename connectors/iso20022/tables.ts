const first = `
create table if not exists installation (tag text not null) strict;

-- state: queued, filed, paid, returned, not_executed; after a restore held, lost
create table if not exists payment_order (
  reference text primary key, end_to_end_id text not null unique, kind text not null, method text not null,
  currency text not null, amount text not null, account_id text not null, creditor text not null, memo text,
  state text not null default 'queued', code text, bank_status text, message_id text, batch_id text,
  paid_amount text, paid_currency text, booked_at text, accepted_at text not null
) strict;
create index if not exists payment_order_queued on payment_order (accepted_at) where state = 'queued';
create index if not exists payment_order_message on payment_order (message_id);
create index if not exists payment_order_batch on payment_order (batch_id);

-- state: prepared, uploaded, delivered, stuck; after a restore held
create table if not exists file_out (
  id integer primary key autoincrement, message_id text not null unique, kind text not null, name text not null unique,
  content blob not null, state text not null default 'prepared', attempt integer not null default 0,
  temporary text, created_at text not null, delivered_at text, answered_at text
) strict;
create index if not exists file_out_waiting on file_out (id) where state in ('prepared', 'uploaded');

-- state: received, applied, waiting, duplicate, aside
create table if not exists file_in (
  id integer primary key autoincrement, name text not null, digest text not null unique, message_kind text,
  message_id text, content blob, state text not null default 'received', reason text, received_at text not null
) strict;
create index if not exists file_in_open on file_in (id) where state in ('received', 'waiting');
create index if not exists file_in_message on file_in (message_kind, message_id);

create table if not exists funding (
  reference text primary key, code text not null unique, method text not null, currency text not null,
  amount text, expires_at text, is_closed integer not null default 0
) strict;

-- state: pending, confirmed, reversed
create table if not exists payment (
  reference text primary key, funding_reference text not null, bank_reference text not null, amount text not null,
  currency text not null, state text not null, payer_name text, payer_account text, payer_agent text,
  by_notice integer not null default 0, by_statement integer not null default 0, booked_on text not null
) strict;
create index if not exists payment_funding on payment (funding_reference);
-- Names by which the bank calls a payment; a notice and the statement may use different ones.
create table if not exists payment_alias (
  alias text primary key, kind text not null, payment_reference text not null references payment (reference)
) strict;

create table if not exists statement (
  account text not null, currency text not null, position integer not null, number integer, statement_id text not null,
  closing text not null, closed_on text not null, primary key (account, currency, position)
) strict;

-- Bookings that match no order and no funding account, and whatever else a person has to look at.
create table if not exists problem (
  id integer primary key autoincrement, key text not null unique, kind text not null, text text not null,
  amount text, currency text, booked_on text, entry text, found_at text not null, resolved_at text, resolution text
) strict;

-- direction: ours, theirs. state: sent, accepted, rejected, pending, received, settled
create table if not exists recall (
  id text primary key, direction text not null, reference text, end_to_end_id text, reason text, state text not null,
  detail text, created_at text not null, updated_at text
) strict;
`;

/** Two payments may share a reference; amount and currency were part of the alias. */
const names = `
create table payment_name (
  name text not null, kind text not null, payment_reference text not null references payment (reference),
  primary key (name, payment_reference)
) strict;
create index payment_name_payment on payment_name (payment_reference, kind);
insert into payment_name
  select substr(alias, 1, length(alias) - length(tail)), kind, payment_reference
  from (select *, ' ' || amount || ' ' || currency as tail from payment_alias join payment on payment_reference = reference)
  where substr(alias, -length(tail)) = tail;
drop table payment_alias;
alter table payment add column is_reversal_booked integer not null default 0;
`;

const restored = `
alter table installation add column restored_at text;
`;

/** State columns follow the content in a row, so without an index a count reads all files. */
const states = `
create index payment_order_state on payment_order (state);
create index file_out_state on file_out (state);
create index file_out_unanswered on file_out (delivered_at, kind, message_id) where answered_at is null;
create index file_in_state on file_in (state);
drop index file_in_open;
create index problem_open on problem (id) where resolved_at is null;
`;

const statements = `
alter table statement add column mark text;
alter table statement add column contents text;
create index statement_id on statement (account, currency, statement_id);
`;

/** Tables of this connector, beside those of the journal. A step that was released is never changed. */
export const tables = [first, names, restored, states, statements];
