import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { exact } from '../../src/domain/money.js';
import type { OperationNotice, PaymentNotice, PaymentResultNotice } from '../../src/ports/provider.js';
import type { Ports } from '../../src/ports/ports.js';
import type { Store, Tx } from '../../src/ports/store.js';
import { takeOperationNotices } from '../../src/usecases/operation-notice.js';
import { ingestPayments } from '../../src/usecases/payin.js';
import { takePaymentResults } from '../../src/usecases/payin-result.js';
import { buildCommandLine } from '../setup/cli.js';
import { withHand } from '../setup/hand.js';
import { callsFor, pathOf, statusIs, typesOf } from '../setup/payout-journey.js';
import { startProcess } from '../setup/process.js';
import { queryRows } from '../setup/rows.js';
import { freshKey, openService, type Client, type RunningService } from '../setup/running.js';
import { allAtOnce, eventsOf, fund, mxnPayout, openFundingAccount, speiBeneficiary } from '../setup/verbs.js';

let service: RunningService;
let fundingAccountId: string;
let beneficiaryId: string;
beforeAll(async () => {
  service = await openService();
  fundingAccountId = await openFundingAccount(service, 'MXN');
  beneficiaryId = await speiBeneficiary(service);
  await fund(service, 'MXN', '10000.00');
});
beforeAll(buildCommandLine);
afterAll(() => service.stop());

/** A payment at the bank that has not been reported to the service. */
const paidAtTheBank = (bankReference: string, outcome?: 'reversed'): Promise<PaymentNotice> =>
  withHand(service, (ports) => depositAtTheBank(ports, bankReference, outcome));

async function depositAtTheBank(
  { bank }: Ports,
  bankReference: string,
  outcome: 'completed' | 'reversed' = 'completed',
): Promise<PaymentNotice> {
  const account = 'select reference from funding_account where id = $1';
  const [row] = await queryRows(service.databaseUrl, account, [fundingAccountId]);
  if (!bank) throw new Error('the sandbox has a bank');
  return bank.deposit({
    fundingReference: row?.['reference'] ?? '',
    amount: exact('10'),
    currency: 'MXN',
    bankReference,
    outcome,
    delayMs: 0,
  });
}

/** Tells the service of the payment; returns the id of its pay-in. */
async function readStatus(reference: string): Promise<string> {
  const body = { funding_account_id: fundingAccountId, amount: '10.00', reference };
  const made = await service.post('/v1/sandbox/deposits', body);
  expect(made.status, made.text).toBe(201);
  return made.get('id');
}

async function credited(reference: string): Promise<string> {
  const payin = await readStatus(reference);
  await service.until(`/v1/payins/${payin}`, (each) => each.at('status') === 'completed');
  return payin;
}

const resultOf = (
  { paymentReference }: PaymentNotice,
  outcome: PaymentResultNotice['outcome'],
): PaymentResultNotice => ({
  id: `${paymentReference}:by-hand:${outcome}`,
  type: 'payment_result',
  paymentReference,
  outcome,
});

const takeResults = (...results: PaymentResultNotice[]) =>
  withHand(service, (ports) => takePaymentResults(ports, 'sandbox', results));

/** How often each credited pay-in shows a reversal, once it shows one. */
async function timesReversed(...payins: string[]): Promise<number[]> {
  for (const id of payins) {
    await service.until(`/v1/payins/${id}`, (each) => each.at('status') === 'completed');
  }
  const path = '/v1/events?type=reconciliation.exception_created&limit=100';
  await service.until(path, ({ text }) => payins.every((id) => text.includes(id)));
  const events = await eventsOf(service);
  const raised = events.flatMap(([, data]) => {
    const { type, resource } = data as { type?: string; resource?: { id: string } };
    return type === 'payin_reversed' ? [resource?.id] : [];
  });
  return payins.map((id) => raised.filter((each) => each === id).length);
}

const payment = (fundingReference: string, bankReference: string): PaymentNotice => ({
  id: bankReference,
  type: 'payment',
  fundingReference,
  bankReference,
  paymentReference: bankReference,
  amount: exact('10'),
  currency: 'MXN',
});

