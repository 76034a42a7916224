-- Position of the account's last removed event; 0 if there is none.
create or replace function archived_position(account text) returns bigint language plpgsql stable as $$
begin
  return coalesce((select max(p.upto) from archived_event_part p where p.account_id = account), 0);
end $$;

-- Position of the account's last event before a time; 0 if there is none, and at least that of the last removed event. A
-- binary search: event times never decrease along positions.
create or replace function last_position(account text, bound timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := archived_position(account);
  high bigint := coalesce((select c.last from event_counter c where c.account_id = account), 0);
  middle bigint := high;
begin
  while low < high loop
    if (select e.occurred_at < bound from event e where e.account_id = account and e.position = middle) then
      low := middle;
    else
      high := middle - 1;
    end if;
    middle := (low + high + 1) / 2;
  end loop;
  return low;
end $$;

-- An archive file continues the account's chain and covers a closed day: no journal and no event can be added to that day.
create or replace function check_archive_file() returns trigger language plpgsql as $$
declare
  last record;
  ended timestamptz := (new.day::date + 1)::timestamp at time zone 'UTC';
begin
  select f.day, f.sha256, f.last_position into last from archive_file f where f.account_id = new.account_id order by f.day desc limit 1;
  if new.day <= last.day or new.previous <> coalesce(last.sha256, repeat('0', 64))
    or new.events <> new.last_position - coalesce(last.last_position, 0)
  then
    raise exception 'file % of % does not continue the chain of its account', new.day, new.account_id
      using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from balance b where b.account_id = new.account_id and b.closed_to < ended)
    or exists (select from event_counter c where c.account_id = new.account_id and c.told_at < ended)
    or new.journals <> coalesce((select s.journals from ledger_seal s where s.account_id = new.account_id and s.day = new.day), 0)
    or new.last_position <> last_position(new.account_id, ended)
  then
    raise exception 'day % of % is not closed', new.day, new.account_id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- From now on, no event of the account gets an earlier time.
create or replace function close_events(account text, upto timestamptz) returns void language sql as $$
  update event_counter set told_at = upto where account_id = account and (told_at < upto or told_at is null)
$$;

-- Entries stored in an archived part.
create or replace function part_entries(moves jsonb)
  returns table (journal_id text, ledger text, currency text, direction text, amount numeric, seq bigint, occurred_at timestamptz)
  language sql stable as $$
    select r->>0, r->>1, r->>2, r->>3, (r->>4)::numeric, (r->>5)::bigint, (r->>6)::timestamptz from jsonb_array_elements(moves) e(r)
  $$;

-- Returns the time. Raises PSPAR if it is before the account's archive border.
create or replace function unarchived(account text, moment timestamptz) returns timestamptz language plpgsql stable as $$
declare
  border timestamptz := (select b.until from archive_border b where b.account_id = account);
begin
  if moment < border then
    raise exception 'entries of % before % are archived', account, border using errcode = 'PSPAR', hint = written_time(border),
      detail = (select written_time(f.archived_at) from archive_border b join archive_file f on f.account_id = b.account_id and f.day = b.day
        where b.account_id = account);
  end if;
  return moment;
end $$;

-- Returns the position; raises if events after it were removed.
create or replace function unarchived_position(account text, after_position bigint) returns bigint language plpgsql stable as $$
declare
  part record;
begin
  select p.day, f.archived_at, (p.day::date + 1)::timestamp at time zone 'UTC' as ended into part
    from archived_event_part p join archive_file f on f.account_id = p.account_id and f.day = p.day
    where p.account_id = account and p.upto > after_position order by p.upto desc limit 1;
  if found then
    raise exception 'events of % before % are archived', account, part.ended using errcode = 'PSPAE',
      hint = written_time(part.ended), detail = written_time(part.archived_at);
  end if;
  return after_position;
end $$;

-- Number of the balance's last entry before the archive border; 0 if there is none.
create or replace function archived_seq(account text, code text) returns bigint language plpgsql stable as $$
begin
  return coalesce((select a.seq from archive_balance a where a.account_id = account and a.currency = code), 0);
end $$;

