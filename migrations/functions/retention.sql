-- Retention: tables are partitioned by the time in their ids, and whole partitions are dropped.

-- The time in an id.
create or replace function ulid_at(id text) returns timestamptz language sql immutable as $$
  select to_timestamp(sum((strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(split_part(id, '_', 2), n, 1)) - 1)::bigint << (5 * (10 - n))) / 1000.0)
    from generate_series(1, 10) n
$$;

-- The lowest id with this prefix and time.
create or replace function id_floor(prefix text, at timestamptz) returns text language sql immutable as $$
  select prefix || '_' || public.ulid_time(greatest(at, 'epoch')) || repeat('0', 16)
$$;

-- The time from which a table has all its rows. Older rows were dropped, except those with work left.
create or replace function complete_from(of_table text) returns timestamptz language sql stable as $$
  select coalesce((select d.at from dropped_before d where d.name = of_table), '-infinity')
$$;

-- Partitions of a table with their bounds; `low` is null for the first.
create or replace function partitions_of(of_table regclass, out part text, out low text, out high text, out is_rest boolean)
    returns setof record language sql stable as $$
  select c.oid::regclass::text, substring(b.bound from 'FROM \(''([^'']*)''\)') collate "C",
      substring(b.bound from 'TO \(''([^'']*)''\)') collate "C", b.bound = 'DEFAULT'
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
      cross join lateral pg_get_expr(c.relpartbound, c.oid) b (bound)
    where i.inhparent = of_table
$$;

-- Creates a table that can become a partition, with the storage settings of the default partition.
create or replace function make_part(of_table text, rest text, part text) returns void language plpgsql as $$
declare
  own record;
begin
  execute format('create table %I (like %I including all)', part, of_table);
  for own in select unnest(c.reloptions) as setting from pg_class c where c.oid = rest::regclass loop
    execute format('alter table %I set (%s)', part, own.setting);
  end loop;
  for own in select a.attname, unnest(a.attoptions) as setting from pg_attribute a where a.attrelid = rest::regclass loop
    execute format('alter table %I alter column %I set (%s)', part, own.attname, own.setting);
  end loop;
end $$;

-- Drops partitions whose rows are all older than `keep`, and creates the next partition. Rows that match `owed` move to the
-- default partition. If it has rows, it is replaced by a copy, so that no row is deleted. New partitions are filled
-- before they are attached, so subscribers of a publication do not receive the rows twice. Returns the dropped and created
-- partitions; null if there was nothing to do.
create or replace function turn_partitions(of_table text, prefix text, keep interval, width interval, owed text)
    returns jsonb language plpgsql as $$
declare
  moment timestamptz := business_now();
  oldest text := id_floor(prefix, moment - keep);
  last text;
  dead text[];
  dead_high text;
  rest text;
  part text;
  fresh text;
  made text;
  high text;
  is_short boolean;
  has_rows boolean;
begin
  -- The first pass takes no lock, because usually nothing is due.
  for pass in 1..2 loop
    select max(p.high collate "C"), coalesce(array_agg(p.part order by p.high collate "C") filter (where p.high collate "C" <= oldest), '{}'),
        max(p.high collate "C") filter (where p.high collate "C" <= oldest), max(p.part) filter (where p.is_rest)
      into last, dead, dead_high, rest from partitions_of(of_table::regclass) p;
    is_short := last collate "C" < id_floor(prefix, moment + width);
    if not is_short and dead = '{}' then
      return null;
    end if;
    if pass = 1 then
      execute format('lock table %I in access exclusive mode', of_table);
    end if;
  end loop;
  execute format('select exists (select from %s)', rest) into has_rows;
  foreach part in array dead loop
    if not has_rows then
      execute format('select exists (select from %s where %s)', part, owed) into has_rows;
    end if;
  end loop;
  if is_short then
    -- A single partition, even if the clock jumped over several.
    high := id_floor(prefix, date_trunc('day', moment, 'UTC') + 2 * width);
    made := of_table || '_' || to_char(ulid_at(last) at time zone 'UTC', 'YYYYMMDD');
    perform make_part(of_table, rest, made);
    if has_rows then
      execute format('insert into %I select * from %s where id collate "C" >= %L and id collate "C" < %L and (id collate "C" >= %L or %s)',
        made, rest, last, high, oldest, owed);
    end if;
  end if;
  if has_rows then
    fresh := of_table || '_rest_new';
    perform make_part(of_table, rest, fresh);
    foreach part in array dead loop
      execute format('insert into %I select * from %s where %s', fresh, part, owed);
    end loop;
    execute format('insert into %I select * from %s where (id collate "C" >= %L or %s) and (id collate "C" >= %L and id collate "C" < %L) is not true',
      fresh, rest, oldest, owed, case when is_short then last end, high);
    execute format('alter table %I detach partition %s', of_table, rest);
    execute format('drop table %s', rest);
  end if;
  foreach part in array dead loop
    execute format('drop table %s', part);
  end loop;
  if is_short then
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', of_table, made, last, high);
  end if;
  if has_rows then
    execute format('alter table %I attach partition %I default', of_table, fresh);
    execute format('alter table %I rename to %I', fresh, of_table || '_rest');
  end if;
  if dead_high is not null then
    insert into dropped_before (name, at) values (of_table, ulid_at(dead_high))
      on conflict (name) do update set at = greatest(dropped_before.at, excluded.at);
  end if;
  return jsonb_build_object('dropped', dead, 'made', made);
end $$;
