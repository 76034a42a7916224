create or replace function journal_rows(p jsonb)
  returns table (id text, account_id text, purpose text, origin_type text, origin_id text)
  language sql stable as $$
    select r->>0, r->>1, r->>2, r->>3, r->>4 from jsonb_array_elements(p) e(r)
  $$;

-- `back`: distance from the balance's last entry in this call; null for the platform's own entries.
create or replace function entry_rows(p jsonb)
  returns table (id text, account_id text, journal_id text, ledger text, currency text, direction text, amount numeric, back bigint)
  language sql stable as $$
    select r->>0, r->>1, r->>2, r->>3, r->>4, r->>5, (r->>6)::numeric, (r->>7)::bigint from jsonb_array_elements(p) e(r)
  $$;

-- `added`: number of new entries of the balance. The amounts are the changes of its buckets.
create or replace function balance_rows(p jsonb)
  returns table (account_id text, currency text, added bigint, available numeric, pending numeric, reserved numeric,
    in_settlement numeric, earnings numeric)
  language sql stable as $$
    select r->>0, r->>1, (r->>2)::bigint, (r->>3)::numeric, (r->>4)::numeric, (r->>5)::numeric, (r->>6)::numeric, (r->>7)::numeric
      from jsonb_array_elements(p) e(r)
  $$;

-- Every journal balances in each currency, and one statement inserts all its entries.
create or replace function check_entries() returns trigger language plpgsql as $$
declare
  broken text;
  balances boolean;
begin
  select j.journal_id, j.balances into broken, balances
    from (
      select c.journal_id, bool_and(c.sum = 0) as balances, sum(c.n) as n, min(c.first) as account_id, max(c.last) as other
        from (
          select journal_id, sum(case direction when 'credit' then amount else -amount end) as sum, count(*) as n,
              min(account_id) as first, max(account_id) as last
            from added group by journal_id, currency
        ) c group by c.journal_id
    ) j
    where not j.balances or j.n < 2 or j.account_id <> j.other
      -- Entries added later would change an existing journal.
      or j.n <> (select count(*) from entry e where e.journal_id = j.journal_id)
      or (select o.account_id from journal o where o.id = j.journal_id) is distinct from j.account_id
    limit 1;
  if broken is null then
    return null;
  end if;
  if not balances then
    raise exception 'journal % does not balance', broken using errcode = 'integrity_constraint_violation';
  end if;
  raise exception 'entries of journal % do not come all at once, in its account', broken using errcode = 'integrity_constraint_violation';
end $$;

-- Every journal has entries, an unsealed day, and an origin in its account that allows its purpose.
create or replace function check_journals() returns trigger language plpgsql as $$
declare
  broken text;
  filled boolean;
begin
  select a.id into broken
    from (select account_id, min(occurred_at) as first, min(id) as id from added group by account_id) a
    where to_char(a.first at time zone 'UTC', 'YYYY-MM-DD') <=
      (select s.day from ledger_seal s where s.account_id = a.account_id order by s.day desc limit 1) limit 1;
  if broken is not null then
    raise exception 'journal % stands in a day that is sealed', broken using errcode = 'integrity_constraint_violation';
  end if;
  select j.id, j.filled into broken, filled
    from (
      -- Not "exists": a plan made while the table was small would read the whole table.
      select a.*, coalesce((select true from entry e where e.journal_id = a.id limit 1), false) as filled,
          case
            when a.origin_type = 'payin' then
              (select o.account_id from payin o where o.id = a.origin_id and a.purpose = 'funding_deposit')
            when a.origin_type = 'adjustment' then
              (select o.account_id from adjustment o where o.id = a.origin_id and a.purpose = 'adjustment_' || o.direction)
            when a.purpose = 'reversal' or starts_with(a.purpose, a.origin_type) and substr(a.purpose, length(a.origin_type) + 1)
                in ('_reserve', '_commit', '_capture', '_return', '_return_settled') then
              (select o.account_id from operation o where o.kind = a.origin_type and o.id = a.origin_id)
          end as owner_id
        from added a
    ) j
    where not j.filled or j.owner_id is distinct from j.account_id
    limit 1;
  if broken is null then
    return null;
  end if;
  if not filled then
    raise exception 'journal % has no entries', broken using errcode = 'integrity_constraint_violation';
  end if;
  raise exception 'journal % has no origin in its account for its purpose', broken
    using errcode = 'integrity_constraint_violation';
end $$;

-- Inserts journals with their entries and updates the balances, which it locks in order. Returns the number of locked
-- balances. occurred_at is read under the locks and is never before a balance's as_of or within its closed days, so a
-- closed period never changes. Balances are found by key and updated by ctid: a plan made while the table was small
-- would otherwise join each row with the whole table.
create or replace function post_journals(balances jsonb, journals jsonb, entries jsonb) returns bigint language plpgsql as $$
declare
  held bigint;
  moment timestamptz;
begin
  for attempt in 1..2 loop
    select count(*), max(greatest(l.as_of, l.closed_to)) into held, moment
      from (select account_id, currency from balance_rows(balances) order by account_id collate "C", currency collate "C") w
        cross join lateral (select as_of, closed_to from balance
          where account_id = w.account_id and currency = w.currency limit 1 for no key update) l;
    exit when held = jsonb_array_length(balances);
    -- Reports wait for this lock, because they cannot see a balance's first, uncommitted row.
    perform pg_advisory_xact_lock_shared(balance_lock(w.account_id)) from (select distinct account_id from balance_rows(balances) order by 1) w;
    insert into balance (account_id, currency, as_of, closed_to)
      select w.account_id, w.currency, '-infinity',
          coalesce((select max(b.closed_to) from balance b where b.account_id = w.account_id), '-infinity')
        from balance_rows(balances) w
        order by 1, 2
      on conflict do nothing;
  end loop;
  moment := greatest(business_now(), moment);
  update balance b
    set available = b.available + w.available, pending = b.pending + w.pending, reserved = b.reserved + w.reserved,
        in_settlement = b.in_settlement + w.in_settlement, earnings = b.earnings + w.earnings,
        seq = b.seq + w.added, as_of = moment
    from balance_rows(balances) w
      cross join lateral (select ctid as at from balance
        where account_id = w.account_id and currency = w.currency limit 1) l
    where b.ctid = l.at;
  with new_journal as (
    insert into journal (id, account_id, purpose, origin_type, origin_id, occurred_at)
      select j.id, j.account_id, j.purpose, j.origin_type, j.origin_id, moment from journal_rows(journals) j
  )
  insert into entry (id, account_id, journal_id, ledger, currency, direction, amount, seq, occurred_at)
    select g.id, g.account_id, g.journal_id, g.ledger, g.currency, g.direction, g.amount,
        (select b.seq - g.back from balance b where g.back is not null and b.account_id = g.account_id and b.currency = g.currency),
        moment
      from entry_rows(entries) g;
  return held;
end $$;
