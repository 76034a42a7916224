import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { createSchema } from '../../src/adapters/providers/simulator/schema.js';
import type { CheckReport } from '../../src/ports/checker.js';
import { createDatabase } from '../setup/database.js';
import type { Fixture } from '../setup/fixture.js';
import { openFixture } from '../setup/fixture.js';
import { makeWebhooks, type WebhookWorld } from '../setup/webhook.js';
import { makeWorld, type World } from '../setup/world.js';

let fixture: Fixture;
let world: World & WebhookWorld;
let sound: CheckReport;

beforeAll(async () => {
  fixture = await openFixture();
  const accounts = await makeWorld(fixture.store);
  world = { ...accounts, ...(await makeWebhooks(fixture, accounts.accountId)) };
  await createSchema(fixture.url);
  sound = await checkInvariants(fixture.url);
  // A database is only cloned while nobody is connected to it.
  await fixture.orm.close();
});

afterAll(() => fixture.close());

/** Everything that would refuse the change: triggers, foreign keys, checks and unique keys. */
const unguarded = `
  set session_replication_role = replica;
  do $$ declare c record; begin
    for c in select conrelid::regclass as on_table, conname from pg_constraint
        where contype in ('c', 'u', 'p', 'f') and connamespace = 'public'::regnamespace order by contype = 'f' desc loop
      execute format('alter table %s drop constraint if exists %I cascade', c.on_table, c.conname);
    end loop;
    for c in select indexname from pg_indexes where schemaname = 'public' and indexdef like 'CREATE UNIQUE%' loop
      execute format('drop index %I', c.indexname);
    end loop;
  end $$;`;

/** A clone of the world with the change made, judged, and dropped. */
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

type Break = [number: number, name: string, statements: (ids: World & WebhookWorld) => string];

const copyOf = (table: string, columns: string, values: string, where: string) =>
  `insert into ${table} (${columns}) select ${values} from ${table} where ${where}`;

const keptNotice = (type: string, table: 'payin' | 'payout') =>
  `insert into early_notice (provider, id, type, reference, told, received_at)
     select 'sandbox', id, '${type}', ${table === 'payin' ? 'payment_reference' : 'reference'}, '{}', now() - interval '1 hour'
       from ${table} where status = 'completed'`;

const ledgerBreaks: Break[] = [
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
  [2, 'currencies meet only through fx', () => `update entry set ledger = 'rounding' where ledger = 'fx'`],
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
    'no client bucket is below zero, infinite or finer than its currency',
    () => `update balance set pending = -1`,
  ],
  [
    4,
    'no client bucket is below zero, infinite or finer than its currency',
    () => `update balance set pending = 'NaN'`,
  ],
  [
    4,
    'no client bucket is below zero, infinite or finer than its currency',
    () => `update balance set pending = 0.001 where currency = 'PEN'`,
  ],
  [
    4,
    'amounts of entries are positive, finite and within the decimals of the currency',
    () => `update entry set amount = 'Infinity' where ledger = 'fees'`,
  ],
  [
    5,
    'the guards of operations, journals, entries and events are in force',
    () => `alter table entry disable trigger entry_kept`,
  ],
  [
    5,
    'the guards of operations, journals, entries and events are in force',
    () => `drop trigger journal_filled on journal`,
  ],
  [5, 'no constraint is left unproven', () => `alter table payout add check (total > 0) not valid`],
  [
    5,
    'no entry was added to a journal afterwards',
    () => `update entry set occurred_at = occurred_at + interval '1 hour' where ledger = 'fees'`,
  ],
  [
    7,
    "a statement's entries are numbered without gap up to the balance's own number",
    () => `update entry set seq = seq + 1 where seq = 3`,
  ],
  [
    7,
    "a statement's entries are numbered without gap up to the balance's own number",
    () => `update balance set seq = seq + 1`,
  ],
  [
    23,
    'entries stand in the order of time, so a closed period never changes',
    () => `update entry set occurred_at = occurred_at - interval '1 day' where seq = 4`,
  ],
  [
    23,
    'the closing of no moment is below zero',
    () => `update entry set occurred_at = occurred_at + interval '1 day' where seq = 1`,
  ],
  [
    23,
    "the last entry of a balance is the balance's as_of",
    () => `update balance set as_of = as_of + interval '1 second'`,
  ],
];