interface Interruption {
  /** Runs after a notice matched nothing, and before it is kept. */
  readonly meanwhile: () => Promise<void>;
  /** Whether the process dies after keeping the notice; then the bank, unanswered, sends it again. */
  readonly dies: boolean;
}

function takeWhile({ meanwhile, dies }: Interruption, take: (ports: Ports) => Promise<unknown>) {
  return withHand(service, async (ports) => {
    let transactions = 0;
    const store: Store = {
      ...ports.store,
      transaction: (work) => {
        transactions += 1;
        if (transactions === 2 && dies) throw new Error('the process died');
        return ports.store.transaction(async (tx) => {
          const worked = await work(tx);
          if (transactions === 1) await meanwhile();
          return worked;
        });
      },
    };
    const taking = take({ ...ports, store });
    if (!dies) return taking;
    await expect(taking).rejects.toThrow('the process died');
    return take(ports);
  });
}

async function untilRows(statement: string): Promise<void> {
  while ((await queryRows(service.databaseUrl, statement)).length === 0) await sleep(20);
}

describe('a payment of another amount under a known bank reference', () => {
  const ingest = (...payments: PaymentNotice[]) =>
    withHand(service, (ports) => ingestPayments(ports, payments));
  const noticesOf = async (reference: string) => {
    const first = await paidAtTheBank(reference);
    const another = (amount: string, paymentReference: string): PaymentNotice => ({
      ...first,
      id: `${reference} ${amount}`,
      bankReference: ` ${reference} `,
      amount: exact(amount),
      paymentReference,
    });
    return { first, another };
  };
  const hows = (ingested: Awaited<ReturnType<typeof ingest>>) => ingested.map((each) => each?.how);

  test.each(['together', 'one by one'])(
    'raises one exception each, reported %s and repeated',
    async (way) => {
      const { first, another } = await noticesOf(`other ${way}`);
      const named = first.paymentReference;
      const payments = [
        first,
        another('900', `${named}-900`),
        another('800', `${named}-800`),
        another('900', named),
      ];
      const ingested = [];
      if (way === 'together') ingested.push(...(await ingest(...payments)));
      else for (const payment of payments) ingested.push(...(await ingest(payment)));
      expect(hows(ingested)).toEqual(['created', 'created', 'created', 'existing']);
      expect(ingested.slice(1).map((each) => each?.exception)).toMatchObject([
        { type: 'provider_mismatch', expectedAmount: exact('10'), actualAmount: exact('900') },
        { type: 'provider_mismatch', expectedAmount: exact('10'), actualAmount: exact('800') },
        { id: ingested[1]?.exception?.id },
      ]);
      expect(hows(await ingest(...payments))).toEqual(payments.map(() => 'existing'));
      // A reversal applies to the pay-in with its reference, and to none of the others.
      await takeResults(resultOf(first, 'reversed'));
      expect(await timesReversed(ingested[0]?.payin?.id ?? '')).toEqual([1]);
      const raised = `select expected_amount from exception where type = 'payin_reversed'
      and cause like 'reversed other ${way}%' order by expected_amount`;
      expect(await queryRows(service.databaseUrl, raised)).toEqual([]);
      const others = payments.slice(1, 3).map((payment) => resultOf(payment, 'reversed'));
      await takeResults(...others);
      await takeResults(...others);
      expect(await queryRows(service.databaseUrl, raised)).toEqual([
        { expected_amount: '800' },
        { expected_amount: '900' },
      ]);
      await service.check();
    },
  );
});

test.each(['together', 'one by one', 'at once'])(
  'two payments with one provider reference, reported %s: the second raises an exception and moves nothing',
  async (way) => {
    const accounts = 'select reference from funding_account where id = any($1)';
    const opened = [fundingAccountId, await openFundingAccount(service, 'MXN')];
    const [here, there] = await queryRows(service.databaseUrl, accounts, [opened]);
    const payments = [here, here, there].map((account, nth) => ({
      ...payment(account?.['reference'] ?? '', `${way} ${nth}`),
      paymentReference: `one name, ${way}`,
    }));
    const ingest = (some: readonly PaymentNotice[]) =>
      withHand(service, (ports) => ingestPayments(ports, some));
    const groups = way === 'together' ? [payments] : payments.map((each) => [each]);
    const ingestAll = async () => {
      const all = [];
      if (way === 'at once') all.push(...(await Promise.all(groups.map(ingest))));
      else for (const group of groups) all.push(await ingest(group));
      return all.flat();
    };
    const became = (await ingestAll()).map((each) => (each?.payin ? 'a pay-in' : each?.exception?.type));
    expect(became.filter((each) => each === 'a pay-in')).toHaveLength(1);
    expect(became.filter((each) => each === 'provider_mismatch')).toHaveLength(2);
    expect((await ingestAll()).map((each) => each?.how)).toEqual(payments.map(() => 'existing'));
  },
);

