import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { entities } from '../../src/adapters/postgres/entity.js';
import { openOrm } from '../../src/adapters/postgres/orm.js';
import { postgresStore } from '../../src/adapters/postgres/store.js';
import { openFundingAccount, type FundingAccount } from '../../src/domain/funding-account.js';
import { exact } from '../../src/domain/money.js';
import type { Payin } from '../../src/domain/payin.js';
import type { Refusal } from '../../src/domain/refusal.js';
import type { Ports } from '../../src/ports/ports.js';
import { openAccount } from '../../src/usecases/account.js';
import { createBeneficiary } from '../../src/usecases/beneficiary.js';
import { expireDue } from '../../src/usecases/funding-account.js';
import { ingestPayments } from '../../src/usecases/payin.js';
import { recordConfirmations } from '../../src/usecases/payin-result.js';
import { createQuote } from '../../src/usecases/quote.js';
import { createRemittance, expireRemittances, followPayouts } from '../../src/usecases/remittance.js';
import { WaitingRemittances } from '../../src/usecases/remittance-funding.js';
import { openSandbox, type Sandbox } from '../api/sandbox.js';
import { act, newId, openFunding, paymentsOfBank } from '../setup/fixture.js';
import { queryRows } from '../setup/rows.js';
import { sized } from '../setup/size.js';

// No workers run here, so the tests make each step; two processes share one database.
let sandbox: Sandbox;
let ports: Ports;
let otherOrm: MikroORM;
let other: Ports;
let accountId: string;
let beneficiaryId: string;
const retries: string[] = [];
const operator = { name: 'test', reason: 'test' };
const mobile = { method: 'mobile_payment', currency: 'VES' };

beforeAll(async () => {
  sandbox = await openSandbox();
  ({ ports } = sandbox.wired);
  otherOrm = await openOrm({ url: sandbox.url, entities, poolMax: 10, applicationName: 'other' });
  const origin = { newId, livemode: false, follow: followPayouts };
  const onRetry = () => void retries.push('retried');
  other = { ...ports, store: postgresStore(otherOrm, origin, { onRetry }) };
  accountId = (await openAccount(ports, operator, { name: 'Remitter', ownerEmail: null })).account.id;
  const details = { phone: '04141234567', bank_code: '0102', document: { type: 'V', number: '12345678' } };
  beneficiaryId = (await createBeneficiary(ports, { ...mobile, accountId, details })).resource.id;
});
afterAll(async () => {
  await queryRows(sandbox.url, paymentsOfBank);
  const { violations } = await checkInvariants(sandbox.url);
  await otherOrm.close();
  await sandbox.close();
  expect(violations).toEqual([]);
  expect(retries).toEqual([]);
});

let count = 0;
const useOf = () => ({ accountId, key: `remittance-${(count += 1)}`, fingerprint: `f${count}` });

async function account(amount?: string): Promise<FundingAccount> {
  const limits = { limitDaily: exact('1000'), dailyTotal: exact('1000') };
  const one = amount === undefined ? {} : { amount: exact(amount), ...limits };
  const ask = { accountId, currency: 'PEN', settlementCurrency: 'USDT', ...one };
  const { fundingAccount } = await openFunding(ports.store, ask);
  await act(ports.store, (moment) => openFundingAccount(moment, fundingAccount, { reference: 'ABC' }));
  return { ...fundingAccount, status: 'active', version: 2 };
}

/** A remittance of 101.50 PEN, 29.9425 USDT at its quote's price. */
async function remitting(source: { fundingAccountId: string } | { payinId: string }, by = ports) {
  const { resource: quote } = await createQuote(by, {
    ...mobile,
    accountId,
    product: 'remittance',
    sourceCurrency: 'PEN',
    amount: '100',
    amountSide: 'source',
  });
  const ask = { accountId, beneficiaryId, quoteId: quote.id, source };
  return (await createRemittance(by, ask, useOf())).resource;
}

/** A payment that the bank has not confirmed yet. */
async function seen({ reference }: FundingAccount, amount: string): Promise<Payin> {
  const name = `bank-${(count += 1)}`;
  const payment = {
    id: name,
    type: 'payment' as const,
    amount: exact(amount),
    currency: 'PEN',
    bankReference: name,
    paymentReference: name,
  };
  const [made] = await ingestPayments(ports, [{ ...payment, fundingReference: reference }]);
  if (!made?.payin) throw new Error('the payment is no pay-in');
  return made.payin;
}

const confirm = (by: Ports, payin: Payin) =>
  recordConfirmations(by, [
    { payin, confirmation: { outcome: 'confirmed', amount: payin.paidAmount, currency: 'PEN' } },
  ]);

/** The status of a remittance, and where its money went. */
async function standing(id: string) {
  const [row] = await queryRows(
    sandbox.url,
    `select r.status, r.failure_code, i.amount as credited, p.total, (select count(*) from payout where remittance_id = r.id) as payouts,
      (select string_agg(split_part(type, '.', 2), ' ' order by position) from event where resource_id = r.id) as events
     from remittance r left join payin i on i.id = r.payin_id left join payout p on p.id = r.payout_id where r.id = $1`,
    [id],
  );
  return row;
}

