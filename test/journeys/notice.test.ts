import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { exact } from '../../src/domain/money.js';
import type { PaymentNotice, PaymentResultNotice } from '../../src/ports/provider.js';
import type { Store } from '../../src/ports/store.js';
import { takePaymentResults } from '../../src/usecases/payin.js';
import { buildCommandLine } from '../setup/cli.js';
import { withHand } from '../setup/hand.js';
import { startProcess } from '../setup/process.js';
import { queryRows } from '../setup/rows.js';
import { freshKey, openService, type Client, type RunningService } from '../setup/running.js';
import { allAtOnce, balanceOf, eventsOf, fund, openFundingAccount } from '../setup/verbs.js';

let service: RunningService;
let fundingAccountId: string;
beforeAll(async () => {
  service = await openService();
  fundingAccountId = await openFundingAccount(service, 'MXN');
  await fund(service, 'MXN', '10000.00');
});
beforeAll(buildCommandLine, 120_000);
afterAll(() => service.stop());

/** A payment that the bank has and that nobody has told the service of. */
async function paidAtTheBank(
  bankReference: string,
  outcome: 'completed' | 'reversed' = 'completed',
): Promise<PaymentNotice> {
  const [row] = await queryRows(service.databaseUrl, 'select reference from funding_account where id = $1', [
    fundingAccountId,
  ]);
  const deposit = {
    fundingReference: row?.['reference'] ?? '',
    amount: exact('10'),
    currency: 'MXN',
    bankReference,
    outcome,
    delayMs: 0,
  };
  return withHand(service, async ({ bank }) => {
    if (!bank) throw new Error('the sandbox has a bank');
    return bank.deposit(deposit);
  });
}

/** The service is told of the payment: the pay-in that it becomes. */
async function told(reference: string): Promise<string> {
  const body = { funding_account_id: fundingAccountId, amount: '10.00', reference };
  const made = await service.post('/v1/sandbox/deposits', body);
  expect(made.status, made.text).toBe(201);
  return made.get('id');
}

async function credited(reference: string): Promise<string> {
  const payin = await told(reference);
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

const tellResults = (...results: PaymentResultNotice[]) =>
  withHand(service, (ports) => takePaymentResults(ports, 'sandbox', results));

/** How often each pay-in shows that the bank took it back, once it is credited and shows so. */
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

async function untilRows(statement: string): Promise<void> {
  while ((await queryRows(service.databaseUrl, statement)).length === 0) await sleep(20);
}

describe('a payment that the bank has taken back', () => {
  test('before the service was told of it shows so once it is', async () => {
    await paidAtTheBank('early-1', 'reversed');
    await untilRows(`select 1 from simulator.notice where outcome = 'reversed' and delivered_at is not null`);
    expect(await timesReversed(await told('early-1'))).toEqual([1]);
  });

  test('and that was told so twice, before and after, shows it once', async () => {
    const payment = await paidAtTheBank('early-2');
    const again = { ...resultOf(payment, 'reversed'), id: 'told-again' };
    await tellResults(resultOf(payment, 'reversed'));
    await tellResults(resultOf(payment, 'reversed'));
    const payin = await told('early-2');
    await tellResults(again, resultOf(payment, 'reversed'));
    expect(await timesReversed(payin)).toEqual([1]);
  });

  test.each([
    ['settled', 'reversed'],
    ['reversed', 'settled'],
  ] as const)('shows so where it is told %s and %s at once', async (first, second) => {
    const reference = `both-${first}`;
    const payment = await paidAtTheBank(reference);
    const payin = await told(reference);
    await tellResults(resultOf(payment, first), resultOf(payment, second));
    expect(await timesReversed(payin)).toEqual([1]);
  });

  test('while the service is told of it shows so, whoever comes first', async () => {
    const payments = await allAtOnce(24, (index) => paidAtTheBank(`race-${index}`));
    const payins = await withHand(service, (ports) =>
      allAtOnce(payments.length, async (index) => {
        const result = resultOf(payments[index] as PaymentNotice, 'reversed');
        const taken = takePaymentResults(ports, 'sandbox', [result]);
        const [payin] = await Promise.all([told(`race-${index}`), taken]);
        return payin;
      }),
    );
    expect(await timesReversed(...payins)).toEqual(payins.map(() => 1));
  });

  test.each([
    ['shows so where its pay-in is made and credited while the notice is being kept', false],
    ['and where the process that keeps the notice dies, once the notice is told again', true],
  ])('%s', async (reference, dies) => {
    const payment = await paidAtTheBank(reference);
    const result = resultOf(payment, 'reversed');
    let payin = '';
    await withHand(service, async (ports) => {
      const store: Store = {
        ...ports.store,
        transaction: (work) => {
          if (payin !== '' && dies) throw new Error('the process died');
          return ports.store.transaction(async (tx) => {
            const worked = await work(tx);
            if (payin === '') payin = await credited(reference);
            return worked;
          });
        },
      };
      const taking = takePaymentResults({ ...ports, store }, 'sandbox', [result]);
      if (!dies) return void (await taking);
      await expect(taking).rejects.toThrow('the process died');
      await takePaymentResults(ports, 'sandbox', [result]);
    });
    expect(await timesReversed(payin)).toEqual([1]);
  });
});

test(
  'a process that dies between the deposit at the bank and taking it in loses neither it nor its reversal',
  { timeout: 60_000 },
  async () => {
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
  },
);

test('every pay-in was credited once, and every invariant holds', async () => {
  const payins = await queryRows(service.databaseUrl, `select 1 from payin where status = 'completed'`);
  const { available } = await balanceOf(service, 'MXN');
  expect(available).toBe(`${10_000 + 10 * (payins.length - 1)}.00`);
  await service.check();
});