test.each(['together', 'one by one'])(
  'payments of other amounts for one payout raise one exception each, reported %s and repeated',
  async (way) => {
    const made = await service.post('/v1/payouts', mxnPayout(beneficiaryId, '10.00'));
    await statusIs(service, made.get('id'), 'completed');
    const [row] = await queryRows(service.databaseUrl, 'select reference from payout where id = $1', [
      made.get('id'),
    ]);
    const notices = ['9', '8', '9'].map((amount, nth): OperationNotice => ({
      id: `${way} ${nth}`,
      type: 'operation',
      reference: row?.reference ?? '',
      outcome: 'paid',
      amount: exact(amount),
      currency: 'MXN',
    }));
    for (const some of way === 'together' ? [notices] : notices.map((each) => [each]))
      await withHand(service, (ports) => takeOperationNotices(ports, 'sandbox', some));
    const rows = await queryRows(
      service.databaseUrl,
      'select actual_amount::text as amount from exception where resource_id = $1 order by id',
      [made.get('id')],
    );
    expect(rows.map(({ amount }) => Number(amount)).toSorted((a, b) => a - b)).toEqual([8, 9]);
  },
);

describe('a payment that the bank has reversed', () => {
  test('before its notice arrived is reversed once the notice arrives', async () => {
    await paidAtTheBank('early-1', 'reversed');
    await untilRows(`select 1 from simulator.notice where outcome = 'reversed' and delivered_at is not null`);
    expect(await timesReversed(await readStatus('early-1'))).toEqual([1]);
  });

  test('with the reversal reported before and after the payment raises one exception', async () => {
    const payment = await paidAtTheBank('early-2');
    const again = { ...resultOf(payment, 'reversed'), id: 'sent-again' };
    await takeResults(resultOf(payment, 'reversed'));
    await takeResults(resultOf(payment, 'reversed'));
    const payin = await readStatus('early-2');
    await takeResults(again, resultOf(payment, 'reversed'));
    expect(await timesReversed(payin)).toEqual([1]);
  });

  test.each([
    ['settled', 'reversed'],
    ['reversed', 'settled'],
  ] as const)('raises one exception if reported %s and %s at once', async (first, second) => {
    const reference = `both-${first}`;
    const payment = await paidAtTheBank(reference);
    const payin = await readStatus(reference);
    await takeResults(resultOf(payment, first), resultOf(payment, second));
    expect(await timesReversed(payin)).toEqual([1]);
  });

  test('while its notice is taken in raises an exception, whichever comes first', async () => {
    const payins = await withHand(service, async (ports) => {
      const payments = await allAtOnce(24, (index) => depositAtTheBank(ports, `race-${index}`));
      return allAtOnce(payments.length, async (index) => {
        const result = resultOf(payments[index] as PaymentNotice, 'reversed');
        const taken = takePaymentResults(ports, 'sandbox', [result]);
        const [payin] = await Promise.all([readStatus(`race-${index}`), taken]);
        return payin;
      });
    });
    expect(await timesReversed(...payins)).toEqual(payins.map(() => 1));
  });

  test.each([
    ['shows so where its pay-in is made and credited while the notice is being kept', false],
    ['and where the process that keeps the notice dies, once the notice is sent again', true],
  ])('%s', async (reference, dies) => {
    const payment = await paidAtTheBank(reference);
    const result = resultOf(payment, 'reversed');
    let payin = '';
    await takeWhile({ dies, meanwhile: async () => void (payin = await credited(reference)) }, (ports) =>
      takePaymentResults(ports, 'sandbox', [result]),
    );
    expect(await timesReversed(payin)).toEqual([1]);
  });
});