const columnOf = async (table: 'payin' | 'remittance', column: string, id: string) =>
  (await queryRows(sandbox.url, `select ${column} as value from ${table} where id = $1`, [id]))[0]?.value;

describe('a deposit before, at and after the end of the quote, of less, exactly and more than the total', () => {
  const funded = (credited: string) => ['processing', null, credited, '29.9425', 'created processing'];
  const failed = (code: string) => ['failed', code, null, null, 'created failed'];
  // Payments were seen at a rate of 0.295 and are credited at 0.29: an excess of 2.00 PEN is 0.58 USDT.
  const outcomes: [when: string, ms: number, amount: string, credited: string, unknown[]][] = [
    ['early', -1, '101.49', '29.93955', failed('funding_insufficient')],
    ['early', -1, '101.50', '29.9425', funded('29.9425')],
    ['early', -1, '103.50', '30.5225', funded('30.5225')],
    ...(['at', 'late'] as const).flatMap((when, ms): (typeof outcomes)[number][] => [
      [when, ms, '101.49', '29.93955', failed('quote_expired')],
      [when, ms, '101.50', '29.9425', failed('quote_expired')],
      [when, ms, '103.50', '30.5325', failed('quote_expired')],
    ]),
  ];

  test.each(outcomes)('%s (%i ms): %s PEN', async (_when, ms, amount, credited, outcome) => {
    const rates = ports.catalogue.rates.map((each) =>
      each.from === 'PEN' && each.to === 'USDT' ? { ...each, rate: '0.29' } : each,
    );
    const now = { ...ports, catalogue: { ...ports.catalogue, rates } };
    const into = await account();
    const { id } = await remitting({ fundingAccountId: into.id });
    const { id: payinId } = await seen(into, amount);
    await ports.store.transaction(async (tx) => {
      const waiting = await WaitingRemittances.lock(now, tx, [into.id]);
      const [payin] = await tx.lock('payin', [payinId]);
      await waiting.load(tx);
      const expiresAt = new Date(String(await columnOf('remittance', 'next_step_at', id)));
      const moment = { ...(await tx.moment()), now: new Date(expiresAt.getTime() + ms) };
      const decision = payin && waiting.credit(moment, payin, into);
      if (!decision) throw new Error('nothing waits for the deposit');
      await tx.record([decision]);
    });
    const row = await standing(id);
    expect([row?.status, row?.failure_code, row?.credited, row?.total, row?.events]).toEqual(outcome);
    expect(await columnOf('payin', 'amount', payinId)).toBe(credited);
  });
});

describe('races', () => {
  const rounds = sized(25, 1_000);
  const long = { timeout: sized(600_000, 3_600_000) };

  test('two deposits, one remittance: one pays it, the other stays available', long, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const into = await account();
      const { id } = await remitting({ fundingAccountId: into.id });
      const payins = [await seen(into, '101.50'), await seen(into, '110.00')];
      await Promise.all(payins.map((payin, index) => confirm(index === 0 ? ports : other, payin)));
      expect(await standing(id)).toMatchObject({ status: 'processing', payouts: '1', total: '29.9425' });
      expect(payins.map((payin) => payin.id)).toContain(await columnOf('remittance', 'payin_id', id));
    }
  });

  test('one pay-in, taken by both processes: it is credited once, and neither overwrites the other', async () => {
    const into = await account();
    const payin = await seen(into, '101.50');
    await Promise.all([confirm(ports, payin), confirm(other, payin)]);
    await confirm(other, payin);
    const events = `select type from event where resource_id = '${payin.id}'`;
    expect(await queryRows(sandbox.url, events)).toEqual([{ type: 'payin.completed' }]);
    expect(await columnOf('payin', 'version', payin.id)).toBe('2');
  });

  test('ten remittances, one pay-in: one gets it, the others are refused', long, async () => {
    for (let round = 0; round < rounds / 5; round += 1) {
      const into = await account();
      const payin = await seen(into, '150.00');
      await confirm(ports, payin);
      const pending = Array.from({ length: 10 }, (_, index) =>
        remitting({ payinId: payin.id }, index % 2 === 0 ? ports : other),
      );
      const results = await Promise.allSettled(pending);
      const codes = results.map((each) =>
        each.status === 'fulfilled' ? each.value.status : (each.reason as Refusal).code,
      );
      expect(codes.sort()).toEqual([...Array<string>(9).fill('payin_already_used'), 'processing']);
    }
  });

  test('ten remittances, one funding account: one waits for its deposit', async () => {
    const into = await account();
    const pending = Array.from({ length: 10 }, (_, index) =>
      remitting({ fundingAccountId: into.id }, index % 2 === 0 ? ports : other),
    );
    const results = await Promise.allSettled(pending);
    const codes = results.map((each) =>
      each.status === 'rejected' ? (each.reason as Refusal).code : 'waits',
    );
    expect(codes.sort()).toEqual([...Array<string>(9).fill('funding_account_in_use'), 'waits']);
  });

  test(
    'a deposit while the timer fails the remittance: it is paid out or it is not, never both',
    long,
    async () => {
      const ends: unknown[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const into = await account();
        const made = await remitting({ fundingAccountId: into.id });
        const payin = await seen(into, '101.50');
        const end = `business_now() + ${round % 5} * interval '1 millisecond'`;
        await queryRows(
          sandbox.url,
          `with q as (update quote set expires_at = ${end} where id = '${made.quoteId}' returning expires_at)
           update remittance set next_step_at = q.expires_at from q where id = '${made.id}'`,
        );
        await Promise.all([confirm(ports, payin), expireRemittances(other, [made.id])]);
        await expireRemittances(other, [made.id]);
        const row = await standing(made.id);
        ends.push(row?.status);
        expect([row?.status, row?.failure_code, row?.payouts]).toEqual(
          row?.status === 'processing' ? ['processing', null, '1'] : ['failed', 'quote_expired', '0'],
        );
        expect(await columnOf('payin', 'status', payin.id)).toBe('completed');
      }
      expect(ends).toContain('failed');
    },
  );
});