const operationBreaks: Break[] = [
  [
    8,
    "an operation's journals have moved exactly what its state says",
    (w) => `update payout set status = 'completed' where id = '${w.processing}'`,
  ],
  [
    8,
    "an operation's journals have moved exactly what its state says",
    (w) => `update payout set refund_status = 'settled' where id = '${w.returned}'`,
  ],
  [
    8,
    "an operation's journals have moved exactly what its state says",
    () => `update payin set status = 'failed' where currency = 'USDT'`,
  ],
  [8, 'an adjustment has moved what it says, once', () => `update adjustment set amount = amount + 1`],
  [
    8,
    'an adjustment has moved what it says, once',
    (w) => `update adjustment set account_id = '${w.otherAccountId}'`,
  ],
  [8, 'an adjustment has moved what it says, once', () => `update adjustment set id = 'adj_x'`],
  [
    9,
    'reserved is the sum of open payouts, in_settlement the sum of open settlements, pending what comes back',
    () => `update balance set reserved = reserved + 1, available = available - 1`,
  ],
  [
    10,
    'each payout has at most one intent that may have left',
    () =>
      copyOf(
        'intent',
        'id, account_id, payout_id, number, reference, state, send_by, created_at, version',
        `'int_2', account_id, payout_id, 2, reference, 'open', send_by, created_at, 1`,
        `state = 'accepted'`,
      ),
  ],
  [
    10,
    "a payout's intents are numbered without gap and bear its reference",
    (w) => `update payout set attempts = 2 where id = '${w.completed}'`,
  ],
  [
    12,
    'a cancelled payout was never sent',
    (w) => `update intent set payout_id = '${w.cancelled}' where payout_id = '${w.failed}'`,
  ],
  [
    12,
    'a payout that was paid has an intent that may have left',
    (w) => `update intent set state = 'not_sent' where payout_id = '${w.completed}'`,
  ],
  [
    12,
    'a completed pay-in names the payment that was confirmed',
    () => `update payin set payment_reference = null`,
  ],
  [
    13,
    'at most one reserve, one capture or reversal, one return and one credit an operation',
    (w) =>
      copyOf(
        'journal',
        'id, account_id, purpose, origin_type, origin_id, occurred_at',
        `'jrn_2', account_id, 'reversal', origin_type, origin_id, occurred_at`,
        `purpose = 'payout_capture' and origin_id = '${w.completed}'`,
      ),
  ],
  [15, 'a quote pays for one payout, and both name each other', () => `update quote set used_by = null`],
  [
    15,
    'a quote pays for one payout, and both name each other',
    (w) => `update payout set quote_id = (select id from quote) where id = '${w.crossed}'`,
  ],
  [
    16,
    'one resource an idempotency key, and one reference an operation',
    () =>
      copyOf(
        'idempotency_key',
        'account_id, key, fingerprint, resource_id, created_at',
        'account_id, key, fingerprint, resource_id, created_at',
        'true',
      ),
  ],
  [
    17,
    'a payout failed for insufficient funds has no journal and no event but one payout.failed',
    (w) => `update event set type = 'payout.created' where resource_id = '${w.unfunded}'`,
  ],
  [
    17,
    'a payout failed for insufficient funds has no journal and no event but one payout.failed',
    (w) => `update payout set failure_code = 'insufficient_funds' where id = '${w.failed}'`,
  ],
  [
    22,
    'principal, fee and markup add up to the total',
    (w) => `update payout set platform_fee = platform_fee + 1 where id = '${w.completed}'`,
  ],
  [22, "a payout's figures are its quote's", () => `update quote set rate = 3.8`],
  [
    28,
    'nothing is undecided in silence',
    (w) => `update payout set next_step_at = null where id = '${w.processing}'`,
  ],
  [
    28,
    'nothing is undecided in silence',
    (w) => `update payout set next_step_at = null where id = '${w.verification_pending}'`,
  ],
  [28, 'nothing is undecided in silence', () => `update risk_decision set status = 'approved'`],
  [28, 'no notice is kept about what is here and decided', () => keptNotice('payment_result', 'payin')],
  [28, 'no notice is kept about what is here and decided', () => keptNotice('operation', 'payout')],
];