test("a process that dies between the bank's deposit and taking it in loses neither the deposit nor its reversal", async () => {
  const body = { funding_account_id: fundingAccountId, amount: '10.00', outcome: 'reversed' };
  const idempotencyKey = freshKey();
  const deposit = (client: Client) => client.post('/v1/sandbox/deposits', body, { idempotencyKey });
  const dying = await startProcess(service.dataDir, { ...service.env, PSP_ROLES: 'api' });
  onTestFinished(async () => void (await dying.end('SIGKILL')));
  const held = new pg.Client({ connectionString: service.databaseUrl });
  await held.connect();
  await held.query('begin');
  await held.query('select 1 from funding_account where id = $1 for update', [fundingAccountId]);
  const unanswered = deposit(dying).catch((error: unknown) => error);
  await untilRows(
    `select 1 from simulator.payment where outcome = 'reversed' and bank_reference like 'key.%'`,
  );
  await dying.end('SIGKILL');
  expect(await unanswered).toBeInstanceOf(TypeError);
  await held.end();
  await untilRows(`select 1 from early_notice`);
  const made = await deposit(service);
  expect([made.status, made.at('status')]).toEqual([201, 'processing']);
  expect(await timesReversed(made.get('id'))).toEqual([1]);
  expect(await queryRows(service.databaseUrl, 'select 1 from early_notice')).toEqual([]);
});

/** A payout sent to the bank before the database was restored to a time before the payout. */
function sentInAFormerLife(idempotencyKey: string, memo: string): Promise<string> {
  return withHand(service, async ({ providers, vault }) => {
    const submission = {
      reference: vault.reference(service.accountId, idempotencyKey),
      accountId: service.accountId,
      kind: 'payout',
      method: 'spei',
      amount: exact('10'),
      currency: 'MXN',
      details: {},
      memo,
      sendBy: new Date(Date.now() + 10_000),
    } as const;
    await providers.get('sandbox')?.submit(submission);
    return submission.reference;
  });
}

const payAgain = async (idempotencyKey: string, description?: string): Promise<string> => {
  const body = mxnPayout(beneficiaryId, '10.00', description);
  const made = await service.post('/v1/payouts', body, { idempotencyKey });
  expect(made.status, made.text).toBe(201);
  return made.get('id');
};

const takeOutcome = (ports: Ports, idempotencyKey: string, outcome: OperationNotice['outcome']) => {
  const reference = ports.vault.reference(service.accountId, idempotencyKey);
  const id = `${reference}:by-hand:${outcome}`;
  const notice = { id, type: 'operation', reference, outcome, code: 'bank_said_no' } as const;
  return takeOperationNotices(ports, 'sandbox', [notice]);
};

const sendOutcome = (idempotencyKey: string, outcome: OperationNotice['outcome']) =>
  withHand(service, (ports) => takeOutcome(ports, idempotencyKey, outcome));

/** The work cannot be committed the first time; the second time it can, and the third time nothing is left to do. */
function takeOnceItFailed(take: (ports: Ports) => Promise<unknown>): Promise<unknown> {
  return withHand(service, async (ports) => {
    const failing = (tx: Tx): Tx =>
      new Proxy(tx, {
        get(whole, name) {
          if (name === 'record') return () => Promise.reject(new Error('it cannot be written'));
          const value: unknown = Reflect.get(whole, name, whole);
          return typeof value === 'function' ? (value.bind(whole) as unknown) : value;
        },
      });
    const store: Store = {
      ...ports.store,
      transaction: (work) => ports.store.transaction((tx) => work(failing(tx))),
    };
    await expect(take({ ...ports, store })).rejects.toThrow('it cannot be written');
    await take(ports);
    return take(ports);
  });
}