-- The reason why an account's events up to a position must not be removed; null if they may be.
create or replace function event_hold(account text, upto_position bigint) returns text language plpgsql stable as $$
begin
  if upto_position <= archived_position(account) then
    return null;
  end if;
  return coalesce(
    (select 'their events are not published yet'
      where upto_position > coalesce((select r.position from relay_cursor r where r.account_id = account), 0)),
    (select 'webhook deliveries of their events are not made yet' from webhook_cursor c
      where c.account_id = account and c.position < upto_position),
    -- Each condition matches one partial index.
    (select 'webhook endpoint ' || w.id || ' has pending deliveries of their events' from webhook_endpoint w
      where w.account_id = account and (
        exists (select from webhook_delivery d where d.endpoint_id = w.id and d.status = 'pending'
          and d.kind in ('first', 'redelivery') and d.attempts = 0 and d.position <= upto_position)
        or exists (select from webhook_delivery d where d.endpoint_id = w.id and d.status = 'pending'
          and d.kind in ('first', 'redelivery') and d.attempts > 0 and d.position <= upto_position)
        or exists (select from webhook_delivery d join event e on e.id = d.event_id
          where d.endpoint_id = w.id and d.status = 'pending' and d.kind in ('ping', 'test') and e.position <= upto_position))
      order by w.id limit 1));
end $$;

-- The reason why an account's entries and events before a time must not be removed; null if they may be.
create or replace function archive_hold(account text, ended timestamptz) returns text language plpgsql stable as $$
begin
  return coalesce(
    -- A settlement sums the entries since the previous settlement.
    (select 'settlement schedule ' || s.id || ' has not settled them' from settlement_schedule s
      where s.account_id = account and s.status = 'active' and s.settled_seq < last_seq(account, s.currency, ended) limit 1),
    -- Evidence of how it ended is answered with the settlement and its entries.
    (select 'settlement ' || t.id || ' is in flight' from settlement t
      where t.account_id = account and t.status in ('processing', 'on_hold') and t.from_seq < last_seq(account, t.currency, ended) limit 1),
    -- A statement comparison reads the entries posted since the previous comparison.
    (select 'the statement of ' || s.provider || ' was not compared since' from statement s
      where coalesce(s.compared_at, '-infinity') < ended + interval '2 days' order by s.provider limit 1),
    event_hold(account, last_position(account, ended)));
end $$;

-- Moves the account's border to the end of its next archived day. `digest` and `totals` are those of the day's file. The
-- totals must equal the entries in the database, and the balances at the end of the day must equal the sealed ones.
create or replace function move_archive_border(account text, new_day text, digest text, totals jsonb) returns void language plpgsql as $$
declare
  file record;
  ended timestamptz := (new_day::date + 1)::timestamp at time zone 'UTC';
  held text;
  sealed jsonb;
  wrong text;