const historyBreaks: Break[] = [
  [
    11,
    'every step of a history is in the flow table; only completed to returned leaves a final state',
    (w) =>
      `update event set body = replace(body, '"status":"failed"', '"status":"processing"') where resource_id = '${w.failed}'`,
  ],
  [
    11,
    'every step of a history is in the flow table; only completed to returned leaves a final state',
    (w) =>
      `update event set body = replace(body, '"status":"processing"', '"status":"cancelled"') where resource_id = '${w.failed}'`,
  ],
  [
    18,
    'every change that has an event has exactly that one, and no other change has one',
    (w) => `delete from event where resource_id = '${w.completed}' and type = 'payout.completed'`,
  ],
  [
    18,
    'every change that has an event has exactly that one, and no other change has one',
    (w) => `update payout set completed_at = completed_at + interval '1 second' where id = '${w.completed}'`,
  ],
  [
    18,
    'every change that has an event has exactly that one, and no other change has one',
    () => `update beneficiary set verification_status = 'verified'`,
  ],
  [18, 'a customer stands as its last event says', () => `update customer set status = 'blocked'`],
  [
    18,
    "an event's text says what its row says",
    (w) => `update event set body = replace(body, 'payout.', 'payin.') where resource_id = '${w.completed}'`,
  ],
  [18, "an event's text says what its row says", () => `update event set body = '{}' where position = 1`],
  [19, 'positions of events are gapless up to the counter', () => `delete from event where position = 3`],
  [19, 'positions of events are gapless up to the counter', () => `update event_counter set last = last + 1`],
  [
    19,
    'positions of events are gapless up to the counter',
    () => `update event set position = position + 1 where position = 3`,
  ],
  [19, 'every account counts its events', () => `delete from event_counter`],
];