describe('X3: a notice counts as taken only once its effect is committed', () => {
  test('a payment', async () => {
    const payment = await paidAtTheBank('first-try-fails');
    await takeOnceItFailed((ports) => ingestPayments(ports, [payment]));
    const made = 'select id from payin where bank_reference = $1';
    const [row, ...others] = await queryRows(service.databaseUrl, made, [payment.bankReference]);
    expect(others).toEqual([]);
    await service.until(`/v1/payins/${row?.['id']}`, (each) => each.at('status') === 'completed');
  });

  test('the result of a payment', async () => {
    const payment = await paidAtTheBank('first-try-of-result');
    const payin = await credited('first-try-of-result');
    await takeOnceItFailed((ports) => takePaymentResults(ports, 'sandbox', [resultOf(payment, 'reversed')]));
    expect(await timesReversed(payin)).toEqual([1]);
  });

  test('the result of a payout', async () => {
    const key = freshKey();
    const body = mxnPayout(beneficiaryId, '10.00', 'sim:hold');
    const made = await service.post('/v1/payouts', body, { idempotencyKey: key });
    const id = made.get('id');
    while ((await callsFor(service, id)) === 0) await sleep(20);
    await takeOnceItFailed((ports) => takeOutcome(ports, key, 'paid'));
    await statusIs(service, id, 'completed');
    expect(await typesOf(service, id)).toEqual(['payout.created', 'payout.completed']);
    await service.check();
  });
});

describe('a payout that the bank knows and a restored database does not', () => {
  test.each([
    [
      'sim:return',
      'returned',
      ['payout.created', 'payout.completed', 'payout.returned', 'payout.return_settled'],
    ],
    ['sim:uncertain:paid', 'completed', ['payout.created', 'payout.completed']],
    ['sim:uncertain:fail', 'failed', ['payout.created', 'payout.failed']],
  ])(
    '%s: a notice before the repeated request decides it, and nothing is sent again',
    async (memo, end, events) => {
      const key = freshKey();
      const reference = await sentInAFormerLife(key, memo);
      await untilRows(
        `select 1 from simulator.notice where reference = '${reference}' and delivered_at is not null`,
      );
      const id = await payAgain(key);
      await statusIs(service, id, end);
      if (end === 'returned')
        await service.until(pathOf(id), (each) => each.at('refund.status') === 'settled');
      expect(await typesOf(service, id)).toEqual(events);
      expect(await callsFor(service, id)).toBe(1);
      await service.check();
    },
  );

  test('is not sent again if a notice arrives while it waits to be sent', async () => {
    const key = freshKey();
    await sentInAFormerLife(key, 'sim:hold');
    const id = await payAgain(key, 'sim:queue:600000');
    expect(await sendOutcome(key, 'paid')).toEqual([]);
    await statusIs(service, id, 'completed');
    expect(await callsFor(service, id)).toBe(1);
    await service.check();
  });

  test.each([
    ['comes back where it is made and paid while the notice of its return is being kept', false],
    ['and where the process that keeps the notice dies, once the notice is sent again', true],
  ])('%s', async (_name, dies) => {
    const key = freshKey();
    let id = '';
    const paid = async () => {
      id = await payAgain(key);
      await statusIs(service, id, 'completed');
    };
    await takeWhile({ dies, meanwhile: paid }, (ports) => takeOutcome(ports, key, 'returned'));
    const returned = await statusIs(service, id, 'returned');
    expect(returned.at('refund.amount')).toBe('10.00');
  });

  test('is decided or raises an exception if a notice arrives at that moment, whichever comes first', async () => {
    const keys = Array.from({ length: 12 }, freshKey);
    const ids = await withHand(service, (ports) =>
      Promise.all(
        keys.map(async (key) => {
          const [id] = await Promise.all([payAgain(key), takeOutcome(ports, key, 'not_executed')]);
          return id;
        }),
      ),
    );
    for (const id of ids) {
      const ended = await service.until(pathOf(id), (each) => each.at('status') !== 'processing');
      if (ended.at('failure_code') === 'bank_said_no') continue;
      expect(ended.at('status')).toBe('completed');
      const response = (path: string) => service.until(path, ({ text }) => text.includes(id));
      await response('/v1/events?type=reconciliation.exception_created&limit=100');
    }
  });
});

test('every pay-in was credited once, and every invariant holds', async () => {
  const [sums] = await queryRows(
    service.databaseUrl,
    `select (select sum(amount) from payin where status = 'completed') as credited,
       (select sum(amount) from entry join journal j on j.id = journal_id
         where j.purpose = 'funding_deposit' and ledger = 'available') as posted`,
  );
  expect(sums?.['posted']).toBe(sums?.['credited']);
  await service.check();
});
