import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants, checkWithin } from '../../src/adapters/postgres/check/run.js';
import { personFields, withheld } from '../../src/adapters/postgres/check/secrecy.js';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { createSchema } from '../../src/adapters/providers/simulator/schema.js';
import { loadCatalogue } from '../../src/main/catalogue.js';
import type { CheckReport, Violation } from '../../src/ports/checker.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import type { Fixture } from '../setup/fixture.js';
import { audited } from '../../src/usecases/audit.js';
import { openFixture, paymentsOfBank } from '../setup/fixture.js';
import { queryRows } from '../setup/rows.js';
import { makeWebhooks, type WebhookWorld } from '../setup/webhook.js';
import { makeWorld, type World } from '../setup/world.js';

let fixture: Fixture;
let world: World & WebhookWorld;
let sound: CheckReport;
/** A copy of the world without guards, and a connection to it. */
let unguarded: TestDatabase;
let within: pg.Client;

beforeAll(async () => {
  fixture = await openFixture();
  const accounts = await makeWorld(fixture.store);
  world = { ...accounts, ...(await makeWebhooks(fixture, accounts.accountId)) };
  for (const action of ['first', 'second', 'third']) {
    const act = { action, accountId: null, subjectId: null, before: null, after: null };
    await fixture.store.transaction(async (tx) =>
      tx.record([audited(await tx.moment(), { name: 'Ana', reason: 'because' }, act)]),
    );
  }
  await createSchema(fixture.url);
  await queryRows(fixture.url, paymentsOfBank);
  sound = await checkInvariants(fixture.url);
  // A database can be cloned only while nobody is connected to it.
  await fixture.orm.close();
  unguarded = await createDatabase(new URL(fixture.url).pathname.slice(1));
  within = new pg.Client({ connectionString: unguarded.url, options: '-c jit=off' });
  await within.connect();
  await within.query(unguard);
});

afterAll(async () => {
  await within.end();
  await unguarded.drop();
  await fixture.close();
});

/**
 * Drops everything that would refuse the change: triggers, foreign keys, checks, unique keys, and the
 * publication that needs these.
 */
const unguard = `
  set session_replication_role = replica;
  drop publication psp;
  do $$ declare c record; begin
    for c in select conrelid::regclass as on_table, conname from pg_constraint
        where contype in ('c', 'u', 'p', 'f') and connamespace = 'public'::regnamespace and coninhcount = 0 order by contype = 'f' desc loop
      execute format('alter table %s drop constraint if exists %I cascade', c.on_table, c.conname);
    end loop;
    for c in select indexname from pg_indexes where schemaname = 'public' and indexdef like 'CREATE UNIQUE%' loop
      execute format('drop index %I', c.indexname);
    end loop;
  end $$;`;

/** Clones the world, makes the change, runs the checker and drops the clone. */
async function checkAfter(statements: string): Promise<CheckReport> {
  const clone = await createDatabase(new URL(fixture.url).pathname.slice(1));
  const client = new pg.Client({ connectionString: clone.url });
  try {
    await client.connect();
    await client.query(statements);
    await client.end();
    return await checkInvariants(clone.url);
  } finally {
    await clone.drop();
  }
}

/** Makes the change in the unguarded world, runs one check and rolls the change back. */
async function foundAfter(statements: string, number: number, name: string): Promise<Violation[]> {
  await within.query('begin');
  try {
    await within.query(statements);
    return await checkWithin(within, number, name);
  } finally {
    await within.query('rollback');
  }
}

const adjusted = "each adjustment is named in an operator's audit entry";
const chain = 'each audit entry has the hash of the entry before it; none was changed or removed';

type Break = [number: number, name: string, statements: (ids: World & WebhookWorld) => string];

const copyOf = (table: string, columns: string, values: string, where: string) =>
  `insert into ${table} (${columns}) select ${values} from ${table} where ${where}`;

const earlyNotice = (type: string, table: 'payin' | 'payout') =>
  `insert into early_notice (provider, id, type, reference, told, received_at)
     select 'sandbox', id, '${type}', ${table === 'payin' ? 'payment_reference' : 'reference'}, '{}', now() - interval '1 hour'
       from ${table} where status = 'completed'`;

/** A balanced journal with its entries and consequences that credits an account without a valid origin. */
const moneyFromNothing = ({ accountId }: World, purpose: string, origin: string) => `
  insert into journal (id, account_id, purpose, origin_type, origin_id, occurred_at)
    select 'jrn_x', account_id, '${purpose}', ${origin}, as_of from balance where account_id = '${accountId}' and currency = 'PEN';
  insert into entry (id, account_id, journal_id, ledger, currency, direction, amount, seq, occurred_at)
    select e.id, b.account_id, 'jrn_x', e.ledger, b.currency, e.direction, 500, case e.ledger when 'available' then b.seq + 1 end, b.as_of
      from balance b cross join (values ('ent_x', 'adjustments', 'debit'), ('ent_y', 'available', 'credit')) e (id, ledger, direction)
      where b.account_id = '${accountId}' and b.currency = 'PEN';
  update balance set available = available + 500, seq = seq + 1 where account_id = '${accountId}' and currency = 'PEN'`;

const seals = 'each seal is signed, continues its chain and matches the entries of its day';
const counted = 'each sealed day has the journals that its seal counts, and no day between seals has any';

/** A seal of today that was not made by the service. */
const forgedSeal = ({ accountId }: World): string => {
  const [hash, key] = ['a'.repeat(64), Buffer.alloc(32, 1).toString('base64')];
  return `insert into seal_key (id, public_key, created_at) values ('s1', '${key}', now());
    insert into ledger_seal (id, account_id, day, number, journals, root, previous, balances, key_id, signature, hash, created_at, version)
      values ('seal_x', '${accountId}', to_char(now() at time zone 'UTC', 'YYYY-MM-DD'), 1, 99, '${hash}', '${'0'.repeat(64)}', '[]', 's1', '${key}', '${hash}', now(), 1)`;
};

/** The archived day of an account whose first events are from then, with another digest, seal or number of rows. */
const archivedDay = (previous: string, journals = '0'): string =>
  `insert into archive_file (account_id, day, sha256, previous, journals, entries, events, last_position, bytes, archived_at)
     select account_id, to_char(min(occurred_at) at time zone 'UTC', 'YYYY-MM-DD'), repeat('a', 64), '${previous}', ${journals}, 0,
         0, 0, 1, now() from event group by account_id`;
const noFile = '0'.repeat(64);

