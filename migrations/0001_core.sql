-- Accounts, keys, the money path, the ledger and the event log.
-- What must never be is refused here too, even if the code is wrong (the invariants marked with a dot).

-- Decimals of a currency: ISO 4217 minor units, and the two assets with six.
create function currency_decimals(code text) returns int
  language sql immutable parallel safe
  return case
    when code in ('USDT', 'USDC') then 6
    when code in ('BIF','CLP','DJF','GNF','ISK','JPY','KMF','KRW','PYG','RWF','UGX','UYI','VND','VUV','XAF','XOF','XPF') then 0
    when code in ('BHD','IQD','JOD','KWD','LYD','OMR','TND') then 3
    when code in ('CLF','UYW') then 4
    else 2
  end;

-- Finite, not below zero, within the currency's decimals. NaN and Infinity are above every number here.
create function is_amount(value numeric, code text) returns boolean
  language sql immutable parallel safe
  return value >= 0 and value < 1e30 and scale(trim_scale(value)) <= currency_decimals(code);

-- One row: how far business time runs ahead of machine time, and the payouts' kill switch.
create table platform (
  id int primary key check (id = 1),
  clock_offset_ms bigint not null default 0 check (clock_offset_ms >= 0),
  payouts_stopped boolean not null default false
);
insert into platform (id) values (1);

-- Stable, so that an index can be asked for what is due.
create function business_now() returns timestamptz
  language sql stable
  return date_trunc('milliseconds', clock_timestamp())
    + (select clock_offset_ms from platform) * interval '1 millisecond';

create table account (
  id text collate "C" primary key,
  name text not null,
  status text not null check (status in ('active', 'suspended', 'closed')),
  owner_email text,
  created_at timestamptz not null,
  version int not null
);

create table api_key (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  prefix text not null unique,
  fingerprint text not null,
  scopes text[] not null check (scopes <@ array['read', 'write'] and cardinality(scopes) > 0),
  label text,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  version int not null
);
create index api_key_account on api_key (account_id, id);

create table account_terms (
  id text collate "C" primary key,
  account_id text collate "C" not null unique references account,
  platform_fee_bps int check (platform_fee_bps between 0 and 10000),
  tenant_markup_bps int check (tenant_markup_bps between 0 and 10000),
  overrides jsonb not null,
  version int not null
);

create table suspension (
  id text collate "C" primary key,
  account_id text collate "C" references account,
  product text not null,
  method text not null,
  currency text not null,
  created_at timestamptz not null,
  lifted_at timestamptz,
  version int not null
);
create unique index suspension_in_force on suspension (product, method, currency, coalesce(account_id, '')) where lifted_at is null;

create table audit_entry (
  id text collate "C" primary key,
  operator text not null,
  action text not null,
  reason text not null,
  account_id text collate "C",
  subject_id text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null,
  version int not null
);

create table idempotency_key (
  account_id text collate "C" not null references account,
  key text collate "C" not null,
  fingerprint text not null,
  resource_id text not null,
  created_at timestamptz not null,
  primary key (account_id, key)
);

