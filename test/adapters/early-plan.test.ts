import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { poolOf } from '../../src/adapters/postgres/orm.js';
import { postgresReader } from '../../src/adapters/postgres/reader.js';
import { postgresWebhooks } from '../../src/adapters/postgres/webhook.js';
import { exact } from '../../src/domain/money.js';
import { createPayout, requestCancel } from '../../src/domain/payout-action.js';
import { createCustomer } from '../../src/usecases/customer.js';
import { createEndpoint, updateEndpoint } from '../../src/usecases/webhook.js';
import { delivered } from '../setup/attempt.js';
import {
  deposit,
  openAccount,
  openBeneficiary,
  openFixture,
  pay,
  payoutFields,
  vault,
  type Fixture,
} from '../setup/fixture.js';
import { queryRows } from '../setup/rows.js';
import { roomFor } from '../setup/webhook.js';

// While an older snapshot is open, such as that of an ANALYZE, entries of dead rows are read too.
const untilForgotten = { timeout: 60_000 };

// One connection: its plans are made while the tables are small, and are kept.
let fixture: Fixture;
let payer: { accountId: string; beneficiaryId: string };
/** Rows that exist from the start and are not removed. */
let references: Record<'fundingAccount' | 'payin' | 'payout', string>;
let endpoint: { accountId: string; id: string; description: string };

async function open(): Promise<void> {
  fixture = await openFixture(1);
  const accountId = await openAccount(fixture.store);
  const payin = await deposit(fixture.store, { accountId, currency: 'PEN', amount: '100000' });
  payer = { accountId, beneficiaryId: await openBeneficiary(fixture.store, accountId) };
  const [row] = await queryRows(fixture.url, 'select reference from funding_account where id = $1', [
    payin.fundingAccountId,
  ]);
  references = {
    fundingAccount: row?.['reference'] ?? '',
    payin: payin.paymentReference ?? '',
    payout: (await paid()).reference,
  };
  const { resource } = await createEndpoint(ports(), {
    accountId,
    url: 'https://example.com',
    eventTypes: [],
  });
  endpoint = { accountId, id: resource.id, description: 'of the accounts department' };
}

const ports = () => ({ ...fixture, vault, allowInsecureWebhooks: false, wake: () => undefined });

async function openMany(): Promise<void> {
  await open();
  await payMany();
  await deliver();
}

/** The plans of a group are made for the number of rows it has. */
const payMany = () =>
  fixture.store.transaction(async (tx) => {
    const moment = await tx.moment();
    const fields = () => payoutFields(payer.accountId, payer.beneficiaryId, moment.now);
    const funds = { available: exact('100000'), reviewReasons: [] };
    await tx.record(Array.from({ length: 50 }, () => createPayout(moment, fields(), funds)));
  });

let stages = 0;

/** Adds copies of an existing row with new names. */
function grow(table: string, count: number, names: readonly string[]) {
  stages += 1;
  const renamed = names.map((name) => `'${name}', (t.row).${name} || '-${stages}-' || n`).join();
  return queryRows(
    fixture.url,
    `set session_replication_role = replica;
    insert into ${table} select r.* from (select x as row from ${table} x limit 1) t, generate_series(1, ${count}) n,
      json_populate_record(t.row, json_build_object(${renamed})) r`,
  );
}

/** Number of rows and index entries of a table and its partitions read so far. */
async function rowsRead(table: string): Promise<number> {
  const pool = await poolOf(fixture.orm);
  const connection = await pool.connect();
  try {
    await connection.query('select pg_stat_force_next_flush()');
    const { rows } = await connection.query<{ n: string }>(
      `select sum(seq_tup_read + coalesce((select sum(idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid), 0)) as n
        from pg_stat_user_tables t
        where relname = $1 or relid in (select inhrelid from pg_inherits where inhparent = to_regclass($1))`,
      [table],
    );
    return Number(rows[0]?.n);
  } finally {
    connection.release();
  }
}

const paid = () => pay(fixture.store, payer);

/** Changes that many payouts in one decision. */
const cancel = (count: number) => async () => {
  const made: string[] = [];
  for (let nth = 0; nth < count; nth += 1) made.push((await paid()).id);
  await fixture.store.transaction(async (tx) => {
    const payouts = await tx.lock('payout', made);
    const moment = await tx.moment();
    await tx.record(payouts.map((payout) => requestCancel(moment, payout)));
  });
};

/** A payment is received and credited, then looked up by its references. */
const collect = async () => {
  await deposit(fixture.store, { accountId: payer.accountId, currency: 'PEN', amount: '1' });
  const { fundingAccount: fundingReference, payin: bankReference } = references;
  await fixture.store.transaction(async (tx) => {
    expect((await tx.findPayments([{ fundingReference, bankReference }])).payins).toHaveLength(1);
    expect(await tx.lockFound('fundingAccount', { reference: [fundingReference] })).toHaveLength(1);
    expect(await tx.lockFound('payin', { paymentReference: [bankReference] })).toHaveLength(1);
  });
};

const beneficiary = () =>
  postgresReader(fixture.orm).get('beneficiary', [payer.accountId], payer.beneficiaryId);

let customers = 0;

/** Creates a customer and reads it. */
const customer = async () => {
  customers += 1;
  const { accountId } = payer;
  const ask = { type: 'individual', country: 'PE', displayName: 'Ana Torres' } as const;
  for (const how of ['created', 'existing']) {
    const made = await createCustomer(
      { ...fixture, vault },
      { ...ask, accountId, externalId: `customer-${customers}` },
    );
    expect(made.how).toBe(how);
  }
};