begin
  select f.sha256, f.entries into file from archive_file f where f.account_id = account and f.day = new_day;
  if (file.sha256 = digest) is not true or new_day <> (select min(f.day) from archive_file f
      where f.account_id = account and f.day > coalesce((select b.day from archive_border b where b.account_id = account), ''))
  then
    raise exception 'day % of % is not the next one to leave, or its file is another', new_day, account
      using errcode = 'integrity_constraint_violation';
  end if;
  held := archive_hold(account, ended);
  if held is not null then
    raise exception 'entries of % stay: %', account, held using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from archive_balance a where a.account_id = account and a.removed_to < a.seq) then
    raise exception 'entries of % are still leaving', account using errcode = 'integrity_constraint_violation';
  end if;
  with own as materialized (
    select b.currency, archived_seq(account, b.currency) as low, last_seq(account, b.currency, ended) as high
      from balance b where b.account_id = account
  ), day_journal as materialized (
    select distinct e.journal_id from own o join entry e
      on e.account_id = account and e.currency = o.currency and e.seq > o.low and e.seq <= o.high
  ), here as (
    select e.ledger, e.currency, e.direction, count(*) as n, sum(e.amount) as amount
      from day_journal j join entry e on e.journal_id = j.journal_id group by 1, 2, 3
  ), there as (
    select * from jsonb_to_recordset(totals) as t(ledger text, currency text, direction text, n bigint, amount numeric)
  )
  select string_agg(ledger || ' ' || currency, ', ') into wrong
    from here full join there using (ledger, currency, direction) where (here.n, here.amount) is distinct from (there.n, there.amount);
  if wrong is not null
    or file.entries <> (select coalesce(sum(t.n), 0) from jsonb_to_recordset(totals) as t(n bigint))
  then
    raise exception 'the file of % of % has other entries than the database: %', new_day, account, wrong
      using errcode = 'integrity_constraint_violation';
  end if;
  insert into archive_balance as a (account_id, currency, seq, removed_to, occurred_at)
    select account, o.currency, o.high, 0, e.occurred_at
      from (select b.currency, archived_seq(account, b.currency) as low, last_seq(account, b.currency, ended) as high
        from balance b where b.account_id = account) o
      join entry e on e.account_id = account and e.currency = o.currency and e.seq = o.high
      where o.high > o.low
    on conflict (account_id, currency) do update set seq = excluded.seq, occurred_at = excluded.occurred_at;
  perform add_mark(account, a.currency, a.seq) from archive_balance a where a.account_id = account;
  select s.balances into sealed from ledger_seal s where s.account_id = account and s.day <= new_day order by s.day desc limit 1;
  select string_agg(currency, ', ') into wrong
    from carried_balances(account) c
    full join jsonb_to_recordset(coalesce(sealed, '[]')) as s(currency text, number bigint, available numeric, pending numeric,
      reserved numeric, in_settlement numeric, earnings numeric) using (currency)
    where (c.number, c.available, c.pending, c.reserved, c.in_settlement, c.earnings)
      is distinct from (s.number, s.available, s.pending, s.reserved, s.in_settlement, s.earnings);
  if wrong is not null then
    raise exception 'balances of % at the end of % are not the sealed ones: %', account, new_day, wrong
      using errcode = 'integrity_constraint_violation';
  end if;
  insert into archive_border (account_id, day, until, sha256) values (account, new_day, ended, digest)
    on conflict (account_id) do update set day = excluded.day, until = excluded.until, sha256 = excluded.sha256;
  -- Days without postings after the last sealed day are closed too. The next seal starts at the border, because entries
  -- before it are removed.
  insert into sealing as s (account_id, sealed_to) values (account, ended)
    on conflict (account_id) do update set sealed_to = greatest(s.sealed_to, excluded.sealed_to);
end $$;

-- Balances of an account at its archive border.
create or replace function carried_balances(account text)
  returns table (currency text, number bigint, available numeric, pending numeric, reserved numeric, in_settlement numeric, earnings numeric)
  language plpgsql stable as $$
begin
  return query select a.currency, a.seq, s.held[1], s.held[2], s.held[3], s.held[4], s.held[5]
    from archive_balance a
    cross join lateral (select array_agg(b.credits - b.debits order by b.place) as held from bucket_sums(account, a.currency, a.seq) b) s
    where a.account_id = account;
end $$;

-- Removes the account's next archived entries: at most `at_once` numbers of one balance, and the other entries of the same
-- journals. Stores their amounts in archived_part. Returns how many numbers were removed; 0 if none are left.
create or replace function remove_archived_entries(account text, at_once int) returns bigint language plpgsql as $$
declare
  carried record;
  reach bigint;
begin
  select a.currency, a.removed_to, a.seq into carried from archive_balance a
    where a.account_id = account and a.removed_to < a.seq order by a.currency collate "C" limit 1 for no key update;
  if not found then
    return 0;
  end if;
  reach := least(carried.removed_to + at_once, carried.seq);
  with leaving as materialized (
    select distinct e.journal_id from entry e
      where e.account_id = account and e.currency = carried.currency and e.seq > carried.removed_to and e.seq <= reach
  ), gone as (
    delete from entry e using leaving l where e.journal_id = l.journal_id returning e.*
  )
  insert into archived_part (account_id, day, currency, upto, moves)
    select account, (select b.day from archive_border b where b.account_id = account), carried.currency, reach,
        jsonb_agg(jsonb_build_array(g.journal_id, g.ledger, g.currency, g.direction, g.amount, g.seq, g.occurred_at) order by g.journal_id, g.id)
      from gone g having count(*) > 0;
  update archive_balance a set removed_to = reach where a.account_id = account and a.currency = carried.currency;
  return reach - carried.removed_to;
end $$;