describe('a one-payment account that cannot be funded any more fails its remittance at once', () => {
  const total = '101.50';
  const fail = (payin: Payin) =>
    recordConfirmations(ports, [
      { payin, confirmation: { outcome: 'not_confirmed', code: 'not_confirmed' } },
    ]);
  const endNow = (id: string) =>
    queryRows(
      sandbox.url,
      `update funding_account set expires_at = business_now() - interval '1 second' where id = '${id}'`,
    );

  test('if its payment fails', async () => {
    const into = await account(total);
    const { id } = await remitting({ fundingAccountId: into.id });
    await fail(await seen(into, total));
    expect(await standing(id)).toMatchObject({
      status: 'failed',
      failure_code: 'funding_insufficient',
      events: 'created failed',
    });
  });

  test('if it expires unpaid', async () => {
    const into = await account(total);
    const { id } = await remitting({ fundingAccountId: into.id });
    await endNow(into.id);
    await expireDue(ports, [into.id]);
    expect(await standing(id)).toMatchObject({
      status: 'failed',
      failure_code: 'quote_expired',
      events: 'created failed',
    });
  });

  test('if its payment is reversed before it is credited', async () => {
    const into = await account(total);
    const { id } = await remitting({ fundingAccountId: into.id });
    const payin = await seen(into, total);
    const paymentReference = payin.paymentReference ?? '';
    await ports.store.transaction((tx) =>
      tx.keepNotices('sandbox', [
        { id: paymentReference, type: 'payment_result', paymentReference, outcome: 'reversed' },
      ]),
    );
    await confirm(ports, payin);
    expect(await columnOf('payin', 'status', payin.id)).toBe('completed');
    expect(await standing(id)).toMatchObject({ status: 'failed', failure_code: 'funding_insufficient' });
  });

  test('if the remittance is requested at that moment, or the request is refused', async () => {
    const ends = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const into = await account(total);
      await endNow(into.id);
      const [made] = await Promise.allSettled([
        remitting({ fundingAccountId: into.id }, other),
        expireDue(ports, [into.id]),
      ]);
      if (made.status === 'rejected') {
        expect((made.reason as Refusal).code).toBe('funding_account_not_active');
        ends.add('refused');
      } else {
        const ended = await standing(made.value.id);
        expect(ended).toMatchObject({ status: 'failed', failure_code: 'quote_expired' });
        ends.add('failed');
      }
    }
    expect(ends.size).toBeGreaterThan(0);
  });

  test('but an account for any deposit does not: the next deposit may fund it', async () => {
    const into = await account();
    const { id } = await remitting({ fundingAccountId: into.id });
    await fail(await seen(into, total));
    expect(await standing(id)).toMatchObject({ status: 'awaiting_funds' });
    await confirm(ports, await seen(into, total));
    expect(await standing(id)).toMatchObject({ status: 'processing' });
  });
});

test('a process that dies before committing credit and payout has done neither; a retry does both once', async () => {
  const into = await account();
  const { id } = await remitting({ fundingAccountId: into.id });
  const payin = await seen(into, '101.50');
  const cut = { ...ports, store: { ...ports.store, transaction: cutBeforeCommit(ports.store) } };
  await expect(confirm(cut, payin)).rejects.toThrow('the process ends here');
  expect(await standing(id)).toMatchObject({ status: 'awaiting_funds', payouts: '0', events: 'created' });
  expect(await columnOf('payin', 'status', payin.id)).toBe('processing');
  await confirm(ports, payin);
  await confirm(other, payin);
  expect(await standing(id)).toMatchObject({
    status: 'processing',
    payouts: '1',
    events: 'created processing',
  });
});

function cutBeforeCommit(store: Ports['store']): Ports['store']['transaction'] {
  return (work) =>
    store.transaction(async (tx) => {
      await work(tx);
      throw new Error('the process ends here');
    });
}
