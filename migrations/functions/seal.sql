-- A seal continues its account's chain.
create or replace function check_seal() returns trigger language plpgsql as $$
declare
  last record;
begin
  select s.number, s.day, s.hash into last from ledger_seal s where s.account_id = new.account_id order by s.number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1 or new.day <= last.day or new.previous <> coalesce(last.hash, repeat('0', 64)) then
    raise exception 'seal % does not continue the chain of its account', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- Closes the account's days up to a past time: after the commit, nothing is posted before it. A posting with an earlier time
-- already holds one of these locks: a balance row's, or balance_lock for a new balance.
create or replace function close_days(account text, upto timestamptz) returns void language plpgsql as $$
begin
  perform pg_advisory_lock(balance_lock(account));
  perform pg_advisory_unlock(balance_lock(account));
  perform from balance b where b.account_id = account order by b.currency collate "C" for no key update;
  update balance b set closed_to = upto where b.account_id = account and b.closed_to < upto;
end $$;

-- The end of the account's last sealed day: the earliest time that a posting may have.
create or replace function seal_end(account text) returns timestamptz language sql stable as $$
    select (s.day::date + 1)::timestamp at time zone 'UTC' from ledger_seal s where s.account_id = account order by s.day desc limit 1
  $$;

-- An entry in a leaf: JSON with sorted keys and without spaces. Entries of the platform have no number.
create or replace function leaf_entry(ledger text, amount numeric, currency text, direction text, id text, seq bigint)
  returns text language sql stable as $$
    select '{"account":' || to_json(ledger)::text || ',"amount":"' || written_amount(amount, currency)
      || '","currency":' || to_json(currency)::text || ',"direction":' || to_json(direction)::text
      || ',"id":' || to_json(id)::text || coalesce(',"number":"' || seq || '"', '') || '}'
  $$;

-- Leaves of the journals whose first entry is in this balance, with a number above `after` and up to `upto`, in entry order.
-- A leaf contains only the digest of the platform's own entries.
create or replace function ledger_leaves(account text, code text, after bigint, upto bigint)
  returns table (number bigint, leaf text) language sql stable as $$
    select e.seq, '{"account_id":' || to_json(j.account_id)::text || ',"entries":[' || s.own || '],"id":' || to_json(j.id)::text
        || ',"occurred_at":"' || written_time(j.occurred_at) || '","origin_id":' || to_json(j.origin_id)::text
        || ',"origin_type":' || to_json(j.origin_type)::text || ',"platform":"' || s.platform
        || '","purpose":' || to_json(j.purpose)::text || '}'
      from entry e
      cross join lateral (
        select (array_agg(o.id order by o.currency collate "C", o.seq) filter (where o.seq is not null))[1] as first,
            string_agg(leaf_entry(o.ledger, o.amount, o.currency, o.direction, o.id, o.seq), ',' order by o.currency collate "C", o.seq)
              filter (where o.seq is not null) as own,
            encode(sha256(convert_to('[' || coalesce(string_agg(
                leaf_entry(o.ledger, o.amount, o.currency, o.direction, o.id, o.seq), ',' order by o.id) filter (where o.seq is null), '')
              || ']', 'UTF8')), 'hex') as platform
          from entry o where o.journal_id = e.journal_id offset 0) s
      cross join lateral (select * from journal where id = e.journal_id offset 0) j
      where e.account_id = account and e.currency = code and e.seq > after and e.seq <= upto and s.first = e.id
      order by e.seq
  $$;