const archiveBreaks: Break[] = [
  [
    37,
    'the archived days of an account are a chain, in which no event is left out',
    () => archivedDay('b'.repeat(64)),
  ],
  [
    37,
    'the archived days of an account are a chain, in which no event is left out',
    () => `${archivedDay(noFile)}; update archive_file set last_position = 1`,
  ],
  [
    37,
    'each sealed day up to the last archived one is in the archive',
    (w) => `${forgedSeal(w)}; ${archivedDay(noFile)}; update archive_file set day = '2999-01-01'`,
  ],
  [37, 'the rows of an archived day are as many as its file has', () => archivedDay(noFile)],
  [
    37,
    'entries have left only of archived days, and those of a balance from the first on',
    () => archivedPart('seq = 1'),
  ],
  [
    37,
    'entries have left only of archived days, and those of a balance from the first on',
    () => `${borderAt('2999-01-01')}; ${carried('seq')}`,
  ],
  [
    37,
    'events have left only of archived days, and those of an account from the first on',
    () => `insert into archived_event_part (account_id, day, after, upto, last_id, digest, types, resource_ids, times, bodies)
      select account_id, '2020-01-01', position - 1, position, id, repeat('a', 64), array[type], array[resource_id],
          array[occurred_at], array['{}'] from event where position = 2`,
  ],
  [
    37,
    'the balances of archived seals are the sums of the entries up to them',
    (w) => `${forgedSeal(w)}; ${borderAt('2999-01-01')};
      update ledger_seal set balances = '[{"currency":"PEN","number":"1","available":"0.07"}]'`,
  ],
  [
    37,
    'carried-forward balances are those of the last seal before the border',
    () => `${borderAt('2999-01-01')}; ${carried('0')}`,
  ],
];

/** What entries moved as if they had left, which are still here. */
const archivedPart = (where: string): string =>
  `insert into archived_part (account_id, day, currency, upto, moves)
     select account_id, '2020-01-01', currency, seq,
         jsonb_build_array(jsonb_build_array(journal_id, ledger, currency, direction, amount, seq, occurred_at))
       from entry where ${where}`;
const borderAt = (day: string): string =>
  `insert into archive_border (account_id, day, until, sha256)
     select id, '${day}', '${day}T24:00:00Z', repeat('a', 64) from account`;
const carried = (removedTo: string): string =>
  `insert into archive_balance (account_id, currency, seq, removed_to, occurred_at)
     select account_id, currency, seq, ${removedTo}, as_of from balance where seq > 0`;

const ledgerBreaks: Break[] = [
  ...archiveBreaks,
  [23, counted, forgedSeal],
  [
    1,
    'each journal balances in each currency',
    () => `update entry set amount = amount + 1 where ledger = 'fees'`,
  ],
  [1, 'each journal has at least two entries', () => `delete from entry where ledger = 'reserved'`],
  [
    1,
    'each journal has at least two entries',
    (w) =>
      `delete from entry where journal_id in (select id from journal where origin_id = '${w.completed}')`,
  ],
  [
    2,
    'the whole ledger sums to zero in each currency',
    () => `update entry set amount = amount + 1 where ledger = 'fees'`,
  ],
  [
    2,
    'a journal with several currencies converts through fx',
    () => `update entry set ledger = 'rounding' where ledger = 'fx'`,
  ],
  [
    3,
    'each balance column equals the sum of its entries',
    () => `update balance set earnings = earnings + 0.01`,
  ],
  [
    3,
    'each balance column equals the sum of its entries',
    () => `delete from balance where currency = 'USDT'`,
  ],
  [
    4,
    'no client bucket is negative, infinite or has too many decimals',
    () => `update balance set pending = -1`,
  ],
  [
    4,
    'no client bucket is negative, infinite or has too many decimals',
    () => `update balance set pending = 'NaN'`,
  ],
  [
    4,
    'no client bucket is negative, infinite or has too many decimals',
    () => `update balance set pending = 0.001 where currency = 'PEN'`,
  ],
  [
    4,
    'amounts of entries are positive, finite and within the decimals of the currency',
    () => `update entry set amount = 'Infinity' where ledger = 'fees'`,
  ],
  ...['-1', `'NaN'`, '0.001'].map((amount): Break => [
    4,
    'amounts of exceptions are finite, not below zero and within the decimals of their currency',
    () => `update exception set actual_amount = ${amount}`,
  ]),
  [
    5,
    'the guards of operations, journals, entries, events and the audit log are in force',
    () => `alter table entry disable trigger entry_kept`,
  ],
  [
    5,
    'the guards of operations, journals, entries, events and the audit log are in force',
    () => `drop trigger journal_filled on journal`,
  ],
  [
    5,
    'every constraint is validated and enforced',
    () => `alter table payout add check (total > 0) not valid`,
  ],
  [
    5,
    'no entry was added to an existing journal',
    () => `update entry set occurred_at = occurred_at + interval '1 hour' where ledger = 'fees'`,
  ],
  [
    7,
    "statement entries are numbered without gaps up to the balance's number",
    () => `update entry set seq = seq + 1 where seq = 3`,
  ],
  [
    7,
    "statement entries are numbered without gaps up to the balance's number",
    () => `update balance set seq = seq + 1`,
  ],
  [
    23,
    'entries are in time order, so a closed period never changes',
    () => `update entry set occurred_at = occurred_at - interval '1 day' where seq = 4`,
  ],
  [
    23,
    'no balance was ever negative',
    () => `update entry set occurred_at = occurred_at + interval '1 day' where seq = 1`,
  ],
  [
    23,
    'balance marks equal the sums of the entries before them',
    () => `select add_mark(account_id, currency, 2) from balance where seq > 1;
      update balance_mark set debits[1] = debits[1] + 1`,
  ],
  [
    23,
    "the last entry of a balance is the balance's as_of",
    () => `update balance set as_of = as_of + interval '1 second'`,
  ],
];

const reserved =
  'reserved equals open payouts, refunds and withdrawals; in_settlement equals open settlements; pending equals returns on their way';
const due = 'every change that needs an event has exactly one, and no other change has any';
const moved = "an operation's journals moved exactly what its status requires, per purpose";
const keyed =
  'every operation, funding account and remittance belongs to an idempotency key or a hosted session';