const otherBreaks: Break[] = [
  [
    25,
    'what was accepted within 24 hours was within the limit then in force',
    (w) => `update payout set limit_daily = 30, daily_total = 30 where id = '${w.settled}'`,
  ],
  [25, 'the sums by minute are those of the operations', () => `update limit_minute set amount = amount + 1`],
  [25, 'the sums by minute are those of the operations', () => `update limit_minute set count = count + 1`],
  [25, 'the sum of a limit is that of its minutes', () => `update limit_usage set total = total + 1`],
  [
    26,
    'every reference inside a row points into the same account',
    (w) => `update payout set beneficiary_id = '${w.otherBeneficiaryId}' where id = '${w.completed}'`,
  ],
  [
    26,
    'every reference inside a row points into the same account',
    (w) => `update intent set account_id = '${w.otherAccountId}'`,
  ],
  [
    26,
    'every reference inside a row points into the same account',
    () => `update idempotency_key set resource_id = 'pout_none'`,
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
  [
    27,
    'no event holds personal data or a secret',
    () => `update event set body = replace(body, '"method":', '"holder": "Ana", "method":')`,
  ],
  [
    27,
    'no event holds personal data or a secret',
    () => `update event set body = replace(body, '"ABC"', '"psp_test_abcdefghijkl_${'0f'.repeat(32)}"')`,
  ],
  [
    27,
    'no audit entry holds personal data or a secret',
    () => `update audit_entry set before = '{"customer": {"display_name": "Ana"}}'`,
  ],
  [
    27,
    'of an API key only its fingerprint and public start are kept',
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
    'the provider never heard of a cancelled payout',
    (w) =>
      `insert into simulator.call (reference, kind, amount, currency) select reference, 'payout', 1, 'PEN' from payout where id = '${w.cancelled}'`,
  ],
];

const refusals = 'the constraints and unique indexes of money are there';
const guards = 'the guards of operations, journals, entries and events are in force';
const passedOver = 'no event is passed over: deliveries are made up to a place that the log has';
const matching =
  "each active endpoint's matching event is delivered, waiting or exhausted after ten attempts";
const webhookBreaks: Break[] = [
  [5, guards, () => `drop trigger webhook_delivery_kept on webhook_delivery`],
  [
    18,
    'every change that has an event has exactly that one, and no other change has one',
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
  [
    20,
    'a delivery is of the event that it names',
    () => `update webhook_delivery set event_type = 'payout.failed'`,
  ],
  [
    20,
    'a delivery is of the event that it names',
    () => `update webhook_delivery set position = position - 1`,
  ],
  [
    20,
    'a delivery is of the event that it names',
    () => `update webhook_delivery set position = 1 where kind = 'ping'`,
  ],
  [20, 'whatever waits for delivery has its time', () => `update webhook_lane set due_at = null`],
  [20, 'whatever waits for delivery has its time', () => `update webhook_lane set next_test_at = null`],
  [
    20,
    'whatever waits for delivery has its time',
    () => `update webhook_delivery set next_attempt_at = null`,
  ],
  [
    21,
    'first deliveries of a resource to an endpoint are in the order of the log',
    (w) =>
      `update webhook_delivery set status = 'pending' where endpoint_id = '${w.delivered}' and event_type = 'customer.created'`,
  ],
  [
    21,
    'at most one delivery to an endpoint is in flight',
    () =>
      `update webhook_delivery set history = jsonb_set(history, '{0,duration_ms}', '60000') where attempts = 1`,
  ],
  [
    21,
    'attempts are numbered without gap, up to ten',
    () => `update webhook_delivery set attempts = attempts + 1`,
  ],
  [
    21,
    'attempts are numbered without gap, up to ten',
    () => `update webhook_delivery set history = jsonb_set(history, '{0,number}', '2') where attempts = 1`,
  ],
  [
    26,
    'every reference inside a row points into the same account',
    (w) => `update webhook_delivery set account_id = '${w.otherAccountId}'`,
  ],
  [
    27,
    'columns of personal data hold sealed text only',
    () => `update webhook_endpoint set secret = 'whsec_x'`,
  ],
];

const breaks = [...ledgerBreaks, ...operationBreaks, ...historyBreaks, ...otherBreaks, ...webhookBreaks];

describe('checkInvariants', () => {
  it('finds nothing where the domain has decided everything', () => {
    expect(sound.violations).toEqual([]);
    expect(sound.checks.length).toBeGreaterThan(40);
    expect(fixture.retries).toEqual([]);
  });

  it('does not mistake missing guards for broken rows', async () => {
    expect((await checkAfter(unguarded)).violations.map(({ name }) => name)).toEqual([refusals]);
  });

  it.each([
    ['drop index intent_may_have_left', 'intent_may_have_left', 'intent'],
    ['alter table balance drop constraint balance_sound', 'balance_sound', 'balance'],
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
    const report = await checkAfter(`${unguarded} ${statements(world)}`);
    const found = report.violations.find((each) => each.number === number && each.name === name);
    expect(found?.count).toBeGreaterThan(0);
    expect(Object.keys(found?.rows[0] ?? {}).length).toBeGreaterThan(0);
  });

  it('has a break here for every check', () => {
    const broken = new Set(breaks.map(([number, name]) => `${number} ${name}`)).add(`5 ${refusals}`);
    expect(
      sound.checks.map(({ number, name }) => `${number} ${name}`).filter((check) => !broken.has(check)),
    ).toEqual([]);
  });

  it('leaves out what needs the simulator where there is none', async () => {
    const report = await checkAfter('drop schema simulator cascade');
    expect(report.violations).toEqual([]);
    expect(report.checks).toHaveLength(sound.checks.length - 2);
  });

  it('shows the first 20 rows of many and counts them all', async () => {
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