/** Creates deliveries of new events and records one attempt of each. */
const deliver = async () => {
  await paid();
  const webhooks = postgresWebhooks(fixture.orm);
  await webhooks.fanOut([payer.accountId], 1_000);
  const [lease] = await webhooks.lease(roomFor(1));
  if (!lease) throw new Error('nothing is due');
  const work = await webhooks.read([{ lease, most: 1_000, after: '0' }]);
  for (const each of work.values()) await webhooks.record(delivered(each));
  expect(await webhooks.release([lease])).toBe(0);
};

describe('with sixty rows', () => {
  beforeAll(openMany);
  afterAll(() => fixture.close());

  it.each([
    ['an attempt is recorded of its delivery alone', 'webhook_delivery', ['id', 'endpoint_id'], deliver],
    ['a payout that changes is the only one read', 'payout', ['id', 'reference'], cancel(1)],
    ['payouts that change are the only ones read', 'payout', ['id', 'reference'], cancel(4)],
    ['a payout reads its own limits alone', 'limit_usage', ['account_id'], paid],
    ['a payout reads its own minute alone', 'limit_minute', ['account_id'], paid],
    ['a payout reads its own balance alone', 'balance', ['account_id'], paid],
    ['a payout reads its own beneficiary alone', 'beneficiary', ['id', 'identity_hash'], paid],
    ['a payout reads its own journal alone', 'journal', ['id', 'origin_id'], paid],
    ['a payout reads its own entries alone', 'entry', ['id', 'account_id', 'journal_id'], paid],
    ['a payout reads its own counter alone', 'event_counter', ['account_id'], paid],
    ['a payout reads no other', 'payout', ['id', 'reference'], paid],
    [
      'a reference is looked up by its index',
      'funding_account',
      ['id', 'reference'],
      () =>
        fixture.store.transaction(async (tx) => {
          const where = { reference: [references.fundingAccount] };
          expect(await tx.find('fundingAccount', where)).toHaveLength(1);
          expect(await tx.lockFound('fundingAccount', where)).toHaveLength(1);
        }),
    ],
    [
      'a pay-in is found by its payment reference',
      'payin',
      ['id', 'payment_reference', 'bank_reference'],
      () =>
        fixture.store.transaction(async (tx) => {
          expect(await tx.lockFound('payin', { paymentReference: [references.payin] })).toHaveLength(1);
        }),
    ],
    [
      'a payout is found by its reference',
      'payout',
      ['id', 'reference'],
      () =>
        fixture.store.transaction(async (tx) => {
          expect(await tx.lockFound('payout', { reference: [references.payout] })).toHaveLength(1);
        }),
    ],
    ['a row is read by its id', 'beneficiary', ['id', 'identity_hash'], beneficiary],
  ] as const)('%s, though its plan is older than most rows', async (_what, table, names, work) => {
    // With fewer rows than the planner expects in a group, a sequential scan seems cheaper than lookups.
    await grow(table, 60, names);
    await queryRows(fixture.url, `analyze ${table}`);
    await payMany();
    const readAgain = await oncePlanned(table, names, work);
    await expect.poll(readAgain, untilForgotten).toBeLessThan(60);
  });

  it('a customer is found by external id even with a plan made before any statistics existed', async () => {
    const readAgain = await oncePlanned('customer', ['id', 'external_id'], customer);
    await expect.poll(readAgain, untilForgotten).toBeLessThan(60);
  });
});

describe('with one row, as if one account alone had been paying', () => {
  beforeAll(openMany);
  afterAll(() => fixture.close());

  it.each([
    ['limits', 'limit_usage'],
    ['minute', 'limit_minute'],
    ['balance', 'balance'],
    ['counter', 'event_counter'],
  ])('a payout reads only its own %s with a plan older than most rows', async (_what, table) => {
    await queryRows(fixture.url, `analyze ${table}`);
    await payMany();
    const readAgain = await oncePlanned(table, ['account_id'], paid);
    await expect.poll(readAgain, untilForgotten).toBeLessThan(60);
  });
});

describe('with one row of each, as if ANALYZE ran before the rush', () => {
  beforeAll(async () => {
    await open();
    await queryRows(fixture.url, 'analyze');
  });
  afterAll(() => fixture.close());

  it.each([
    ['a payout that changes', 'payout', ['id', 'reference'], cancel(1)],
    ['a pay-in that changes', 'payin', ['id', 'payment_reference', 'bank_reference'], collect],
    ['a funding account that changes', 'funding_account', ['id', 'reference'], collect],
    [
      'an endpoint that changes',
      'webhook_endpoint',
      ['id', 'account_id'],
      () => updateEndpoint(ports(), endpoint),
    ],
    ['a row of an id', 'beneficiary', ['id', 'identity_hash'], beneficiary],
    ['the event of a delivery', 'event', ['id', 'account_id'], deliver],
  ] as const)(
    '%s is the only one read, though its plan is older than most rows',
    async (_what, table, names, work) => {
      const readAgain = await oncePlanned(table, names, work);
      await expect.poll(readAgain, untilForgotten).toBeLessThan(60);
    },
  );
});

/** Plans the work, grows the table, and returns how many rows the work reads from then on. */
async function oncePlanned(table: string, names: readonly string[], work: () => Promise<unknown>) {
  await work();
  await grow(table, 1000, names);
  return async (): Promise<number> => {
    const before = await rowsRead(table);
    await work();
    const read = (await rowsRead(table)) - before;
    expect(read).toBeGreaterThan(0);
    return read;
  };
}