const quotes = 'a quote pays for one payout or remittance, and both name each other';
const operationBreaks: Break[] = [
  [8, moved, (w) => `update payout set status = 'completed' where id = '${w.processing}'`],
  [8, moved, (w) => `update payout set refund_status = 'settled' where id = '${w.returned}'`],
  [8, moved, () => `update payin set status = 'failed' where currency = 'USDT'`],
  [8, moved, () => `update adjustment set amount = amount + 1`],
  [8, moved, (w) => `update adjustment set account_id = '${w.otherAccountId}'`],
  [8, moved, () => `update adjustment set id = 'adj_x'`],
  [8, moved, (w) => moneyFromNothing(w, 'adjustment_credit', `'adjustment', 'adj_absent'`)],
  [
    8,
    moved,
    (w) =>
      moneyFromNothing(w, 'payout_return', `'payin', (select min(id) from payin where status = 'completed')`),
  ],
  [
    8,
    moved,
    (w) =>
      `update journal set purpose = 'reversal' where purpose = 'payout_capture' and origin_id = '${w.completed}'`,
  ],
  [
    8,
    moved,
    (w) =>
      `update journal set purpose = 'funding_deposit' where purpose = 'payout_reserve' and origin_id = '${w.processing}'`,
  ],
  [8, moved, () => `update journal set purpose = 'payout_return' where purpose = 'funding_deposit'`],
  [8, moved, () => `update journal set purpose = 'gift' where purpose = 'payout_return_settled'`],
  [9, reserved, () => `update balance set reserved = reserved + 1, available = available - 1`],
  [
    10,
    'each operation has at most one intent that may have been sent',
    () =>
      copyOf(
        'intent',
        'id, account_id, kind, operation_id, number, reference, state, send_by, created_at, version',
        `'int_2', account_id, kind, operation_id, 2, reference, 'open', send_by, created_at, 1`,
        `state = 'accepted'`,
      ),
  ],
  [
    10,
    "an operation's intents are numbered without gaps and have its reference",
    (w) => `update payout set attempts = 2 where id = '${w.completed}'`,
  ],
  [
    12,
    'a cancelled operation was never sent',
    (w) => `update intent set operation_id = '${w.cancelled}' where operation_id = '${w.failed}'`,
  ],
  [
    12,
    'a paid operation has an intent that may have been sent',
    (w) => `update intent set state = 'not_sent' where operation_id = '${w.completed}'`,
  ],
  [
    12,
    'an ended operation has no open intent after its send window',
    (w) =>
      `update intent set state = 'open', decided_at = null, send_by = now() - interval '1 hour' where operation_id = '${w.completed}'`,
  ],
  [
    12,
    'a completed pay-in names the payment that was confirmed',
    () => `update payin set payment_reference = null`,
  ],
  [
    13,
    'an operation has at most one reserve, one capture or reversal, one return and one credit',
    (w) =>
      copyOf(
        'journal',
        'id, account_id, purpose, origin_type, origin_id, occurred_at',
        `'jrn_2', account_id, 'reversal', origin_type, origin_id, occurred_at`,
        `purpose = 'payout_capture' and origin_id = '${w.completed}'`,
      ),
  ],
  [15, quotes, () => `update quote set used_by = null`],
  [15, quotes, (w) => `update payout set quote_id = (select min(id) from quote) where id = '${w.crossed}'`],
  [
    16,
    'an idempotency key has one resource, and a reference one operation',
    () =>
      copyOf(
        'idempotency_key',
        'account_id, key, fingerprint, resource_id, created_at',
        'account_id, key, fingerprint, resource_id, created_at',
        'true',
      ),
  ],
  [16, keyed, (w) => `delete from idempotency_key where resource_id = '${w.completed}'`],
  [16, keyed, () => `delete from idempotency_key where resource_id like 'fa_%'`],
  [16, keyed, (w) => `update idempotency_key set resource_id = '${w.completed}'`],
  [
    17,
    'a payout that failed for insufficient funds has no journal, and payout.failed as its only event',
    (w) => `update event set type = 'payout.created' where resource_id = '${w.unfunded}'`,
  ],
  [
    17,
    'a payout that failed for insufficient funds has no journal, and payout.failed as its only event',
    (w) =>
      `update payout set failure_code = 'insufficient_funds', failed_at = created_at where id = '${w.failed}'`,
  ],
  [
    22,
    'principal, fee and markup add up to the total',
    (w) => `update payout set platform_fee = platform_fee + 1 where id = '${w.completed}'`,
  ],
  [22, "a payout's figures are its quote's", () => `update quote set rate = 3.8`],
  [
    28,
    'every undecided operation has a next step',
    (w) => `update payout set next_step_at = null where id = '${w.processing}'`,
  ],
  [
    28,
    'every undecided operation has a next step',
    (w) => `update payout set next_step_at = null where id = '${w.verification_pending}'`,
  ],
  [
    28,
    'every undecided operation has a next step',
    () => `update funding_account set status = 'active', next_step_at = null where status = 'pending'`,
  ],
  ...['payout', 'funding_account'].map((table): Break => [
    28,
    'every undecided operation has a next step',
    () => `update ${table} set next_step_at = 'infinity' where next_step_at is not null`,
  ]),
  ...[
    `payout set next_step_at = next_step_at + interval '2 days'`,
    `webhook_lane set due_at = business_now() + interval '1 day'`,
  ].map((change): Break => [
    28,
    'no time is further in the future than its kind allows',
    () => `update ${change}`,
  ]),
  [28, 'every undecided operation has a next step', () => `update risk_decision set status = 'approved'`],
  [
    28,
    'a payout with a pending return has a next step',
    (w) => `update payout set refund_status = 'pending', next_step_at = null where id = '${w.returned}'`,
  ],
  [
    28,
    'no early notice remains about a decided operation or pay-in',
    () => earlyNotice('payment_result', 'payin'),
  ],
  [
    28,
    'no early notice remains about a decided operation or pay-in',
    () => earlyNotice('operation', 'payout'),
  ],
];

const texts = "an event's body agrees with its row and its type";
const changes = 'each customer event changes what its type names';
const editedEvent = (type: string, text: string, other: string) =>
  `update event set body = replace(body, '${text}', '${other}') where type = '${type}'`;
/** Inserts the last event of this type once more. */
const repeatedEvent = (type: string) =>
  `insert into event (account_id, position, id, type, resource_id, occurred_at, body)
     select account_id, position + 1000, 'evt_x', '${type}', resource_id, occurred_at, replace(replace(body, id, 'evt_x'), type, '${type}')
       from event where type = 'customer.updated' order by position desc limit 1`;
const historyBreaks: Break[] = [
  [
    11,
    'every status change is allowed by the flow table; only completed to returned leaves a final status',
    (w) =>
      `update event set body = replace(body, '"status":"failed"', '"status":"processing"') where resource_id = '${w.failed}'`,
  ],
  [
    11,
    'every status change is allowed by the flow table; only completed to returned leaves a final status',
    (w) =>
      `update event set body = replace(body, '"status":"processing"', '"status":"cancelled"') where resource_id = '${w.failed}'`,
  ],
  [
    18,
    'every change that needs an event has exactly one, and no other change has any',
    (w) => `delete from event where resource_id = '${w.completed}' and type = 'payout.completed'`,
  ],
  [
    18,
    'an event has the time of its row, or the time of the event before it if that is later',
    (w) => `update payout set completed_at = completed_at + interval '1 second' where id = '${w.completed}'`,
  ],
  [
    18,
    'every change that needs an event has exactly one, and no other change has any',
    () => `update beneficiary set verification_status = 'verified'`,
  ],
  [18, 'a customer equals the data of its last event', () => `update customer set status = 'blocked'`],
  [
    18,
    texts,
    (w) => `update event set body = replace(body, 'payout.', 'payin.') where resource_id = '${w.completed}'`,
  ],
  [18, texts, () => `update event set body = '{}' where position = 1`],
  [18, texts, () => editedEvent('payin.completed', '"status":"completed"', '"status":"failed"')],
  [18, texts, () => editedEvent('payout.failed', '"status":"failed"', '"status":"completed"')],
  [
    18,
    texts,
    () => editedEvent('reconciliation.exception_created', '"status":"open"', '"status":"resolved"'),
  ],
  [18, changes, () => repeatedEvent('customer.updated')],
  [18, changes, () => repeatedEvent('customer.status_changed')],
  [
    19,
    "event positions have no gaps up to the account's counter",
    () => `delete from event where position = 3`,
  ],
  [
    19,
    "event positions have no gaps up to the account's counter",
    () => `update event_counter set last = last + 1`,
  ],
  [
    19,
    "event positions have no gaps up to the account's counter",
    () => `update event set position = position + 1 where position = 3`,
  ],
  [19, 'every account has an event counter', () => `delete from event_counter`],
];

