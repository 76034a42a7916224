import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { adjust } from '../../src/domain/adjustment.js';
import { changed, decide, joined, type Decision, type Moment } from '../../src/domain/decision.js';
import type { Bucket, LedgerAccount } from '../../src/domain/ledger.js';
import { exact } from '../../src/domain/money.js';
import { raiseException } from '../../src/domain/reconciliation.js';
import {
  act,
  deposit,
  newId,
  openAccount,
  openFixture,
  openFunding,
  type Fixture,
} from '../setup/fixture.js';
import { makeWorld, type World } from '../setup/world.js';

let fixture: Fixture;
let world: World;
let client: pg.Client;

beforeAll(async () => {
  fixture = await openFixture(24);
  world = await makeWorld(fixture.store);
  client = new pg.Client({ connectionString: fixture.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await fixture.close();
});

interface Move {
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  readonly amount: string;
  readonly currency: string;
}

/** An account and the resource of its adjustments; no money yet. */
async function openAdjusted(): Promise<{ accountId: string; resourceId: string }> {
  const accountId = await openAccount(fixture.store);
  const { fundingAccount } = await openFunding(fixture.store, { accountId, currency: 'PEN' });
  return { accountId, resourceId: fundingAccount.id };
}

/** An adjustment whose journal does not match it. */
function adjustment(
  { accountId, resourceId }: { accountId: string; resourceId: string },
  moves: readonly Move[],
) {
  return (moment: Moment): Decision => {
    const raised = raiseException(moment, {
      accountId,
      type: 'amount_mismatch',
      resourceType: 'funding_account',
      resourceId,
      cause: newId('request', moment.now),
    });
    const credit = {
      direction: 'credit',
      amount: exact('1'),
      currency: 'PEN',
      available: exact('0'),
    } as const;
    const { journals, ...adjusted } = adjust(moment, raised.exception, credit);
    const postings = moves.map(({ from, to, amount, currency }) => ({
      debit: from,
      credit: to,
      amount: exact(amount),
      currency,
    }));
    return joined([raised, { ...adjusted, journals: journals.map((journal) => ({ ...journal, postings })) }]);
  };
}

const post = (...adjustments: ((moment: Moment) => Decision)[]) =>
  act(fixture.store, (moment) => joined(adjustments.map((each) => each(moment))));

/** SQLSTATE with which the database refuses a statement; rolled back in any case. */
async function refusalOf(statement: string): Promise<string | undefined> {
  await client.query('begin');
  try {
    await client.query(statement);
    await client.query('set constraints all immediate');
    return undefined;
  } catch (error) {
    return (error as pg.DatabaseError).code;
  } finally {
    await client.query('rollback');
  }
}

const forbidden = '23000';
const absent = '23503';
const twice = '23505';
const checked = '23514';

describe('post_journals', () => {
  it('writes one entry for each side and bucket, numbered within the balance', async () => {
    const account = await openAdjusted();
    await post(
      adjustment(account, [
        { from: 'adjustments', to: 'available', amount: '10', currency: 'PEN' },
        { from: 'adjustments', to: 'available', amount: '0.55', currency: 'PEN' },
        { from: 'adjustments', to: 'earnings', amount: '1', currency: 'PEN' },
      ]),
    );
    const { rows } = await client.query(
      'select ledger, direction, amount, seq from entry where account_id = $1 order by seq nulls last',
      [account.accountId],
    );
    expect(rows).toEqual([
      { ledger: 'available', direction: 'credit', amount: '10.55', seq: '1' },
      { ledger: 'earnings', direction: 'credit', amount: '1', seq: '2' },
      { ledger: 'adjustments', direction: 'debit', amount: '11.55', seq: null },
    ]);
    const balance = await client.query('select available, earnings, seq from balance where account_id = $1', [
      account.accountId,
    ]);
    expect(balance.rows).toEqual([{ available: '10.55', earnings: '1', seq: '2' }]);
  });

  it('creates no balance in a currency that only platform accounts use', async () => {
    const account = await openAdjusted();
    await post(
      adjustment(account, [
        { from: 'adjustments', to: 'fx', amount: '3', currency: 'BRL' },
        { from: 'fx', to: 'available', amount: '2', currency: 'PEN' },
      ]),
    );
    const { rows } = await client.query('select currency from balance where account_id = $1', [
      account.accountId,
    ]);
    expect(rows).toEqual([{ currency: 'PEN' }]);
  });

  it('never dates a journal before the balances it moves', async () => {
    const account = await openAdjusted();
    const credit: Move = { from: 'adjustments', to: 'available', amount: '1', currency: 'PEN' };
    await post(adjustment(account, [credit]));
    await client.query(`update balance set as_of = as_of + interval '1 hour' where account_id = $1`, [
      account.accountId,
    ]);
    await post(adjustment(account, [credit]));
    const { rows } = await client.query(
      `select count(*)::int as n from entry e join balance b using (account_id, currency)
         where e.account_id = $1 and e.seq = 2 and e.occurred_at = b.as_of and b.as_of > now() + interval '59 minutes'`,
      [account.accountId],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('stays in order without deadlocks with 20 writers in both directions', async () => {
    const account = await openAdjusted();
    await deposit(fixture.store, { ...account, currency: 'PEN', amount: '1000' });
    await deposit(fixture.store, { ...account, currency: 'USDT', amount: '1000' });
    const move = (from: Bucket, to: Bucket, currency: string) =>
      adjustment(account, [{ from, to, amount: '1', currency }]);
    await post(
      ...['PEN', 'USDT'].map((currency) =>
        adjustment(account, [{ from: 'available', to: 'earnings', amount: '500', currency }]),
      ),
    );
    const write = async (writer: number) => {
      for (let round = 0; round < 10; round += 1) {
        const [from, to]: [Bucket, Bucket] =
          writer % 2 === 0 ? ['available', 'earnings'] : ['earnings', 'available'];
        const journals = [move(from, to, 'PEN'), move(to, from, 'USDT')];
        await post(...(writer % 3 === 0 ? journals.reverse() : journals));
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, writer) => write(writer)));
    expect(fixture.retries).toEqual([]);
    const { rows } = await client.query(
      `select currency, available, earnings, seq from balance where account_id = $1 order by currency`,
      [account.accountId],
    );
    expect(rows).toEqual([
      { currency: 'PEN', available: '500', earnings: '500', seq: '403' },
      { currency: 'USDT', available: '500', earnings: '500', seq: '403' },
    ]);
  });

  it('leaves a ledger that passes the checker, except for invalid adjustments', async () => {
    const { violations } = await checkInvariants(fixture.url);
    // These were created without an exception and an operator.
    expect(violations.map(({ number }) => number)).toEqual([8, 29]);
    expect(violations[0]?.rows.every(({ id }) => id?.startsWith('adj_'))).toBe(true);
  });
});

describe('record', () => {
  it('refuses a writer whose row has changed, after three retries', async () => {
    const [payout] = await fixture.store.transaction((tx) => tx.find('payout', { id: world.completed }));
    if (!payout) throw new Error('the payout is gone');
    const stale = act(fixture.store, () =>
      decide({ changes: [changed('payout', { ...payout, version: 1 })] }),
    );
    await expect(stale).rejects.toThrow('temporarily unavailable');
    expect(fixture.retries.splice(0)).toHaveLength(3);
  });

  it('stores nothing of a transaction that overdraws a bucket', async () => {
    const account = await openAdjusted();
    const credit = adjustment(account, [
      { from: 'adjustments', to: 'available', amount: '5', currency: 'PEN' },
    ]);
    const debit = adjustment(account, [
      { from: 'available', to: 'adjustments', amount: '5.01', currency: 'PEN' },
    ]);
    await expect(post(credit, debit)).rejects.toThrow(/violates check constraint/);
    const { rows } = await client.query('select from balance where account_id = $1', [account.accountId]);
    expect(rows).toEqual([]);
  });
});

/** An adjustment of the world's account without a journal. */
const anAdjustment = `
  insert into exception (id, account_id, type, status, resource_type, resource_id, cause, created_at, version)
    select 'rex_x', account_id, 'provider_mismatch', 'open', 'payout', id, 'x', now(), 1 from payout limit 1;
  insert into adjustment (id, account_id, exception_id, direction, amount, currency, created_at, version)
    select 'adj_x', account_id, id, 'credit', 1, 'PEN', now(), 1 from exception where id = 'rex_x';`;

/** A journal of the world's account with its entries, in one statement. */
const journalOf = (origin: string, entries: string) => `
  ${anAdjustment}
  with own as (select account_id from payout limit 1),
  j as (insert into journal (id, account_id, purpose, origin_type, origin_id, occurred_at)
    select 'jrn_x', account_id, ${origin}, now() from own)
  ${
    entries === ''
      ? 'select 1'
      : `insert into entry (id, account_id, journal_id, ledger, currency, direction, amount, occurred_at)
        select e.id, account_id, 'jrn_x', e.ledger, 'PEN', e.direction, e.amount::numeric, now()
          from own, (values ${entries}) e (id, ledger, direction, amount)`
  }`;

const adjusting = `'adjustment_credit', 'adjustment', 'adj_x'`;
const pair = (amount: string) =>
  `('ent_x', 'fees', 'debit', '${amount}'), ('ent_y', 'fx', 'credit', '${amount}')`;
const again = (purpose: string, id: (w: World) => string) => (w: World) =>
  journalOf(`'${purpose}', 'payout', '${id(w)}'`, pair('1'));

const refusals: [what: string, code: string, statement: (w: World) => string][] = [
  [
    'a journal that does not balance',
    forbidden,
    () => journalOf(adjusting, `('ent_x', 'fees', 'debit', '1'), ('ent_y', 'fx', 'credit', '2')`),
  ],
  ['a journal of one entry', forbidden, () => journalOf(adjusting, `('ent_x', 'fees', 'debit', '1')`)],
  ['a journal of no entry', forbidden, () => journalOf(adjusting, '')],
  [
    'entries that come to a journal later',
    forbidden,
    () => `insert into entry (id, account_id, journal_id, ledger, currency, direction, amount, occurred_at)
    select s.id, j.account_id, j.id, 'fees', 'PEN', s.direction, 1, now() from (select * from journal limit 1) j cross join (values ('ent_x', 'debit'), ('ent_y', 'credit')) s (id, direction)`,
  ],
  ['NaN in an entry', checked, () => journalOf(adjusting, pair('NaN'))],
  ['infinity in an entry', checked, () => journalOf(adjusting, pair('Infinity'))],
  ['nothing in an entry', checked, () => journalOf(adjusting, pair('0'))],
  ['less than nothing in an entry', checked, () => journalOf(adjusting, pair('-1'))],
  ['more decimals than the currency has in an entry', checked, () => journalOf(adjusting, pair('1.001'))],
  [
    'a ledger account that nobody knows',
    checked,
    () => journalOf(adjusting, `('ent_x', 'fee', 'debit', '1'), ('ent_y', 'fx', 'credit', '1')`),
  ],
  ...['available', 'pending', 'reserved', 'in_settlement', 'earnings'].flatMap((bucket): typeof refusals =>
    [-0.01, `'NaN'`, `'Infinity'`, '0.0000001'].map((value) => [
      `${value} in ${bucket}`,
      checked,
      () => `update balance set ${bucket} = ${value}`,
    ]),
  ),
  [
    'an entry of a balance without a number',
    checked,
    () => journalOf(adjusting, `('ent_x', 'available', 'debit', '1'), ('ent_y', 'fx', 'credit', '1')`),
  ],
  [
    "an entry of the platform's own with a number",
    checked,
    () => `insert into entry (id, account_id, journal_id, ledger, currency, direction, amount, seq, occurred_at)
      select 'ent_x', account_id, id, 'fees', 'PEN', 'debit', 1, 7, now() from journal limit 1`,
  ],
  [
    'a side that nobody knows',
    checked,
    () => journalOf(adjusting, `('ent_x', 'fees', 'up', '1'), ('ent_y', 'fx', 'credit', '1')`),
  ],
  ...(
    [
      ['a status that nobody knows', `status = 'lost'`],
      ['a risk status that nobody knows', `risk_status = 'lost'`],
      ['a state of sending that nobody knows', `sending = 'lost'`],
      ['a principal of nothing', 'principal = 0, total = platform_fee + tenant_markup'],
      ['nothing for the beneficiary', 'destination_amount = 0'],
      ['a rate of nothing', 'rate = 0'],
      ['a return without a refund', `status = 'returned'`],
      ['a refund without a return', `refund_status = 'pending'`],
      ['too many decimals of a fee', 'platform_fee = platform_fee + 0.001, total = total + 0.001'],
      ['too many decimals of a markup', 'tenant_markup = tenant_markup + 0.001, total = total + 0.001'],
      ['too many decimals for the beneficiary', 'destination_amount = destination_amount + 0.001'],
    ] as const
  ).map(([what, change]): (typeof refusals)[number] => [
    `a payout with ${what}`,
    checked,
    (w) => `update payout set ${change} where id = '${w.completed}'`,
  ]),
  [
    'a refund that nobody knows',
    checked,
    (w) => `update payout set refund_status = 'lost' where id = '${w.returned}'`,
  ],
  [
    'too many decimals in a payout',
    checked,
    () => 'update payout set principal = principal + 0.001, total = total + 0.001',
  ],
  ['a payout that does not add up', checked, () => 'update payout set total = total + 1'],
  ['a changed entry', forbidden, () => 'update entry set amount = amount'],
  ['a deleted entry', forbidden, () => 'delete from entry'],
  ['a changed journal', forbidden, () => 'update journal set purpose = purpose'],
  ['a deleted journal', forbidden, () => 'delete from journal'],
  ['a changed audit entry', forbidden, () => `update audit_entry set reason = 'another'`],
  ['a deleted audit entry', forbidden, () => 'delete from audit_entry'],
  ['an emptied audit log', forbidden, () => 'truncate audit_entry cascade'],
  ['a changed link of the audit log', forbidden, () => 'update audit_link set previous = hash'],
  ['a deleted link of the audit log', forbidden, () => 'delete from audit_link'],
  ['a deleted payout', forbidden, (w) => `delete from payout where id = '${w.processing}'`],
  ['a deleted pay-in', forbidden, () => 'delete from payin'],
  ['emptied payouts', forbidden, () => 'truncate payout cascade'],
  [
    'a payout that moves to another account',
    forbidden,
    (w) => `update payout set account_id = '${w.otherAccountId}'`,
  ],
  [
    "entries in another account's journal",
    forbidden,
    (w) => `with j as (insert into journal (id, account_id, purpose, origin_type, origin_id, occurred_at)
      values ('jrn_x', (select account_id from payout where id = '${w.processing}'), 'adjustment_credit', 'adjustment', 'adj_x', now()))
    insert into entry (id, account_id, journal_id, ledger, currency, direction, amount, occurred_at)
      values ('ent_x', '${w.otherAccountId}', 'jrn_x', 'fees', 'PEN', 'debit', 1, now()), ('ent_y', '${w.otherAccountId}', 'jrn_x', 'fx', 'PEN', 'credit', 1, now())`,
  ],
  [
    'entries of no journal',
    forbidden,
    (w) => `insert into entry (id, account_id, journal_id, ledger, currency, direction, amount, occurred_at)
      values ('ent_x', '${w.otherAccountId}', 'jrn_absent', 'fees', 'PEN', 'debit', 1, now()), ('ent_y', '${w.otherAccountId}', 'jrn_absent', 'fx', 'PEN', 'credit', 1, now())`,
  ],
  ['emptied entries', forbidden, () => 'truncate entry'],
  ['emptied journals', forbidden, () => 'truncate journal cascade'],
  ['a second reserve', twice, again('payout_reserve', (w) => w.processing)],
  ['a second capture', twice, again('payout_capture', (w) => w.completed)],
  ['a reversal after a capture', twice, again('reversal', (w) => w.completed)],
  ['a second reversal', twice, again('reversal', (w) => w.failed)],
  ['a second return', twice, again('payout_return', (w) => w.returned)],
  ['a second settlement of a return', twice, again('payout_return_settled', (w) => w.settled)],
  [
    'a second credit of a pay-in',
    twice,
    () =>
      journalOf(
        `'funding_deposit', 'payin', (select id from payin where status = 'completed' limit 1)`,
        pair('1'),
      ),
  ],
  [
    'a second intent that may have left',
    twice,
    (
      w,
    ) => `insert into intent (id, account_id, kind, operation_id, number, reference, state, send_by, created_at, version)
    select 'int_x', account_id, kind, operation_id, 2, reference, 'uncertain', now(), now(), 1 from intent where operation_id = '${w.completed}'`,
  ],
  [
    'an intent that becomes possible again beside another',
    twice,
    (
      w,
    ) => `insert into intent (id, account_id, kind, operation_id, number, reference, state, send_by, created_at, version)
    select 'int_x', account_id, kind, operation_id, 2, reference, 'not_sent', now(), now(), 1 from intent where operation_id = '${w.completed}'; update intent set state = 'open' where id = 'int_x'`,
  ],
  ['a sixth intent', checked, () => 'update intent set number = 6'],
  ['a key that is bound already', twice, () => 'insert into idempotency_key select * from idempotency_key'],
  [
    'a quote that pays twice',
    twice,
    (w) =>
      `update payout set quote_id = (select quote_id from payout where id = '${w.quoted}') where id = '${w.crossed}'`,
  ],
  [
    'a reference that is taken',
    twice,
    (w) =>
      `update payout set reference = (select reference from payout where id = '${w.failed}') where id = '${w.crossed}'`,
  ],
  [
    'the same payment on a funding account twice',
    twice,
    () =>
      `update payin set bank_reference = 'b', funding_account_id = (select min(funding_account_id) from payin)`,
  ],
  [
    'a cancelled payout that was sent',
    checked,
    (w) => `update payout set status = 'cancelled' where id = '${w.completed}'`,
  ],
  [
    'a processing payout that nobody will look at',
    checked,
    (w) => `update payout set next_step_at = null where id = '${w.processing}'`,
  ],
  [
    'a payout in doubt that nobody will look at',
    checked,
    (w) => `update payout set next_step_at = null where id = '${w.verification_pending}'`,
  ],
  ['a total above the limit', checked, () => 'update payout set daily_total = limit_daily + 1'],
  ['a used limit below zero', checked, () => 'update limit_usage set total = -1'],
  [
    "another account's beneficiary",
    absent,
    (w) => `update payout set beneficiary_id = '${w.otherBeneficiaryId}' where id = '${w.processing}'`,
  ],
  [
    "another account's quote",
    absent,
    (w) => `update quote set account_id = '${w.otherAccountId}', beneficiary_id = null`,
  ],
  ["another account's intent", forbidden, (w) => `update intent set account_id = '${w.otherAccountId}'`],
  [
    "another account's customer",
    absent,
    (w) =>
      `update beneficiary set customer_id = (select id from customer where account_id = '${w.otherAccountId}') where id = '${w.beneficiaryId}'`,
  ],
  ["another account's pay-in", forbidden, (w) => `update payin set account_id = '${w.otherAccountId}'`],
  ["another account's review", absent, (w) => `update risk_decision set account_id = '${w.otherAccountId}'`],
  ["another account's exception", absent, (w) => `update exception set account_id = '${w.otherAccountId}'`],
  [
    'a journal of an adjustment that is not there',
    forbidden,
    () => journalOf(`'adjustment_credit', 'adjustment', 'adj_absent'`, pair('1')),
  ],
  [
    "a journal of another account's adjustment",
    forbidden,
    (w) => `${anAdjustment}
      with j as (insert into journal (id, account_id, purpose, origin_type, origin_id, occurred_at)
        values ('jrn_x', '${w.otherAccountId}', ${adjusting}, now()))
      insert into entry (id, account_id, journal_id, ledger, currency, direction, amount, occurred_at)
        values ('ent_x', '${w.otherAccountId}', 'jrn_x', 'fees', 'PEN', 'debit', 1, now()), ('ent_y', '${w.otherAccountId}', 'jrn_x', 'fx', 'PEN', 'credit', 1, now())`,
  ],
  [
    'a debit of an adjustment that credits',
    forbidden,
    () => journalOf(`'adjustment_debit', 'adjustment', 'adj_x'`, pair('1')),
  ],
  [
    'a second credit of a pay-in under another purpose',
    forbidden,
    () =>
      journalOf(
        `'payout_return', 'payin', (select id from payin where status = 'completed' limit 1)`,
        pair('1'),
      ),
  ],
  ['a deposit into a payout', forbidden, again('funding_deposit', (w) => w.completed)],
  ['a purpose that nobody knows', forbidden, again('payout_gift', (w) => w.completed)],
  [
    'an origin of a kind that nobody knows',
    forbidden,
    () => journalOf(`'gift', 'gift', 'gift_x'`, pair('1')),
  ],
  [
    'a quote that paid for a payout that is not there',
    absent,
    (w) => `update quote set used_by = 'pout_absent' where used_by = '${w.quoted}'`,
  ],
  [
    'a quote that paid for a payout which names no quote',
    absent,
    (w) => `update quote set used_by = '${w.completed}' where used_by = '${w.quoted}'`,
  ],
  [
    'a second payout of a remittance',
    twice,
    (w) =>
      `update payout set remittance_id = (select remittance_id from payout where id = '${w.remitted}') where id = '${w.completed}'`,
  ],
  [
    'a remittance with a payout that is not its own',
    forbidden,
    (w) => `update remittance set payout_id = '${w.crossed}' where payout_id = '${w.remitted}'`,
  ],
  [
    'a remittance that spends more than its pay-in credited',
    forbidden,
    (
      w,
    ) => `update payin set amount = amount - 1 where id = (select payin_id from remittance where payout_id = '${w.remitted}');
      update remittance set payin_id = payin_id where payout_id = '${w.remitted}'`,
  ],
  [
    'two remittances that wait for one deposit',
    twice,
    (w) =>
      `insert into remittance select (jsonb_populate_record(r, '{"id": "rem_x", "reference": "x"}')).* from remittance r where id = '${w.awaited}'`,
  ],
  [
    'a remittance that waits for ever',
    checked,
    (w) => `update remittance set next_step_at = null where id = '${w.awaited}'`,
  ],
  [
    'a remittance that failed for no reason',
    checked,
    (w) =>
      `update remittance set status = 'failed', failed_at = now(), next_step_at = null where id = '${w.awaited}'`,
  ],
  ['a deleted remittance', forbidden, () => 'delete from remittance'],
  [
    "a quote that paid for another account's payout",
    absent,
    (w) => `update quote set used_by = null, beneficiary_id = null where used_by = '${w.quoted}';
      insert into quote select (jsonb_populate_record(q, jsonb_build_object('id', 'qt_x', 'account_id', '${w.otherAccountId}', 'used_by', '${w.quoted}'))).* from quote q where id = (select quote_id from payout where id = '${w.quoted}')`,
  ],
  [
    "a journal of another account's payout",
    forbidden,
    (w) => `with j as (insert into journal (id, account_id, purpose, origin_type, origin_id, occurred_at)
      values ('jrn_x', '${w.otherAccountId}', 'payout_return', 'payout', '${w.completed}', now()))
    insert into entry (id, account_id, journal_id, ledger, currency, direction, amount, occurred_at)
      values ('ent_x', '${w.otherAccountId}', 'jrn_x', 'fees', 'PEN', 'debit', 1, now()), ('ent_y', '${w.otherAccountId}', 'jrn_x', 'fx', 'PEN', 'credit', 1, now())`,
  ],
];

describe('the database itself refuses', () => {
  it.each(refusals)('%s (%s)', async (_what, code, statement) => {
    expect(await refusalOf(statement(world))).toBe(code);
  });

  it('nothing that is valid', async () => {
    expect(await refusalOf(journalOf(adjusting, pair('1.01')))).toBeUndefined();
  });
});
