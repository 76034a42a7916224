-- The minimal transaction of a payout: the ceiling that the service is measured against.
create table balance (
  account int primary key,
  available numeric not null check (available >= 0),
  reserved numeric not null default 0,
  seq bigint not null default 0,
  position bigint not null default 0
) with (fillfactor = 50);
create table payout (
  id uuid primary key,
  account int not null references balance,
  amount numeric not null,
  status text not null,
  created_at timestamptz not null
);
create table idempotency (
  account int not null,
  key text not null,
  payout uuid not null,
  primary key (account, key)
);
create table journal (
  id uuid primary key,
  payout uuid not null,
  purpose text not null,
  occurred_at timestamptz not null
);
create table entry (
  account int not null,
  seq bigint not null,
  journal uuid not null,
  bucket text not null,
  amount numeric not null,
  primary key (account, seq)
);
create table event (
  account int not null,
  position bigint not null,
  type text not null,
  body text not null,
  primary key (account, position)
);

insert into balance (account, available) select account, 1e15 from generate_series(1, 1000) account;

create function pay(debtor int, request text, sum numeric) returns uuid language plpgsql as $$
declare
  payout_id uuid := gen_random_uuid();
begin
  with drawn as (
    update balance set available = available - sum, reserved = reserved + sum, seq = seq + 2, position = position + 1
    where account = debtor and available >= sum
    returning account, seq, position
  ), bound as (
    insert into idempotency select account, request, payout_id from drawn
  ), paid as (
    insert into payout select payout_id, account, sum, 'processing', now() from drawn
  ), posted as (
    insert into journal select gen_random_uuid(), payout_id, 'payout_reserve', now() from drawn returning id
  ), entered as (
    insert into entry
      select account, seq - 2 + side.ord, posted.id, side.bucket, sum * side.sign
      from drawn, posted, (values (1, 'available', -1), (2, 'reserved', 1)) side (ord, bucket, sign)
  )
  insert into event
    select account, position, 'payout.created',
      json_build_object('id', payout_id, 'amount', sum, 'status', 'processing', 'created_at', now())::text
    from drawn;
  if not found then raise 'insufficient funds'; end if;
  return payout_id;
end $$;

-- Many payouts of one amount in one transaction, each with its own account and key.
create function pay_set(debtors int[], requests text[], sum numeric) returns bigint language plpgsql as $$
declare
  paid bigint;
begin
  perform from balance where account = any (debtors) order by account for no key update;
  with ask as (
    select gen_random_uuid() as id, gen_random_uuid() as journal, debtor, request,
      row_number() over (partition by debtor order by ord) as nth
    from unnest(debtors, requests) with ordinality asked (debtor, request, ord)
  ), need as (
    select debtor, count(*) as times from ask group by debtor
  ), drawn as (
    update balance set available = available - times * sum, reserved = reserved + times * sum,
      seq = seq + 2 * times, position = position + times
    from need where account = debtor and available >= times * sum
    returning account, seq - 2 * times as seq, position - times as position
  ), bound as (
    insert into idempotency select account, request, id from ask join drawn on account = debtor
  ), paid_out as (
    insert into payout select id, account, sum, 'processing', now() from ask join drawn on account = debtor
  ), posted as (
    insert into journal select journal, id, 'payout_reserve', now() from ask join drawn on account = debtor
  ), entered as (
    insert into entry
      select account, seq + 2 * (nth - 1) + side.ord, journal, side.bucket, sum * side.sign
      from ask join drawn on account = debtor,
        (values (1, 'available', -1), (2, 'reserved', 1)) side (ord, bucket, sign)
  )
  insert into event
    select account, position + nth, 'payout.created',
      json_build_object('id', id, 'amount', sum, 'status', 'processing', 'created_at', now())::text
    from ask join drawn on account = debtor;
  get diagnostics paid = row_count;
  if paid <> cardinality(debtors) then raise 'insufficient funds'; end if;
  return paid;
end $$;