const accepted = 'operations stayed within the 24-hour limit of their time, and record limit and total';
const references = 'every reference inside a row points into the same account';
const events = 'no event holds personal data or a secret';
const besidePaid =
  'nothing that failed or was cancelled stands beside "paid" in the provider\'s record without an exception';
const bankSays = (payout: string, finding: string): string =>
  `insert into simulator.operation (reference, amount, currency, answer, answers_at, finding, turns_to, turns_at)
     select reference, 1, 'PEN', 'refused', now(), ${finding} from payout where id = '${payout}'`;
const paymentsHad = "every completed pay-in is a payment in the provider's record";
const bankContradicts =
  "nothing in the provider's record contradicts how a pay-in ended without an exception";
const linesContradict = 'a compared statement agrees with each pay-in, or there is an exception';
const lineOfPayment = (payins: string, state = 'agreed'): string =>
  `insert into statement_line (provider, sequence, kind, reference, amount, currency, booked_at, state)
     select 'sandbox', row_number() over (), 'payment', payment_reference, paid_amount, paid_currency, now(), '${state}'
     from payin ${payins}`;
const answers =
  'the answers of a hosted session are deleted when it gets a remittance, or one day after it ends';
const session =
  'a hosted session has at most one remittance, with its own price, payer, payee and funding account';

const hostedBreaks: Break[] = [
  [15, session, (w) => `update hosted_session set funding_account_id = null where id = '${w.session}'`],
  [15, session, (w) => `update hosted_session set submitted_at = created_at where id = '${w.session}'`],
  [
    15,
    session,
    (w) =>
      `update hosted_session set remittance_id = (select remittance_id from hosted_session where id = '${w.session}')`,
  ],
  [
    26,
    'a hostname has at most one live claim, and an account at most ten pending claims',
    () => `update hosted_domain set hostname = 'one.example.com'`,
  ],
  [
    26,
    "a page omits the platform's name only if that was granted",
    () => `update account_terms set white_label_at = null`,
  ],
  [
    27,
    "only the fingerprint of a hosted session's token is stored",
    (w) => `update hosted_session set token_fingerprint = 'hps_test_0' where id = '${w.session}'`,
  ],
  [27, answers, (w) => `update hosted_session set draft = 'sealed' where id = '${w.session}'`],
  [
    27,
    answers,
    () =>
      `update hosted_session set draft = 'sealed', created_at = created_at - interval '3 days', expires_at = created_at - interval '2 days'
        where remittance_id is null`,
  ],
  [
    27,
    'the e-mail address of a payer is deleted once the remittance has ended',
    (
      w,
    ) => `with ended as (update remittance set status = 'failed', failure_code = 'expired', failed_at = created_at, next_step_at = null, completed_at = null
        where id = (select remittance_id from hosted_session where id = '${w.session}') returning id)
      update hosted_session set payer_contact = 'sealed' where id = '${w.session}'`,
  ],
];

const otherBreaks: Break[] = [
  [25, accepted, () => `update payout set daily_total = destination_amount - 0.01`],
  [25, accepted, () => `update payout set limit_daily = null`],
  [25, accepted, () => `update funding_account set daily_total = null`],
  [
    25,
    'no minute of the last 24 hours was removed from a limit',
    () => `update limit_usage set swept_to = now() + interval '1 day'`,
  ],
  [25, accepted, (w) => `update payout set limit_daily = 30, daily_total = 30 where id = '${w.settled}'`],
  [
    25,
    'the minute sums of limits equal the sums of operations',
    () => `update limit_minute set amount = amount + 1`,
  ],
  [
    25,
    'the minute sums of limits equal the sums of operations',
    () => `update limit_minute set count = count + 1`,
  ],
  [
    25,
    'the total of a limit equals the sum of its minutes',
    () => `update limit_usage set total = total + 1`,
  ],
  [
    26,
    references,
    (w) => `update payout set beneficiary_id = '${w.otherBeneficiaryId}' where id = '${w.completed}'`,
  ],
  [26, references, (w) => `update intent set account_id = '${w.otherAccountId}'`],
  [26, references, () => `update idempotency_key set resource_id = 'pout_none'`],
  [26, references, (w) => moneyFromNothing(w, 'adjustment_credit', `'adjustment', 'adj_absent'`)],
  [26, references, () => `update journal set origin_type = 'gift' where origin_type = 'payout'`],
  ...['api_key', 'balance', 'limit_usage'].map((table): Break => [
    26,
    references,
    () => `update ${table} set account_id = 'acct_absent'`,
  ]),
  ...[...personFields, ...withheld].map((name): Break => [
    27,
    events,
    () => `update event set body = replace(body, '"method":', '"${name}": "x", "method":')`,
  ]),
  ...['Ab_-'.repeat(11).slice(1), 'Ab+/'.repeat(11)].map((secret): Break => [
    27,
    events,
    () => `update event set body = replace(body, '"ABC"', '"whsec_${secret}"')`,
  ]),
  [
    27,
    "at most four characters of a payee's account number are stored unsealed",
    () => `update beneficiary set account_hint = '00017'`,
  ],
  [
    27,
    "at most four characters of a payee's account number are stored unsealed",
    () => `update settlement_destination set account_hint = '00025'`,
  ],
  [
    27,
    'no audit entry holds personal data or a secret',
    () => `update audit_entry set reason = 'with psp_op_${'0f'.repeat(32)}'`,
  ],
  [
    27,
    'columns of personal data hold sealed text only',
    () => `update customer set display_name = 'Ana Torres'`,
  ],
  [
    27,
    'columns of personal data hold sealed text only',
    () => `update beneficiary set details = 'k1: {"cci":"00219300000000000017"}'`,
  ],
  [27, events, () => `update event set body = replace(body, '"method":', '"holder": "Ana", "method":')`],
  [
    27,
    events,
    () => `update event set body = replace(body, '"ABC"', '"psp_test_abcdefghijkl_${'0f'.repeat(32)}"')`,
  ],
  [
    27,
    'no audit entry holds personal data or a secret',
    () => `update audit_entry set before = '{"customer": {"display_name": "Ana"}}'`,
  ],
  ...[
    `'{"holder": "[redacted]", "display_name": "Ana"}'::jsonb, null`,
    `null, '{"data": [{"details": {"clabe": "032180000118359719"}}]}'::jsonb`,
    `null, '{"secret": "whsec_${'aB3-'.repeat(10)}aB3"}'::jsonb`,
    `null, '{"text": "whsec_${'aB+/'.repeat(11)}"}'::jsonb`,
  ].map((bodies): Break => [
    27,
    'no line of the request log holds personal data or a secret',
    () =>
      `insert into request select 'req_01k9zq3v5e8x7m2n4p6r8t0w1y', min(id), 'POST', '/v1/customers', '/v1/customers', null,
        201, 'succeeded', null, 1, null, null, null, false, null, null, null, ${bodies}, now(), 1 from account`,
  ]),
  ...[
    `update audit_entry set reason = 'another'`,
    `update audit_entry set operator = 'another' where id = (select max(id) from audit_entry)`,
    `delete from audit_entry where id = (select min(id) from audit_entry)`,
    `delete from audit_link where position = 1`,
    `delete from audit_link; delete from audit_entry where id = (select min(id) from audit_entry)`,
    `update audit_link set previous = hash, hash = previous where position = 2`,
    `insert into audit_entry (id, operator, action, reason, created_at, version) values ('aud_x', 'a', 'b', 'c', now(), 1)`,
  ].map((statement): Break => [29, chain, () => statement]),
  [29, adjusted, () => `update adjustment set id = 'adj_x'`],
  [29, adjusted, () => `update audit_entry set action = 'x' where action = 'exception.resolve'`],
  [
    30,
    'every excepted statement line has an exception',
    () =>
      `insert into statement_line (provider, sequence, kind, reference, amount, currency, booked_at, state)
         values ('sandbox', 1, 'order', 'nobody', 1, 'PEN', now(), 'excepted')`,
  ],
  [
    27,
    'only the fingerprint and the public prefix of an API key are stored',
    () => `update api_key set fingerprint = prefix || '_secret'`,
  ],
  [
    10,
    "the provider's own record has at most one call a reference",
    () =>
      `insert into simulator.call (reference, kind, amount, currency) values ('r', 'payout', 1, 'PEN'), ('r', 'payout', 1, 'PEN')`,
  ],
  [
    12,
    'no cancelled operation reached the provider',
    (w) =>
      `insert into simulator.call (reference, kind, amount, currency) select reference, 'payout', 1, 'PEN' from payout where id = '${w.cancelled}'`,
  ],
  [12, paymentsHad, () => `delete from simulator.payment`],
  [12, paymentsHad, () => `update simulator.payment set amount = amount + 1`],
  [33, bankContradicts, () => `update simulator.payment set outcome = 'failed'`],
  [33, bankContradicts, () => `update simulator.payment set outcome = 'reversed'`],
  [
    33,
    bankContradicts,
    () => `update simulator.payment set turns_to = 'failed', turns_at = now() - interval '1 second'`,
  ],
  [
    33,
    bankContradicts,
    () => `update payin set status = 'failed', completed_at = null where status = 'completed'`,
  ],
  [
    33,
    linesContradict,
    () =>
      `${lineOfPayment(`where status = 'completed'`)}; update statement_line set kind = 'payment_reversed'`,
  ],
  [
    33,
    linesContradict,
    () =>
      `update payin set payment_reference = id where status = 'failed'; ${lineOfPayment(`where status = 'failed'`)}`,
  ],
  [
    33,
    'late evidence about a pay-in contradicts how it ended',
    () =>
      `insert into exception (id, account_id, type, status, resource_type, resource_id, cause, created_at, version)
         select 'rex_x', account_id, 'late_payment_evidence', 'open', 'payin', id, 'completed', now(), 1
         from payin where status = 'completed' limit 1`,
  ],
  [30, besidePaid, (w) => bankSays(w.failed, `'paid', null, null`)],
  [30, besidePaid, (w) => bankSays(w.cancelled, `'returned', null, null`)],
  [30, besidePaid, (w) => bankSays(w.failed, `'not_executed', 'paid', now() - interval '1 second'`)],
];