-- What is kept of a removed event's body, for the checker: the status, and all data of customers and batches.
create or replace function kept_body(type text, body text) returns text language sql immutable as $$
  select case
    when type like 'customer.%' or type like 'payout_batch.%' then json_build_object('data', body::json -> 'data')::text
    when body::json #> '{data,status}' is null then '{}'
    else json_build_object('data', json_build_object('status', body::json #> '{data,status}'))::text end
$$;

-- The text of an event in the digest of its part.
create or replace function event_line(at_position bigint, id text, type text, resource_id text, occurred_at timestamptz, body text)
  returns text language sql stable as $$
    select jsonb_build_array(at_position, id, type, resource_id, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), body)::text
  $$;

create or replace function lines_digest(lines text[]) returns text language sql immutable as $$
  select encode(sha256(convert_to(array_to_string(lines, E'\n'), 'UTF8')), 'hex')
$$;

-- Whether the event ends an operation; only `returned` may follow.
create or replace function ends_operation(type text) returns boolean language sql immutable as $$
  select type ~ '^[a-z]+[.](completed|failed|cancelled)$'
$$;

-- An intent as its file has it. Not in SQL, which would make the argument once for each field.
create or replace function intent_record(i jsonb) returns jsonb language plpgsql stable as $$
begin
  return jsonb_build_object('id', i->'id', 'kind', i->'kind', 'operation_id', i->'operation_id', 'number', i->'number', 'reference', i->'reference',
    'state', i->'state', 'send_by', written_time((i->>'send_by')::timestamptz), 'detail', i->'detail',
    'created_at', written_time((i->>'created_at')::timestamptz), 'decided_at', written_time((i->>'decided_at')::timestamptz), 'version', i->'version');
end $$;

-- The intents that leave with an event: those of the operation that it ends whose outcome was known on the same day. They
-- never change again.
create or replace function ended_intents(type text, resource_id text, occurred_at timestamptz) returns setof jsonb language sql stable as $$
  select intent_record(to_jsonb(i)) from intent i
    where ends_operation(ended_intents.type) and i.operation_id = ended_intents.resource_id and i.state not in ('open', 'uncertain')
      and i.decided_at < date_trunc('day', ended_intents.occurred_at, 'UTC') + interval '1 day'
$$;

-- What is kept of a removed intent, for the checker.
create or replace function kept_intent(record jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_array(record->'number', record->'state', record->'created_at')
$$;

-- The first archived day up to the border whose events are not removed yet.
create or replace function leaving_events_day(account text) returns text language plpgsql stable as $$
begin
  return (select f.day from archive_border b join archive_file f on f.account_id = b.account_id and f.day <= b.day
    where b.account_id = account and f.last_position > archived_position(account) order by f.day limit 1);
end $$;

-- Removes up to `at_once` events of an archived day, the first ones first, and the intents of the operations that they end, if
-- its file has them. Returns the number of events; 0 if the day has none, an earlier day still has some, or they must stay.
create or replace function remove_archived_events(account text, of_day text, at_once int) returns bigint language plpgsql as $$
declare
  start bigint;
  reach bigint;
  has_intents boolean;
begin
  -- No delivery is created of an event that is being removed.
  perform lock_cursor(account);
  perform from archive_border b where b.account_id = account for no key update;
  start := archived_position(account);
  if (leaving_events_day(account) = of_day) is not true then
    return 0;
  end if;
  select least(start + at_once, f.last_position), f.intents is not null into reach, has_intents
    from archive_file f where f.account_id = account and f.day = of_day;
  if event_hold(account, reach) is not null then
    return 0;
  end if;
  with gone as (
    delete from event e where e.account_id = account and e.position > start and e.position <= reach returning e.*
  ), ended as (
    delete from intent i where has_intents and i.id in (
      select x->>'id' from gone g cross join lateral ended_intents(g.type, g.resource_id, g.occurred_at) x
    ) returning intent_record(to_jsonb(i)) as record
  ), tried as (
    select record->>'operation_id' as operation_id, jsonb_agg(kept_intent(record) order by record->'number', record->'id')::text as kept,
        string_agg(record::text, E'\n' order by record->'number', record->'id') as lines
      from ended group by 1
  )
  insert into archived_event_part (account_id, day, after, upto, last_id, digest, types, resource_ids, times, bodies, intents, intents_digest)
    select account, of_day, start, reach, (array_agg(g.id order by g.position desc))[1],
        lines_digest(array_agg(event_line(g.position, g.id, g.type, g.resource_id, g.occurred_at, g.body) order by g.position)),
        array_agg(g.type order by g.position), array_agg(g.resource_id order by g.position),
        array_agg(g.occurred_at order by g.position), array_agg(kept_body(g.type, g.body) order by g.position),
        case when has_intents then array_agg(t.kept order by g.position) end,
        case when has_intents then lines_digest(array_agg(t.lines order by g.position)) end
      from gone g left join tried t on t.operation_id = g.resource_id and ends_operation(g.type);
  return reach - start;
end $$;

-- A part continues the one before it, is of one archived day up to the border, and its events and their intents are no longer
-- in `event` and `intent`.
create or replace function check_archived_events() returns trigger language plpgsql as $$
begin
  if new.after <> coalesce((select max(p.upto) from archived_event_part p where p.account_id = new.account_id and p.upto <> new.upto), 0)
    or not exists (select from archive_file f join archive_border b on b.account_id = f.account_id and f.day <= b.day
      where f.account_id = new.account_id and f.day = new.day and new.after >= f.last_position - f.events and new.upto <= f.last_position
        and (f.intents is null) = (new.intents is null))
    or exists (select from event e where e.account_id = new.account_id and e.position > new.after and e.position <= new.upto)
    or new.intents is not null and exists (select from unnest(new.types, new.resource_ids, new.times) as e(type, resource_id, at)
      cross join lateral ended_intents(e.type, e.resource_id, e.at))
  then
    raise exception 'events of % up to % cannot be archived only', new.account_id, new.upto using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- An event is removed only if the same transaction stores it in archived_event_part.
create or replace function check_removed_events() returns trigger language plpgsql as $$
declare broken text;
begin
  select d.position into broken from (
    select r.account_id, r.position, r.type, r.resource_id, r.occurred_at, kept_body(r.type, r.body) from removed r
    except all
    select p.account_id, p.after + e.nth, e.type, e.resource_id collate "C", e.occurred_at, e.body
      from archived_event_part p
        cross join lateral unnest(p.types, p.resource_ids, p.times, p.bodies) with ordinality as e(type, resource_id, occurred_at, body, nth)
      where p.account_id in (select r.account_id from removed r) and p.xmin = pg_current_xact_id()::xid
  ) d limit 1;
  if broken is null then
    select p.last_id into broken from archived_event_part p
      cross join lateral (
        select lines_digest(array_agg(event_line(r.position, r.id, r.type, r.resource_id, r.occurred_at, r.body) order by r.position)) as digest,
            max(r.position) as last, (array_agg(r.id order by r.position desc))[1] as last_id
          from removed r where r.account_id = p.account_id and r.position > p.after and r.position <= p.upto
      ) gone
      where p.account_id in (select r.account_id from removed r) and p.xmin = pg_current_xact_id()::xid
        and gone.last is not null and (p.digest, p.upto, p.last_id) is distinct from (gone.digest, gone.last, gone.last_id) limit 1;
  end if;
  if broken is not null then
    raise exception 'event is never changed or deleted: % is not archived', broken using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- An intent is removed only if the same transaction stores it in archived_event_part.
create or replace function check_removed_intents() returns trigger language plpgsql as $$
declare broken text;
begin
  with kept as (
    select p.account_id, p.upto, p.intents_digest, e.nth, e.resource_id collate "C" as operation_id, e.intents
      from archived_event_part p cross join lateral unnest(p.resource_ids, p.intents) with ordinality as e(resource_id, intents, nth)
      where p.account_id in (select r.account_id from removed r) and p.xmin = pg_current_xact_id()::xid and e.intents is not null
  ), tried as (
    select r.account_id, r.operation_id, bool_or(r.state in ('open', 'uncertain')) as is_undecided,
        jsonb_agg(kept_intent(i.record) order by i.record->'number', i.record->'id')::text as kept,
        string_agg(i.record::text, E'\n' order by i.record->'number', i.record->'id') as lines
      from removed r cross join lateral (select intent_record(to_jsonb(r)) as record) i group by 1, 2
  )
  select min(t.operation_id) into broken from tried t left join kept k on k.account_id = t.account_id and k.operation_id = t.operation_id
    group by k.account_id, k.upto, k.intents_digest
    having bool_or(t.is_undecided or k.intents is distinct from t.kept)
      or k.intents_digest is distinct from lines_digest(array_agg(t.lines order by k.nth)) limit 1;
  if broken is not null then
    raise exception 'intent is never changed or deleted: those of % are not archived', broken using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- A part is deleted only when its events and their intents are back, the account's last part first.
create or replace function check_restored_events() returns trigger language plpgsql as $$
declare broken text;
begin
  select p.last_id into broken from restored p
    where exists (select from archived_event_part l where l.account_id = p.account_id and l.upto > p.upto)
      or p.digest is distinct from (
        select lines_digest(array_agg(event_line(e.position, e.id, e.type, e.resource_id, e.occurred_at, e.body) order by e.position))
          from event e where e.account_id = p.account_id and e.position > p.after and e.position <= p.upto)
      or p.intents is not null and p.intents_digest is distinct from (
        select lines_digest(coalesce(array_agg(i::text order by e.position, i->'number', i->'id'), '{}'))
          from event e cross join lateral ended_intents(e.type, e.resource_id, e.occurred_at) i
          where e.account_id = p.account_id and e.position > p.after and e.position <= p.upto) limit 1;
  if broken is not null then
    raise exception 'archived_event_part is never changed or deleted: the events up to % are not here', broken
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- The last parts with events of the account's last archived day, newest first.
create or replace function last_event_parts(account text, at_most int) returns table (after bigint, upto bigint) language plpgsql stable as $$
begin
  return query select p.after, p.upto from archived_event_part p join archive_border b on b.account_id = p.account_id and b.day = p.day
    where p.account_id = account order by p.upto desc limit at_most;
end $$;

-- Restores the events of an account's last part, and the intents that left with them, from its file.
create or replace function restore_archived_events(account text, upto_position bigint, events jsonb) returns void language plpgsql as $$
begin
  -- In one statement, because the triggers of both tables check the state after it.
  with gone as (
    delete from archived_event_part p where p.account_id = account and p.upto = upto_position returning p.after, p.upto, p.intents
  ), wanted as (
    select r, g.intents from gone g join jsonb_array_elements(events) e(r) on (r->>0)::bigint > g.after and (r->>0)::bigint <= g.upto
  ), ended as (
    insert into intent (id, account_id, kind, operation_id, number, reference, state, send_by, detail, created_at, decided_at, version)
      select i.id, account, i.kind, i.operation_id, i.number, i.reference, i.state, i.send_by, i.detail, i.created_at, i.decided_at, i.version
        from wanted w cross join lateral jsonb_to_recordset(w.r->6) as i(id text, kind text, operation_id text, number int, reference text,
          state text, send_by timestamptz, detail text, created_at timestamptz, decided_at timestamptz, version int)
        where w.intents is not null
  )
  insert into event (account_id, position, id, type, resource_id, occurred_at, body)
    select account, (r->>0)::bigint, r->>1, r->>2, r->>3, (r->>4)::timestamptz, r->>5 from wanted;
end $$;

-- An entry is removed only before the border, and only if the same transaction stores it in archived_part.
create or replace function check_removed_entries() returns trigger language plpgsql as $$
declare broken text;
begin
  select r.journal_id into broken from removed r
    where not exists (select from archive_border b where b.account_id = r.account_id and r.occurred_at < b.until) limit 1;
  if broken is null then
    select d.journal_id into broken from (
      select r.account_id, r.journal_id, r.ledger, r.currency, r.direction, r.amount, r.seq, r.occurred_at from removed r
      except all
      select p.account_id, m.journal_id collate "C", m.ledger, m.currency, m.direction, m.amount, m.seq, m.occurred_at
        from archived_part p cross join lateral part_entries(p.moves) m
        where p.account_id in (select r.account_id from removed r) and p.xmin = pg_current_xact_id()::xid
    ) d limit 1;
  end if;
  if broken is not null then
    raise exception 'entry is never changed or deleted: those of journal % are not archived', broken
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- A part is deleted only when its entries are back in the entry table.
create or replace function check_restored_parts() returns trigger language plpgsql as $$
declare broken text;
begin
  select d.journal_id into broken from (
    select p.account_id, m.journal_id collate "C" as journal_id, m.ledger, m.currency, m.direction, m.amount, m.seq, m.occurred_at
      from restored p cross join lateral part_entries(p.moves) m
    except all
    select e.account_id, e.journal_id, e.ledger, e.currency, e.direction, e.amount, e.seq, e.occurred_at from entry e
      where e.journal_id in (select m.journal_id collate "C" from restored p cross join lateral part_entries(p.moves) m)
  ) d limit 1;
  if broken is not null then
    raise exception 'archived_part is never changed or deleted: entries of journal % are not here', broken
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- The border moves forward only to a day whose file has this digest, and back only to a day after which no entry is removed.
create or replace function check_archive_border() returns trigger language plpgsql as $$
declare
  wanted text := case when tg_op = 'DELETE' then '' else new.day end;
begin
  if tg_op <> 'INSERT' and wanted < old.day
    and (exists (select from archived_part p where p.account_id = old.account_id and p.day > wanted)
      or exists (select from archived_event_part p where p.account_id = old.account_id and p.day > wanted))
  then
    raise exception 'the border of % cannot move back: entries or events have left', old.account_id using errcode = 'integrity_constraint_violation';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'UPDATE' and new.account_id <> old.account_id or new.until <> (new.day::date + 1)::timestamp at time zone 'UTC'
    or not exists (select from archive_file f where f.account_id = new.account_id and f.day = new.day and f.sha256 = new.sha256)
  then
    raise exception 'the border of % cannot move to %', new.account_id, new.day using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- A carried-forward balance moves back only to a number after which no entry was removed.
create or replace function check_archive_balance() returns trigger language plpgsql as $$
declare
  wanted bigint := case when tg_op = 'DELETE' then 0 else least(new.seq, new.removed_to) end;
begin
  if tg_op = 'UPDATE' and (new.account_id, new.currency) <> (old.account_id, old.currency)
    or wanted < old.removed_to and exists (select from archived_part p
      where p.account_id = old.account_id and p.currency = old.currency and p.upto > wanted)
  then
    raise exception 'the carried balance of % in % runs back', old.account_id, old.currency using errcode = 'integrity_constraint_violation';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;

-- The last parts of the account's last archived day, with their journal ids.
create or replace function last_parts(account text, at_most int)
  returns table (currency text, upto bigint, journals text[]) language plpgsql stable as $$
begin
  return query select p.currency, p.upto, array(select distinct m.journal_id from part_entries(p.moves) m)
    from archived_part p join archive_border b on b.account_id = p.account_id and b.day = p.day
    where p.account_id = account order by p.currency collate "C" desc, p.upto desc limit at_most;
end $$;

-- Restores the entries of the account's last part from its file. check_restored_parts() compares them with the part.
create or replace function restore_archived_part(account text, code text, upto_number bigint, entries jsonb) returns void language plpgsql as $$
declare
  first_number bigint;
begin
  insert into entry (id, account_id, journal_id, ledger, currency, direction, amount, seq, occurred_at)
    select r->>1, account, r->>0, r->>2, r->>3, r->>4, (r->>5)::numeric, (r->>6)::bigint, j.occurred_at
      from jsonb_array_elements(entries) e(r) join journal j on j.id = r->>0 and j.account_id = account;
  select min(m.seq) into first_number from archived_part p
    join archive_border b on b.account_id = p.account_id and b.day = p.day cross join lateral part_entries(p.moves) m
    where p.account_id = account and p.currency = code and p.upto = upto_number and m.currency = code;
  delete from archived_part p using archive_border b
    where b.account_id = account and p.account_id = account and p.day = b.day and p.currency = code and p.upto = upto_number;
  update archive_balance a set removed_to = first_number - 1 where a.account_id = account and a.currency = code and first_number is not null;
end $$;

-- Moves the account's border back by one archived day whose entries are all restored. Returns the day that is now the last
-- before the border; null if the account has no border any more.
create or replace function move_border_back(account text) returns text language plpgsql as $$
declare
  border record;
  earlier record;
begin
  select b.day into border from archive_border b where b.account_id = account for no key update;
  select f.day, f.sha256, (f.day::date + 1)::timestamp at time zone 'UTC' as ended into earlier from archive_file f
    where f.account_id = account and f.day < border.day order by f.day desc limit 1;
  delete from archive_balance a where a.account_id = account and a.removed_to = 0;
  update archive_balance a set seq = a.removed_to, occurred_at = (
      select max(m.occurred_at) from archived_part p cross join lateral part_entries(p.moves) m
        where p.account_id = account and p.day = (select max(o.day) from archived_part o
          where o.account_id = account and o.currency = a.currency) and m.currency = a.currency)
    where a.account_id = account and a.removed_to < a.seq;
  if earlier.day is null then
    delete from archive_border b where b.account_id = account;
  else
    update archive_border b set day = earlier.day, until = earlier.ended, sha256 = earlier.sha256 where b.account_id = account;
  end if;
  return earlier.day;
end $$;