create table customer (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  external_id text not null,
  type text not null check (type in ('individual', 'business')),
  status text not null check (status in ('active', 'blocked', 'closed')),
  country text not null,
  display_name text not null,
  profile text,
  identity_hash text not null,
  metadata jsonb not null,
  compliance_status text not null check (compliance_status in ('unverified', 'pending', 'verified', 'rejected', 'review')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  unique (account_id, id),
  unique (account_id, external_id)
);
create index customer_status on customer (account_id, status, id);
create index customer_type on customer (account_id, type, id);
create index customer_country on customer (account_id, country, id);

create table beneficiary (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  customer_id text collate "C",
  method text not null,
  currency text not null,
  country text,
  details text not null,
  holder text,
  label text,
  account_hint text not null,
  identity_hash text not null,
  metadata jsonb not null,
  status text not null check (status in ('active', 'archived')),
  verification_status text not null check (verification_status in ('unverified', 'verified', 'failed')),
  verified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null,
  unique (account_id, id),
  foreign key (account_id, customer_id) references customer (account_id, id)
);
create unique index beneficiary_identity on beneficiary (account_id, identity_hash) where status = 'active';
create index beneficiary_status on beneficiary (account_id, status, id);
create index beneficiary_customer on beneficiary (account_id, customer_id, id);
create index beneficiary_method on beneficiary (account_id, method, id);
create index beneficiary_currency on beneficiary (account_id, currency, id);

create table quote (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  product text not null check (product in ('payout', 'remittance')),
  method text not null,
  country text,
  beneficiary_id text collate "C",
  source_currency text not null,
  principal numeric not null check (principal > 0),
  platform_fee numeric not null,
  tenant_markup numeric not null,
  total numeric not null check (total = principal + platform_fee + tenant_markup),
  destination_amount numeric not null check (destination_amount > 0),
  destination_currency text not null,
  rate numeric not null check (rate > 0),
  expires_at timestamptz not null,
  used_by text collate "C" unique,
  created_at timestamptz not null,
  version int not null,
  unique (account_id, id),
  foreign key (account_id, beneficiary_id) references beneficiary (account_id, id),
  check (is_amount(principal, source_currency) and is_amount(platform_fee, source_currency) and is_amount(tenant_markup, source_currency)),
  check (is_amount(destination_amount, destination_currency))
);

create table funding_account (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  status text not null check (status in ('pending', 'active', 'failed', 'closed')),
  method text not null,
  country text,
  currency text not null,
  settlement_currency text not null,
  amount numeric check (amount > 0 and is_amount(amount, currency)),
  payer text,
  instructions jsonb,
  failure_code text,
  reference text not null unique,
  provider text,
  expires_at timestamptz,
  payin_id text collate "C",
  closed_by text check (closed_by in ('paid', 'failed', 'expired')),
  limit_daily numeric,
  daily_total numeric check (daily_total <= limit_daily),
  attempts int not null,
  next_step_at timestamptz,
  created_at timestamptz not null,
  version int not null,
  unique (account_id, id),
  check (status <> 'pending' or next_step_at is not null)
);
create index funding_account_status on funding_account (account_id, status, id);
create index funding_account_due on funding_account (next_step_at) where next_step_at is not null;

create table payin (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  funding_account_id text collate "C" not null,
  status text not null check (status in ('processing', 'completed', 'failed')),
  amount numeric not null,
  currency text not null,
  paid_amount numeric not null,
  paid_currency text not null,
  provider text,
  bank_reference text,
  payment_reference text,
  failure_code text,
  attempts int not null,
  next_step_at timestamptz,
  created_at timestamptz not null,
  completed_at timestamptz,
  version int not null,
  unique (account_id, id),
  unique (funding_account_id, bank_reference),
  foreign key (account_id, funding_account_id) references funding_account (account_id, id),
  check (amount > 0 and is_amount(amount, currency)),
  check (paid_amount > 0 and is_amount(paid_amount, paid_currency)),
  check ((status = 'processing') = (next_step_at is not null)),
  check ((status = 'completed') = (completed_at is not null))
);
alter table funding_account add foreign key (account_id, payin_id) references payin (account_id, id) deferrable initially deferred;
create unique index payin_payment on payin (payment_reference);
create index payin_status on payin (account_id, status, id);
create index payin_funding_account on payin (account_id, funding_account_id, id);
create index payin_due on payin (next_step_at) where next_step_at is not null;

-- The account of a payout, as of every row that hangs on another, is that of what it refers to: one check is enough.
create table payout (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  status text not null check (status in ('processing', 'verification_pending', 'completed', 'failed', 'returned', 'cancelled')),
  method text not null,
  country text,
  beneficiary_id text collate "C" not null,
  quote_id text collate "C",
  source_currency text not null,
  principal numeric not null check (principal > 0),
  platform_fee numeric not null,
  tenant_markup numeric not null,
  total numeric not null check (total = principal + platform_fee + tenant_markup),
  destination_amount numeric not null check (destination_amount > 0),
  destination_currency text not null,
  rate numeric not null check (rate > 0),
  description text,
  failure_code text,
  risk_status text not null check (risk_status in ('allowed', 'in_review', 'approved', 'rejected')),
  risk_decision_id text collate "C",
  refund_status text check (refund_status in ('pending', 'settled')),
  cancel_requested_at timestamptz,
  cancel_decided_at timestamptz,
  reference text not null unique,
  provider text,
  sending text not null check (sending in ('unsent', 'open', 'accepted', 'uncertain')),
  attempts int not null,
  look_ups int not null,
  send_by timestamptz,
  next_step_at timestamptz,
  limit_daily numeric,
  daily_total numeric check (daily_total <= limit_daily),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  failed_at timestamptz,
  returned_at timestamptz,
  cancelled_at timestamptz,
  version int not null,
  unique (account_id, id),
  foreign key (account_id, beneficiary_id) references beneficiary (account_id, id),
  foreign key (account_id, quote_id) references quote (account_id, id),
  check (is_amount(principal, source_currency) and is_amount(platform_fee, source_currency) and is_amount(tenant_markup, source_currency)),
  check (is_amount(destination_amount, destination_currency)),
  check (status <> 'cancelled' or sending = 'unsent'),
  check ((status = 'returned') = (refund_status is not null)),
  -- Nothing is undecided in silence.
  check (status <> 'processing' or next_step_at is not null or risk_status = 'in_review'),
  check (status <> 'verification_pending' or next_step_at is not null)
) with (fillfactor = 85);
create unique index payout_quote on payout (quote_id) where quote_id is not null;
create index payout_status on payout (account_id, status, id);
create index payout_beneficiary on payout (account_id, beneficiary_id, id);
create index payout_risk on payout (account_id, risk_status, id) where risk_status <> 'allowed';
create index payout_due on payout (next_step_at) where next_step_at is not null;

create table risk_decision (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  resource_type text not null check (resource_type = 'payout'),
  resource_id text collate "C" not null unique,
  status text not null check (status in ('in_review', 'approved', 'rejected')),
  reasons text[] not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  version int not null,
  unique (account_id, id),
  foreign key (account_id, resource_id) references payout (account_id, id)
);
alter table payout add foreign key (account_id, risk_decision_id) references risk_decision (account_id, id) deferrable initially deferred;

-- The intent to send. All but not_sent may have left: at most one an operation.
create table intent (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  payout_id text collate "C" not null,
  number int not null check (number between 1 and 5),
  reference text not null,
  state text not null check (state in ('open', 'accepted', 'refused', 'not_sent', 'uncertain')),
  send_by timestamptz not null,
  detail text,
  created_at timestamptz not null,
  decided_at timestamptz,
  version int not null,
  unique (payout_id, number),
  foreign key (account_id, payout_id) references payout (account_id, id)
);
create unique index intent_may_have_left on intent (payout_id) where state <> 'not_sent';

create table exception (
  id text collate "C" primary key,
  account_id text collate "C" not null references account,
  type text not null check (type in ('amount_mismatch', 'payin_reversed', 'unmatched_deposit', 'duplicate_deposit', 'late_payment_evidence', 'provider_mismatch')),
  status text not null check (status in ('open', 'resolved')),
  resource_type text not null check (resource_type in ('payin', 'payout', 'funding_account')),
  resource_id text collate "C" not null,
  expected_amount numeric,
  expected_currency text,
  actual_amount numeric,
  actual_currency text,
  cause text not null,
  note text,
  created_at timestamptz not null,
  resolved_at timestamptz,
  version int not null,
  payin_id text collate "C" generated always as (case when resource_type = 'payin' then resource_id end) stored,
  payout_id text collate "C" generated always as (case when resource_type = 'payout' then resource_id end) stored,
  funding_account_id text collate "C" generated always as (case when resource_type = 'funding_account' then resource_id end) stored,
  unique (resource_id, type, cause),
  foreign key (account_id, payin_id) references payin (account_id, id),
  foreign key (account_id, payout_id) references payout (account_id, id),
  foreign key (account_id, funding_account_id) references funding_account (account_id, id)
);

-- What a provider told us: each notice is taken once.
create table notice (
  provider text not null,
  id text collate "C" not null,
  received_at timestamptz not null,
  primary key (provider, id)
);

-- Accepted amounts by minute, and their moving sum over 24 hours: `total` covers the minutes from `swept_to` on.
create table limit_usage (
  account_id text collate "C" not null references account,
  product text not null,
  method text not null,
  currency text not null,
  total numeric not null default 0 check (total >= 0),
  swept_to timestamptz not null default '-infinity',
  primary key (account_id, product, method, currency)
) with (fillfactor = 50);
create table limit_minute (
  account_id text collate "C" not null,
  product text not null,
  method text not null,
  currency text not null,
  minute timestamptz not null,
  amount numeric not null check (amount >= 0),
  count int not null check (count >= 0),
  primary key (account_id, product, method, currency, minute),
  foreign key (account_id, product, method, currency) references limit_usage
) with (fillfactor = 50);

create table balance (
  account_id text collate "C" not null references account,
  currency text not null,
  available numeric not null default 0 check (is_amount(available, currency)),
  pending numeric not null default 0 check (is_amount(pending, currency)),
  reserved numeric not null default 0 check (is_amount(reserved, currency)),
  in_settlement numeric not null default 0 check (is_amount(in_settlement, currency)),
  earnings numeric not null default 0 check (is_amount(earnings, currency)),
  -- Number of the last entry of this balance: entries are gapless and in the order in which they were posted.
  seq bigint not null default 0,
  as_of timestamptz not null,
  primary key (account_id, currency)
) with (fillfactor = 50);

create table journal (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  purpose text not null,
  origin_type text not null check (origin_type in ('payin', 'payout', 'adjustment')),
  origin_id text collate "C" not null,
  occurred_at timestamptz not null,
  payin_id text collate "C" generated always as (case when origin_type = 'payin' then origin_id end) stored,
  payout_id text collate "C" generated always as (case when origin_type = 'payout' then origin_id end) stored,
  unique (account_id, id),
  foreign key (account_id, payin_id) references payin (account_id, id),
  foreign key (account_id, payout_id) references payout (account_id, id)
);
-- One reserve, one capture or reversal, one return an operation; one credit a pay-in.
create unique index journal_once on journal (origin_id, (case when purpose in ('payout_capture', 'reversal') then 'end' else purpose end))
  where origin_type <> 'adjustment';

create table entry (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  journal_id text collate "C" not null,
  ledger text not null check (ledger in ('available', 'pending', 'reserved', 'in_settlement', 'earnings', 'fees', 'fx', 'rounding', 'adjustments') or ledger like 'clearing:%'),
  currency text not null,
  direction text not null check (direction in ('debit', 'credit')),
  amount numeric not null check (amount > 0 and is_amount(amount, currency)),
  -- Number within the balance; entries of the platform's own ledger accounts have none.
  seq bigint,
  occurred_at timestamptz not null,
  foreign key (account_id, journal_id) references journal (account_id, id),
  check ((seq is null) = (ledger in ('fees', 'fx', 'rounding', 'adjustments') or ledger like 'clearing:%'))
);
create unique index entry_seq on entry (account_id, currency, seq) where seq is not null;
create index entry_journal on entry (journal_id);
create index entry_platform on entry (ledger, currency, occurred_at) where seq is null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed or deleted', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger journal_kept before update or delete or truncate on journal for each statement execute function refuse_change();
create trigger entry_kept before update or delete or truncate on entry for each statement execute function refuse_change();

-- Every journal balances in every currency: all its entries come in one statement.
create function check_entries() returns trigger language plpgsql as $$
declare broken text;
begin
  select journal_id into broken from added
    group by journal_id, currency
    having sum(case direction when 'credit' then amount else -amount end) <> 0
    limit 1;
  if broken is not null then
    raise exception 'journal % does not balance', broken using errcode = 'integrity_constraint_violation';
  end if;
  -- What came later would change a journal that stands.
  select a.journal_id into broken from (select journal_id, count(*) as n from added group by journal_id) a
    where a.n < 2 or a.n <> (select count(*) from entry e where e.journal_id = a.journal_id)
    limit 1;
  if broken is not null then
    raise exception 'entries of journal % do not come all at once', broken using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger entry_balanced after insert on entry referencing new table as added for each statement execute function check_entries();

create function check_journals() returns trigger language plpgsql as $$
declare broken text;
begin
  select j.id into broken from added j
    where not exists (select from entry e where e.journal_id = j.id)
    limit 1;
  if broken is not null then
    raise exception 'journal % has no entries', broken using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger journal_filled after insert on journal referencing new table as added for each statement execute function check_journals();

-- The event log: positions are gapless and in commit order, because the counter's row is locked until the commit.
create table event_counter (
  account_id text collate "C" primary key references account,
  last bigint not null default 0
) with (fillfactor = 50);
create function start_event_counter() returns trigger language plpgsql as $$
begin
  insert into event_counter (account_id) values (new.id);
  return null;
end $$;
create trigger account_counted after insert on account for each row execute function start_event_counter();

create table event (
  account_id text collate "C" not null,
  position bigint not null check (position > 0),
  id text collate "C" not null unique,
  type text not null,
  family text not null generated always as (split_part(type, '.', 1)) stored,
  resource_id text collate "C" not null,
  occurred_at timestamptz not null,
  -- The exact text that is delivered; the cast refuses what is not JSON.
  body text not null check (json_typeof(body::json) = 'object'),
  primary key (account_id, position)
);
create index event_resource on event (account_id, resource_id, position);
create index event_type on event (account_id, type, position);
create index event_family on event (account_id, family, position);
create trigger event_kept before update or delete or truncate on event for each statement execute function refuse_change();

create function check_positions() returns trigger language plpgsql as $$
declare broken text;
begin
  select a.account_id into broken
    from (select account_id, min(position) as first, max(position) as last, count(*) as n from added group by account_id) a
    where a.last - a.first + 1 <> a.n
      or a.first - 1 <> coalesce((select max(e.position) from event e where e.account_id = a.account_id and e.position < a.first), 0)
    limit 1;
  if broken is not null then
    raise exception 'event positions of % have a gap', broken using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger event_gapless after insert on event referencing new table as added for each statement execute function check_positions();

-- Raises when a writer did not change as many rows as it decided about: it did not hold their locks.
create function expect_rows(written bigint, wanted bigint, what text) returns void language plpgsql as $$
begin
  if written <> wanted then
    raise exception 'stale write: % of % rows of %', written, wanted, what using errcode = 'serialization_failure';
  end if;
end $$;

-- Adds journals with all their entries and moves the balances, in one statement under the balances' locks.
-- occurred_at is read after the locks and never runs behind a balance's as_of, so a closed period never changes.
create function post_journals(p json) returns void language plpgsql as $$
declare moment timestamptz;
begin
  insert into balance (account_id, currency, as_of)
    select distinct e.account_id, e.currency, '-infinity'::timestamptz
      from json_to_recordset(p->'entries') as e(account_id text, ledger text, currency text)
      where e.ledger in ('available', 'pending', 'reserved', 'in_settlement', 'earnings')
        and not exists (select from balance b where b.account_id = e.account_id and b.currency = e.currency)
      order by 1, 2
    on conflict do nothing;
  perform from balance b
    where (b.account_id, b.currency) in (
      select e.account_id, e.currency from json_to_recordset(p->'entries') as e(account_id text, currency text))
    order by b.account_id, b.currency
    for no key update;
  moment := business_now();
  with given as (
    select e.*, e.ledger in ('available', 'pending', 'reserved', 'in_settlement', 'earnings') as is_client
      from json_to_recordset(p->'entries')
        as e(id text, account_id text, journal_id text, ord int, ledger text, currency text, direction text, amount numeric)
  ), at as (
    select g.account_id, greatest(moment, max(b.as_of)) as occurred_at
      from (select distinct account_id, currency from given) g
      left join balance b on b.account_id = g.account_id and b.currency = g.currency
      group by g.account_id
  ), new_journal as (
    insert into journal (id, account_id, purpose, origin_type, origin_id, occurred_at)
      select j.id, j.account_id, j.purpose, j.origin_type, j.origin_id, at.occurred_at
        from json_to_recordset(p->'journals') as j(id text, account_id text, purpose text, origin_type text, origin_id text)
        join at on at.account_id = j.account_id
  ), new_entry as (
    insert into entry (id, account_id, journal_id, ledger, currency, direction, amount, seq, occurred_at)
      select g.id, g.account_id, g.journal_id, g.ledger, g.currency, g.direction, g.amount,
          case when g.is_client then b.seq + row_number() over (partition by g.account_id, g.currency, g.is_client order by g.ord) end,
          at.occurred_at
        from given g
        join at on at.account_id = g.account_id
        left join balance b on b.account_id = g.account_id and b.currency = g.currency
  ), moved as (
    select account_id, currency, count(*) as n,
        coalesce(sum(amount) filter (where ledger = 'available' and direction = 'credit'), 0) - coalesce(sum(amount) filter (where ledger = 'available' and direction = 'debit'), 0) as available,
        coalesce(sum(amount) filter (where ledger = 'pending' and direction = 'credit'), 0) - coalesce(sum(amount) filter (where ledger = 'pending' and direction = 'debit'), 0) as pending,
        coalesce(sum(amount) filter (where ledger = 'reserved' and direction = 'credit'), 0) - coalesce(sum(amount) filter (where ledger = 'reserved' and direction = 'debit'), 0) as reserved,
        coalesce(sum(amount) filter (where ledger = 'in_settlement' and direction = 'credit'), 0) - coalesce(sum(amount) filter (where ledger = 'in_settlement' and direction = 'debit'), 0) as in_settlement,
        coalesce(sum(amount) filter (where ledger = 'earnings' and direction = 'credit'), 0) - coalesce(sum(amount) filter (where ledger = 'earnings' and direction = 'debit'), 0) as earnings
      from given where is_client group by account_id, currency
  )
  update balance b
    set available = b.available + m.available, pending = b.pending + m.pending, reserved = b.reserved + m.reserved,
        in_settlement = b.in_settlement + m.in_settlement, earnings = b.earnings + m.earnings,
        seq = b.seq + m.n, as_of = at.occurred_at
    from moved m join at on at.account_id = m.account_id
    where b.account_id = m.account_id and b.currency = m.currency;
end $$;

-- Gives the events their positions. Always the last write of a transaction: the counter is the hottest row.
create function append_events(p json) returns void language plpgsql as $$
begin
  perform from event_counter c
    where c.account_id in (select e.account_id from json_to_recordset(p) as e(account_id text))
    order by c.account_id
    for no key update;
  with given as (
    select e.*, row_number() over (partition by e.account_id order by e.ord) as n
      from json_to_recordset(p)
        as e(account_id text, id text, ord int, type text, resource_id text, occurred_at timestamptz, body text)
  ), new_event as (
    insert into event (account_id, position, id, type, resource_id, occurred_at, body)
      select g.account_id, c.last + g.n, g.id, g.type, g.resource_id, g.occurred_at, g.body
        from given g join event_counter c on c.account_id = g.account_id
        order by g.account_id, g.n
  )
  update event_counter c set last = c.last + g.n
    from (select account_id, count(*) as n from given group by account_id) g
    where c.account_id = g.account_id;
end $$;

-- Locks the usage rows of limits in order, making those that are missing, and drops what fell out of the 24 hours.
-- A minute counts whole while any part of it lies within them, so the sum is never below the true one.
create function lock_limits(p json) returns void language plpgsql as $$
declare cutoff timestamptz := date_trunc('minute', business_now() - interval '24 hours');
begin
  insert into limit_usage (account_id, product, method, currency)
    select distinct u.account_id, u.product, u.method, u.currency
      from json_to_recordset(p) as u(account_id text, product text, method text, currency text)
      where not exists (select from limit_usage l where l.account_id = u.account_id and l.product = u.product
        and l.method = u.method and l.currency = u.currency)
      order by 1, 2, 3, 4
    on conflict do nothing;
  perform from limit_usage l
    where (l.account_id, l.product, l.method, l.currency) in (
      select u.account_id, u.product, u.method, u.currency
        from json_to_recordset(p) as u(account_id text, product text, method text, currency text))
    order by l.account_id, l.product, l.method, l.currency
    for no key update;
  update limit_usage l
    set swept_to = cutoff,
        total = l.total - coalesce((select sum(m.amount) from limit_minute m
          where m.account_id = l.account_id and m.product = l.product and m.method = l.method and m.currency = l.currency
            and m.minute >= l.swept_to and m.minute < cutoff), 0)
    where l.swept_to < cutoff
      and (l.account_id, l.product, l.method, l.currency) in (
        select u.account_id, u.product, u.method, u.currency
          from json_to_recordset(p) as u(account_id text, product text, method text, currency text));
end $$;

-- Counts accepted amounts towards their limits, or gives them back (negative).
create function use_limits(p json) returns void language plpgsql as $$
begin
  -- What is added was decided under these locks; what is given back takes them here, in the same order.
  if exists (
    select from json_to_recordset(p) as u(account_id text, product text, method text, currency text, count int)
      where u.count < 0 or not exists (select from limit_usage l where l.account_id = u.account_id
        and l.product = u.product and l.method = u.method and l.currency = u.currency)
  ) then
    perform lock_limits(p);
  end if;
  -- The minutes first, empty: a sum of a minute may go down as well as up.
  insert into limit_minute (account_id, product, method, currency, minute, amount, count)
    select distinct u.account_id, u.product, u.method, u.currency, date_trunc('minute', u.at), 0, 0
      from json_to_recordset(p) as u(account_id text, product text, method text, currency text, at timestamptz)
    on conflict do nothing;
  update limit_minute m set amount = m.amount + u.amount, count = m.count + u.count
    from (
      select u.account_id, u.product, u.method, u.currency, date_trunc('minute', u.at) as minute, sum(u.amount) as amount, sum(u.count) as count
        from json_to_recordset(p) as u(account_id text, product text, method text, currency text, at timestamptz, amount numeric, count int)
        group by 1, 2, 3, 4, 5
    ) u
    where m.account_id = u.account_id and m.product = u.product and m.method = u.method and m.currency = u.currency and m.minute = u.minute;
  update limit_usage l set total = l.total + u.amount
    from (
      select u.account_id, u.product, u.method, u.currency, sum(u.amount) as amount
        from json_to_recordset(p) as u(account_id text, product text, method text, currency text, at timestamptz, amount numeric)
        join limit_usage w on w.account_id = u.account_id and w.product = u.product and w.method = u.method and w.currency = u.currency
        where date_trunc('minute', u.at) >= w.swept_to
        group by 1, 2, 3, 4
    ) u
    where l.account_id = u.account_id and l.product = u.product and l.method = u.method and l.currency = u.currency;
end $$;

-- Takes the lock of each key in order: waits (up to lock_timeout) or passes over what another transaction holds.
create function lock_keys(keys text[], wait boolean) returns text[] language plpgsql as $$
declare
  held text[] := '{}';
  key text;
begin
  foreach key in array (select array(select distinct unnest(keys) order by 1)) loop
    if wait then
      perform pg_advisory_xact_lock(hashtextextended(key, 0));
      held := held || key;
    elsif pg_try_advisory_xact_lock(hashtextextended(key, 0)) then
      held := held || key;
    end if;
  end loop;
  return held;
end $$;

-- All that a decision about new payouts needs, in one round trip and under locks taken in one order:
-- keys, quotes, limits, balances. An ask whose key another transaction holds comes back as busy.
create function load_payout_asks(p json, velocity_minutes int, wait boolean)
returns table (
  ord int, busy boolean, moment timestamptz, key_fingerprint text, key_resource_id text,
  method text, currency text, country text, beneficiary_status text,
  customer_status text, compliance_status text,
  payouts_stopped boolean, suspended boolean,
  platform_fee_bps int, tenant_markup_bps int, overrides jsonb,
  daily_total numeric, recent_count bigint, available numeric
) language plpgsql as $$
#variable_conflict use_column
declare held text[];
begin
  held := lock_keys(array(select a.account_id || ':' || a.key from json_to_recordset(p) as a(account_id text, key text)), wait);
  perform from quote q
    where (q.account_id, q.id) in (select a.account_id, a.quote_id from json_to_recordset(p) as a(account_id text, quote_id text))
    order by q.id
    for no key update;
  perform lock_limits(coalesce((
    select json_agg(u) from (
      select distinct b.account_id, 'payout' as product, b.method, b.currency
        from json_to_recordset(p) as a(account_id text, beneficiary_id text)
        join beneficiary b on b.account_id = a.account_id and b.id = a.beneficiary_id) u), '[]'::json));
  perform from balance b
    where (b.account_id, b.currency) in (
      select a.account_id, coalesce(q.source_currency, a.source_currency)
        from json_to_recordset(p) as a(account_id text, quote_id text, source_currency text)
        left join quote q on q.account_id = a.account_id and q.id = a.quote_id)
    order by b.account_id, b.currency
    for no key update;
  return query
    with ask as materialized (
      select a.*, b.method, b.currency, b.country, b.status as beneficiary_status, b.customer_id,
          coalesce(q.source_currency, a.source_currency) as source
        from json_to_recordset(p) as a(ord int, account_id text, key text, beneficiary_id text, quote_id text, source_currency text)
        left join beneficiary b on b.account_id = a.account_id and b.id = a.beneficiary_id
        left join quote q on q.account_id = a.account_id and q.id = a.quote_id
    ), used as materialized (
      select d.account_id, d.method, d.currency, l.total,
          (select coalesce(sum(m.count), 0)::bigint from limit_minute m
            where m.account_id = d.account_id and m.product = 'payout' and m.method = d.method and m.currency = d.currency
              and m.minute >= date_trunc('minute', business_now() - velocity_minutes * interval '1 minute')) as recent
        from (select distinct account_id, method, currency from ask where method is not null) d
        join limit_usage l on l.account_id = d.account_id and l.product = 'payout' and l.method = d.method and l.currency = d.currency
    )
    select ask.ord, not (ask.account_id || ':' || ask.key) = any (held), business_now(), k.fingerprint, k.resource_id,
        ask.method, ask.currency, ask.country, ask.beneficiary_status,
        c.status, c.compliance_status,
        platform.payouts_stopped,
        exists (select from suspension s where s.product = 'payout' and s.method = ask.method and s.currency = ask.currency
          and s.lifted_at is null and (s.account_id is null or s.account_id = ask.account_id)),
        t.platform_fee_bps, t.tenant_markup_bps, t.overrides,
        used.total, used.recent, bal.available
      from ask
      cross join platform
      left join idempotency_key k on k.account_id = ask.account_id and k.key = ask.key
      left join customer c on c.account_id = ask.account_id and c.id = ask.customer_id
      left join account_terms t on t.account_id = ask.account_id
      left join used on used.account_id = ask.account_id and used.method = ask.method and used.currency = ask.currency
      left join balance bal on bal.account_id = ask.account_id and bal.currency = ask.source
      order by ask.ord;
end $$;

-- Processes keep keys and accounts in memory for a moment, and sleep until something is due by business time: a
-- change tells them to look again.
create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('psp_changed', tg_table_name);
  return null;
end $$;
create trigger api_key_told after insert or update or delete on api_key for each statement execute function tell_change();
create trigger platform_told after update on platform for each statement execute function tell_change();
create trigger account_told after update or delete on account for each statement execute function tell_change();