const refusals = 'the constraints, foreign keys and unique indexes that protect money exist';
const guards = 'the guards of operations, journals, entries, events and the audit log are in force';
const passedOver = 'delivery cursors are within the event log, and every endpoint has them';
const matching =
  'each matching event of an active endpoint is delivered, pending or failed after ten attempts';
const answered = 'a delivery is delivered if and only if its last attempt got 2xx';
const webhookBreaks: Break[] = [
  [5, guards, () => `drop trigger webhook_delivery_kept on webhook_delivery`],
  [
    18,
    'every change that needs an event has exactly one, and no other change has any',
    () => `delete from webhook_delivery where kind = 'ping'`,
  ],
  [
    20,
    matching,
    (w) => `delete from webhook_delivery where endpoint_id = '${w.delivered}' and kind = 'first'`,
  ],
  [
    20,
    matching,
    (w) =>
      `update webhook_delivery set status = 'cancelled' where endpoint_id = '${w.failing}' and kind = 'first'`,
  ],
  [20, matching, () => `update webhook_delivery set status = 'failed' where kind = 'first' and attempts = 1`],
  [20, matching, () => `update webhook_lane set after_position = after_position - 1`],
  [20, passedOver, () => `update webhook_cursor set position = position + 1000`],
  [20, passedOver, () => `delete from webhook_lane`],
  [20, passedOver, () => `update webhook_lane set after_position = after_position + 1000`],
  [
    20,
    answered,
    () =>
      `update webhook_delivery set history = jsonb_set(history, '{-1,http_status}', '500') where attempts > 0`,
  ],
  [20, answered, () => `update webhook_delivery set status = 'delivered' where status = 'pending'`],
  [
    20,
    'an event has at most one first delivery per endpoint, and an endpoint at most one pending test',
    () => `insert into webhook_delivery select (jsonb_populate_record(d, jsonb_build_object('id', d.id || '0'))).*
      from webhook_delivery d where kind = 'first'`,
  ],
  [
    20,
    'a delivery has the type, resource and position of its event',
    () => `update webhook_delivery set event_type = 'payout.failed'`,
  ],
  [
    20,
    'a delivery has the type, resource and position of its event',
    () => `update webhook_delivery set position = position - 1`,
  ],
  [
    20,
    'a delivery has the type, resource and position of its event',
    () => `update webhook_delivery set position = 1 where kind = 'ping'`,
  ],
  [
    20,
    'every pending delivery has a next attempt, and every failing endpoint a next test',
    () => `update webhook_lane set due_at = null`,
  ],
  [
    20,
    'every pending delivery has a next attempt, and every failing endpoint a next test',
    () => `update webhook_lane set next_test_at = null`,
  ],
  [
    20,
    'every pending delivery has a next attempt, and every failing endpoint a next test',
    () => `update webhook_lane set due_at = 'infinity'`,
  ],
  [
    20,
    'every pending delivery has a next attempt, and every failing endpoint a next test',
    () => `update webhook_delivery set next_attempt_at = 'infinity' where next_attempt_at is not null`,
  ],
  [
    20,
    'every pending delivery has a next attempt, and every failing endpoint a next test',
    () => `update webhook_delivery set next_attempt_at = null`,
  ],
  [
    21,
    'first deliveries of a resource to an endpoint are in log order',
    (w) =>
      `update webhook_delivery set status = 'pending' where endpoint_id = '${w.delivered}' and event_type = 'customer.created'`,
  ],
  [
    21,
    'first deliveries of a resource to an endpoint are in log order',
    () => `update webhook_delivery set turns = jsonb_build_array(100 - position) where kind = 'first'`,
  ],
  [
    21,
    'at most one delivery to an endpoint is in flight',
    () =>
      `update webhook_delivery set history = jsonb_set(history, '{0,duration_ms}', '60000') where attempts = 1`,
  ],
  [
    21,
    'attempts are numbered without gaps, up to ten',
    () => `update webhook_delivery set attempts = attempts + 1`,
  ],
  [
    21,
    'attempts are numbered without gaps, up to ten',
    () => `update webhook_delivery set history = jsonb_set(history, '{0,number}', '2') where attempts = 1`,
  ],
  [26, references, (w) => `update webhook_delivery set account_id = '${w.otherAccountId}'`],
  [
    27,
    'columns of personal data hold sealed text only',
    () => `update webhook_endpoint set secret = 'whsec_x'`,
  ],
];

const remittanceFigures =
  'a remittance has the figures of its quote, and its payout has them converted and rounded down';
const remittanceBreaks: Break[] = [
  [5, guards, () => `drop trigger quote_named on quote`],
  [
    8,
    'the status of a remittance follows from its payout',
    () => `update remittance set status = 'processing', completed_at = null where status = 'completed'`,
  ],
  [
    14,
    'a remittance spends no more than its pay-in credited',
    (w) =>
      `update payin set amount = amount - 0.000001 where id = (select payin_id from remittance where payout_id = '${w.remitted}')`,
  ],
  [
    15,
    'a remittance has one pay-in and one payout, which name each other',
    (w) => `update payout set remittance_id = null where id = '${w.remitted}'`,
  ],
  [15, quotes, (w) => `update quote set used_by = null where used_by = '${w.awaited}'`],
  [16, keyed, (w) => `delete from idempotency_key where resource_id = '${w.awaited}'`],
  [22, remittanceFigures, () => `update remittance set source_amount = source_amount + 1`],
  [
    22,
    remittanceFigures,
    (w) =>
      `update payout set platform_fee = platform_fee + 0.000001, principal = principal - 0.000001 where id = '${w.remitted}'`,
  ],
  [
    22,
    "the funding amount of a remittance is the payer's total, converted and rounded down",
    () => `update quote set funding_amount = funding_amount + 0.000001`,
  ],
  [25, accepted, () => `update remittance set daily_total = 1`],
  [
    18,
    'every change that needs an event has exactly one, and no other change has any',
    () => `delete from event where type = 'remittance.completed'`,
  ],
  [26, references, () => `update quote set used_by = 'rem_absent' where product = 'remittance'`],
  [
    28,
    'every waiting remittance has an expiry time',
    (w) => `update remittance set next_step_at = null where id = '${w.awaited}'`,
  ],
  [
    28,
    'no remittance waits for a failed or closed funding account',
    () => `update funding_account set status = 'closed', closed_by = 'failed'`,
  ],
];

const finished = 'a finished batch has only ended items, and the status that follows from them';
const checkName = 'a finished batch and its figures equal the data of its last event';
const batchBreaks: Break[] = [
  [
    15,
    'an item of a batch becomes one payout at most, and both name each other',
    () => `update payout_batch_item set payout_id = null where index = 0`,
  ],
  [
    15,
    'an item of a batch becomes one payout at most, and both name each other',
    (w) => `update payout set batch_id = '${w.batch}', batch_index = 2 where id = '${w.completed}'`,
  ],
  [
    24,
    'the items of a batch add up to its size, with indexes from 0',
    () => `delete from payout_batch_item where index = 2`,
  ],
  [
    24,
    'payouts of a batch are created in item order',
    () => `update payout set batch_index = 1 - batch_index where batch_id is not null`,
  ],
  [
    24,
    'payouts of a batch are created in item order',
    () => `update payout_batch_item set stage = 'pending', payout_id = null where index = 0`,
  ],
  ...[
    `update payout_batch set status = 'completed'`,
    `update payout_batch set status = 'cancelled'`,
    `update payout_batch set status = 'completed_with_failures'`,
    `update payout_batch_item set stage = 'pending', error_code = null where index = 2`,
    `update payout set status = 'processing' where batch_index = 0`,
  ].map((statement): Break => [34, finished, () => statement]),
  [
    34,
    'a finished batch was updated no earlier than any of its items or their payouts',
    () => `update payout set updated_at = updated_at + interval '1 day' where batch_index = 0`,
  ],
  [34, checkName, () => `update payout set status = 'returned' where batch_index = 0`],
  [34, checkName, () => `update payout_batch set updated_at = updated_at + interval '1 second'`],
  [
    24,
    'after a finished cancellation every item is cancelled or has a reason why not',
    () => `update payout_batch_item set not_cancelled_reason = null`,
  ],
  [
    28,
    'a batch with waiting items or a pending cancellation has a next step',
    () => `update payout_batch_item set stage = 'pending', error_code = null where index = 2`,
  ],
];

const approvals =
  'pending and declined withdrawals are not approved, and withdrawals above the threshold were approved before sending';
const withdrawalBreaks: Break[] = [
  [5, guards, () => `drop trigger withdrawal_named on withdrawal`],
  [8, moved, (w) => `update withdrawal set fee = 3, total = 13 where id = '${w.withdrawn}'`],
  [8, moved, (w) => `update withdrawal set failure_code = 'no_route' where id = '${w.withdrawal_unfunded}'`],
  [
    8,
    "a withdrawal has its destination's currency, and amount and fee add up to its total",
    (w) => `update settlement_destination set currency = 'USD' where id = '${w.destination}'`,
  ],
  [
    8,
    "a withdrawal has its destination's currency, and amount and fee add up to its total",
    (w) => `update withdrawal set total = 13 where id = '${w.withdrawing}'`,
  ],
  ...['withdrawal_pending', 'withdrawing', 'withdrawal_submitted', 'withdrawal_doubted'].map(
    (state): Break => [
      9,
      reserved,
      (w) => `update withdrawal set status = 'cancelled' where id = '${w[state as keyof World]}'`,
    ],
  ),
  [
    11,
    'every status change is allowed by the flow table; only completed to returned leaves a final status',
    (w) =>
      `update event set body = replace(body, '"submitted"', '"cancelled"') where resource_id = '${w.withdrawn}' and type = 'withdrawal.submitted'`,
  ],
  [
    12,
    approvals,
    (w) => `update withdrawal set approved_at = created_at where id = '${w.withdrawal_pending}'`,
  ],
  [
    12,
    approvals,
    (w) => `update withdrawal set approval_asked_at = null where id = '${w.withdrawal_declined}'`,
  ],
  [12, approvals, (w) => `update withdrawal set approved_at = null where id = '${w.withdrawal_approved}'`],
  [16, keyed, (w) => `delete from idempotency_key where resource_id = '${w.withdrawing}'`],
  [
    17,
    'a withdrawal that failed for insufficient funds has no journal, and withdrawal.failed as its only event',
    (w) => `update journal set origin_id = '${w.withdrawal_unfunded}' where origin_id = '${w.withdrawing}'`,
  ],
  [
    17,
    'a withdrawal that failed for insufficient funds has no journal, and withdrawal.failed as its only event',
    (w) => `delete from event where resource_id = '${w.withdrawal_unfunded}'`,
  ],
  [
    18,
    due,
    (w) => `delete from event where resource_id = '${w.withdrawn}' and type = 'withdrawal.submitted'`,
  ],
  [18, due, (w) => `update withdrawal set approved_at = created_at where id = '${w.withdrawing}'`],
  [18, due, (w) => `update withdrawal set held_at = null where id = '${w.withdrawing}'`],
  [
    28,
    'every undecided operation has a next step',
    (w) => `update withdrawal set next_step_at = null where id = '${w.withdrawal_submitted}'`,
  ],
];

const claims = 'refunds that have not failed, and what a remittance spends, are no more than their pay-in';
const figures = 'the figures of a settlement match its balance and its period';
const lesser = 'a settlement takes the lower of the balance at its cut-off and the balance at its creation';
const period =
  'the period of a settlement begins where the one before it ended, and ends with the last entry of its cut-off';
const ways =
  'a settlement has one settlement.processing event each time it starts, and one settlement.on_hold event per hold';

const settlementBreaks: Break[] = [
  [5, guards, () => `drop trigger settlement_named on settlement`],
  [5, guards, () => `drop trigger settlement_continues on settlement`],
  [8, moved, (w) => `update settlement set total = total + 1 where id = '${w.settlement_paid}'`],
  [9, reserved, (w) => `update settlement set status = 'completed' where id = '${w.settlement_held}'`],
  [
    18,
    due,
    (w) => `delete from event where resource_id = '${w.settlement_failed}' and type = 'settlement.created'`,
  ],
  [18, due, (w) => `update settlement_schedule set blocked_at = created_at where id = '${w.schedule}'`],
  [
    18,
    ways,
    (w) => `delete from event where resource_id = '${w.settling}' and type = 'settlement.processing'`,
  ],
  [
    18,
    ways,
    (w) => `delete from audit_entry where subject_id = '${w.settlement_held}' and action = 'settlement.hold'`,
  ],
  [
    23,
    figures,
    (w) => `update settlement set opening = opening + 1, debits = debits + 1 where id = '${w.settling}'`,
  ],
  [
    23,
    figures,
    (w) => `update settlement set credits = credits + 1, debits = debits + 1 where id = '${w.settling}'`,
  ],
  [23, lesser, (w) => `update settlement set available_now = available_now + 1 where id = '${w.settling}'`],
  [23, lesser, (w) => `update settlement set fee = fee + 1 where id = '${w.settling}'`],
  [23, period, (w) => `update settlement set from_seq = from_seq - 1 where id = '${w.settling}'`],
  [23, period, (w) => `update settlement set period_to = period_from where id = '${w.settling}'`],
  [
    28,
    'an active schedule has a next cut-off after its last settlement',
    (w) => `update settlement_schedule set next_step_at = null where id = '${w.schedule}'`,
  ],
];

const refundBreaks: Break[] = [
  [5, guards, () => `drop trigger refund_covered on refund`],
  [8, moved, (w) => `update refund set amount = amount - 1 where id = '${w.refunded}'`],
  [9, reserved, (w) => `update refund set status = 'completed' where id = '${w.refund_held}'`],
  [14, claims, (w) => `update refund set amount = 81 where id = '${w.refunding}'`],
  [14, claims, (w) => `update refund set payer_amount = 297 where id = '${w.refunding}'`],
  [
    14,
    'full refunds of a pay-in return exactly the paid amount',
    (w) => `update refund set payer_amount = 36 where id = '${w.refunded_whole}'`,
  ],
  [
    14,
    'a refund is in the currencies of its pay-in',
    (w) => `update refund set currency = 'PEN' where id = '${w.refunded}'`,
  ],
  [16, keyed, (w) => `delete from idempotency_key where resource_id = '${w.refunding}'`],
  [18, due, (w) => `delete from event where resource_id = '${w.refunded}' and type = 'refund.processing'`],
  [18, due, (w) => `update refund set approved_at = created_at where id = '${w.refunding}'`],
  [
    28,
    'every undecided operation has a next step',
    (w) => `update refund set next_step_at = null where id = '${w.refunding}'`,
  ],
];

const mailWith = (facts: string, nextStepAt: string, status: string): string =>
  `insert into mail (id, email_hash, kind, language, facts, status, attempts, expires_at, next_step_at, created_at, version)
    values ('mail_1', 'h', 'sign_in_code', 'en', ${facts}, '${status}', 0, now(), ${nextStepAt}, now(), 1)`;

/** An approval of a payout that does not exist, with the decisions so far. */
const approvalWith = (status: string, approvals: string, decidedAt: string) =>
  `insert into approval (id, account_id, status, resource_type, resource_id, required, given, requested_by, expires_at,
      created_at, updated_at, decided_at, next_step_at, version)
    select 'apr_1', id, '${status}', 'payout', 'pout_1', 1, '${approvals}', 'mem_1', now() + interval '1 day', now(), now(),
      ${decidedAt}, ${status === 'pending' ? `now() + interval '1 day'` : 'null'}, 1 from account limit 1`;

const unapproved = 'no payout was sent without approval, and declined or expired ones hold no money';
const memberBreaks: readonly Break[] = [
  [
    35,
    'no member approved their own request, or approved twice',
    () => approvalWith('approved', '[{"member_id": "mem_1", "at": "now"}]', 'now()'),
  ],
  [
    35,
    'the approval status of a payout equals that of its approval',
    () => approvalWith('pending', '[]', 'null'),
  ],
  [35, unapproved, (w) => `update payout set approval_status = 'pending' where id = '${w.completed}'`],
  [35, unapproved, (w) => `update payout set approval_status = 'expired' where id = '${w.in_review}'`],
  [26, 'an account with active members has an active owner', () => `update member set role = 'admin'`],
  [27, 'a sent or dropped mail has no content', () => mailWith(`'k1:2:${'a'.repeat(60)}'`, 'null', 'sent')],
  [28, 'a queued mail has a next attempt', () => mailWith('null', 'null', 'queued')],
];

const stoppedBefore = (table: string) =>
  `insert into kill_switch (stopped, at) select true, min(created_at) - interval '1 second' from ${table}`;
const asSwitched = 'the kill switch is as its last change says, and every change switched it';

const paired = 'the metadata index contains exactly the pairs of all rows';
const labelBreaks: readonly Break[] = [
  [39, paired, (w) => `insert into metadata_pair (pair, id) values (1, '${w.completed}')`],
  [39, paired, (w) => `update payout set metadata = '{"order": "1042"}' where id = '${w.completed}'`],
];

const killSwitchBreaks: readonly Break[] = [
  [38, 'no intent was begun while the kill switch was on', () => stoppedBefore('intent')],
  [38, 'no settlement was made while the kill switch was on', () => stoppedBefore('settlement')],
  [38, asSwitched, () => `update platform set payouts_stopped = true`],
  [38, asSwitched, () => `insert into kill_switch (stopped, at) values (false, now())`],
];

const breaks = [
  ...killSwitchBreaks,
  ...labelBreaks,
  ...memberBreaks,
  ...withdrawalBreaks,
  ...refundBreaks,
  ...settlementBreaks,
  ...remittanceBreaks,
  ...batchBreaks,
  ...hostedBreaks,
  ...ledgerBreaks,
  ...operationBreaks,
  ...historyBreaks,
  ...otherBreaks,
  ...webhookBreaks,
];

describe('checkInvariants', () => {
  it('finds nothing after only domain decisions', () => {
    expect(sound.violations).toEqual([]);
    expect(fixture.retries).toEqual([]);
  });

  it('does not mistake missing guards for broken rows', async () => {
    expect((await checkAfter(unguard)).violations.map(({ name }) => name)).toEqual([refusals]);
  });

  it.each([
    ['drop index intent_may_have_left', 'intent_may_have_left', 'intent'],
    ['alter table balance drop constraint balance_sound', 'balance_sound', 'balance'],
    [
      'alter table remittance drop constraint remittance_account_id_payin_id_fkey',
      'remittance_account_id_payin_id_fkey',
      'remittance',
    ],
    [
      'alter table idempotency_key drop constraint idempotency_key_pkey',
      'idempotency_key_pkey',
      'idempotency_key',
    ],
  ])('names what would no longer be refused: %s', async (statement, name, table) => {
    const { violations } = await checkAfter(statement);
    expect(violations).toMatchObject([{ name: refusals, count: 1, rows: [{ name, on_table: table }] }]);
  });

  it.each(breaks)('%i: sees a break of "%s" (%#)', async (number, name, statements) => {
    const [found] = await foundAfter(statements(world), number, name);
    expect(found?.count).toBeGreaterThan(0);
    expect(Object.keys(found?.rows[0] ?? {}).length).toBeGreaterThan(0);
  });

  it('finds a seal that is unsigned, breaks the chain and covers other entries', async () => {
    const { violations } = await checkAfter(`${unguard}; ${forgedSeal(world)}`);
    const found = violations.find(({ name }) => name === seals);
    expect(found).toMatchObject({ count: 1, rows: [{ differs: 'chain signature root balances' }] });
  });

  it('has a test case for every check', () => {
    const named = breaks.map(([number, name]) => `${number} ${name}`);
    const broken = new Set([...named, `5 ${refusals}`, `23 ${seals}`]);
    expect(
      sound.checks.map(({ number, name }) => `${number} ${name}`).filter((check) => !broken.has(check)),
    ).toEqual([]);
  });

  it('names each missing foreign key', async () => {
    const clone = await createDatabase(new URL(fixture.url).pathname.slice(1));
    const client = new pg.Client({ connectionString: clone.url });
    await client.connect();
    const { rows: keys } = await client.query<{ name: string; on_table: string }>(
      `select conname::text as name, conrelid::regclass::text as on_table from pg_constraint
         where contype = 'f' and connamespace = 'public'::regnamespace and coninhcount = 0`,
    );
    const missed: unknown[] = [];
    for (const { name, on_table } of keys) {
      await client.query(`begin; alter table ${on_table} drop constraint ${name}`);
      missed.push(...(await checkWithin(client, 5, refusals)).flatMap(({ rows }) => rows));
      await client.query('rollback');
    }
    await client.end();
    await clone.drop();
    expect(keys.length).toBeGreaterThan(60);
    expect(missed).toEqual(keys);
  });

  it('knows all fields that payout methods require', () => {
    const names = loadCatalogue(undefined).capabilities.flatMap((each) =>
      [each.beneficiaryFields, each.customerFields, each.paymentMethodFields].flatMap((fields) =>
        (fields ?? []).flatMap(({ name }) => [name, name.split('.')[0] ?? name]),
      ),
    );
    expect([...new Set(names)].filter((name) => ![...personFields, 'email', 'payer'].includes(name))).toEqual(
      [],
    );
  });

  it('skips checks of the simulator if there is none', async () => {
    const report = await checkAfter('drop schema simulator cascade');
    expect(report.violations).toEqual([]);
    expect(report.checks).toHaveLength(sound.checks.length - 5);
  });

  it.each([
    ['will be paid later', `'not_executed', 'paid', now() + interval '1 minute'`, ''],
    [
      'has a paid notice still to be sent',
      `'paid', null, null`,
      `insert into simulator.notice (id, type, reference, outcome, due_at) select 'n', 'operation', reference, 'paid', now() from simulator.operation;`,
    ],
    [
      'was reported as paid too late',
      `'paid', null, null`,
      `insert into exception (id, account_id, type, status, resource_type, resource_id, cause, created_at, version)
         select 'exc_x', account_id, 'late_payment_evidence', 'open', 'payout', id, 'paid', now(), 1
         from payout join simulator.operation using (reference);`,
    ],
  ])('accepts an operation that failed and %s', async (_, finding, then) => {
    const report = await checkAfter(`${unguard} ${bankSays(world.failed, finding)}; ${then}`);
    expect(report.violations.filter(({ number }) => number === 30)).toEqual([]);
  });

  it.each([
    ['is decided later', `outcome = 'failed', due_at = now() + interval '1 minute'`, ''],
    [
      'changes a moment later',
      `outcome = 'completed', turns_to = 'failed', turns_at = now() + interval '1 minute'`,
      '',
    ],
    [
      'has a notice still to be sent',
      `outcome = 'failed'`,
      `insert into simulator.notice (id, type, reference, outcome, due_at)
         select 'n ' || reference, 'payment_result', reference, 'settled', now() from simulator.payment`,
    ],
    [
      'is due for a lookup',
      `outcome = 'failed'`,
      `update payin set next_step_at = now() where status = 'completed'`,
    ],
    [
      'is an exception',
      `outcome = 'failed'`,
      `insert into exception (id, account_id, type, status, resource_type, resource_id, cause, created_at, version)
         select 'rex_' || id, account_id, 'late_payment_evidence', 'open', 'payin', id, 'failed', now(), 1
         from payin where status = 'completed'`,
    ],
  ])('accepts a payment whose second outcome %s', async (_, payment, then) => {
    const report = await checkAfter(`${unguard} update simulator.payment set ${payment}; ${then}`);
    expect(report.violations.filter(({ number }) => number === 33)).toEqual([]);
  });

  it('reads a bank record in a separate database, of any length', async () => {
    const name = new URL(fixture.url).pathname.slice(1);
    const [books, bank, empty] = await Promise.all([
      createDatabase(name),
      createDatabase(name),
      createDatabase('template1'),
    ]);
    await queryRows(books.url, 'drop schema simulator cascade');
    await queryRows(
      bank.url,
      `insert into simulator.call (reference, kind, amount, currency)
         select 'r' || n % 11999, 'payout', 1, 'PEN' from generate_series(1, 12000) n`,
    );
    const report = await checkInvariants(books.url, { simulatorUrl: bank.url });
    expect(report.checks).toEqual(sound.checks);
    expect(report.violations).toMatchObject([
      { number: 10, count: 1, rows: [{ reference: 'r1', calls: '2' }] },
    ]);
    await expect(checkInvariants(books.url, { simulatorUrl: empty.url })).rejects.toThrow(
      'SIMULATOR_DATABASE_URL: that database has no tables of the simulated bank',
    );
    for (const each of [books, bank, empty]) await each.drop();
  });

  it('shows the first 20 of many rows and counts all', async () => {
    const report = await checkAfter(
      `insert into simulator.call (reference, kind, amount, currency)
         select 'r' || n % 25, 'payout', 1, 'PEN' from generate_series(1, 50) n`,
    );
    expect(report.violations).toHaveLength(1);
    expect(report.violations[0]?.count).toBe(25);
    expect(report.violations[0]?.rows).toHaveLength(20);
    const text = formatReport(report);
    expect(text).toContain("BROKEN  10  the provider's own record has at most one call a reference: 25 rows");
    expect(text).toMatch(/^ {12}reference=r\d+ calls=2$/m);
    expect(text).toContain('and 5 more');
    expect(text).toContain('ok       1  each journal balances in each currency');
    expect(text).toMatch(/\d+ checks, 1 broken$/);
  });
});
