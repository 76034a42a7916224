import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { advance, withHand } from '../setup/hand.js';
import { repeatedCalls } from '../setup/payout-journey.js';
import { mobile, mobilePayee, remit, remittanceIs, remittanceQuote } from '../setup/remit.js';
import { queryRows } from '../setup/rows.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { doneId, settlementActs, settlingAccount, type Settling } from '../setup/settled.js';
import {
  balanceOf,
  deposit,
  openFunding,
  openFundingAccount,
  refusal,
  speiBeneficiary,
  speiDestination,
  walk,
} from '../setup/verbs.js';

const hourMs = 3_600_000;
const suspended = [503, 'operation_suspended'];
/** Delayed for a minute of business time. */
const queued = 'sim:queue:60000';

let service: RunningService;
let ask: Ask;
let act: ReturnType<typeof settlementActs>;
let own: Settling;
let beneficiary: string;
let destination: string;
let payinId: string;
beforeAll(async () => {
  service = await openService();
  ({ ask } = await operatorOf(service, 'admin'));
  act = settlementActs(ask);
  own = await settlingAccount(service);
  await own.fund('5000.00');
  const into = await openFundingAccount(own, 'MXN');
  payinId = (await deposit(own, { funding_account_id: into, amount: '500.00' })).get('id');
  beneficiary = await speiBeneficiary(own);
  destination = await speiDestination(own, 7);
});
const turn = async (on: boolean): Promise<void> => {
  const response = await ask(
    `mutation ($on: Boolean!) {
    setPayoutKillSwitch(on: $on, reason: "a test") { payoutsStopped payoutsStoppedSince } }`,
    { on },
  );
  expect(response.at('setPayoutKillSwitch.payoutsStopped'), response.text).toBe(on);
};
afterEach(async () => {
  await turn(false);
  await service.check();
  expect(await repeatedCalls(service)).toEqual([]);
});
afterAll(() => service.stop());

const payout = (description?: string) => ({
  beneficiary_id: beneficiary,
  source_currency: 'MXN',
  amount: '10.00',
  amount_side: 'source',
  ...(description !== undefined && { description }),
});
/** A remittance from PEN to VES that waits for its deposit, and its funding account. */
async function remittanceBody(description?: string) {
  const [quote, payee, into] = await Promise.all([
    remittanceQuote(own),
    mobilePayee(own),
    openFunding(own, { method: 'bank_transfer', currency: 'PEN' }),
  ]);
  return {
    quote_id: quote.get('id'),
    beneficiary_id: payee,
    source: { funding_account_id: into.get('id') },
    ...(description !== undefined && { description }),
  };
}
const price = { source_currency: 'PEN', amount: '100', amount_side: 'source' };

/** Requests that create something which sends money to a bank. */
const requests: readonly (readonly [name: string, path: string, body: () => object | Promise<object>])[] = [
  ['a payout', '/v1/payouts', () => payout()],
  ['a payout quote', '/v1/quotes', () => ({ ...price, ...mobile })],
  ['a remittance quote', '/v1/quotes', () => ({ ...price, ...mobile, product: 'remittance' })],
  ['a payout batch', '/v1/payout-batches', () => ({ items: [payout()] })],
  ['a remittance', '/v1/remittances', () => remittanceBody()],
  ['a withdrawal', '/v1/withdrawals', () => ({ destination_id: destination, amount: '10.00' })],
  ['a refund', '/v1/refunds', () => ({ payin_id: payinId, amount: '10.00' })],
];

describe('while the kill switch is on, nothing that sends money to a bank is created', () => {
  test.each(requests)(
    '%s is refused, and the same request is accepted after it',
    async (_name, path, body) => {
      const sent = await body();
      const options = { idempotencyKey: freshKey() };
      const before = await balanceOf(own, 'MXN');
      await turn(true);
      const refused = await own.post(path, sent, options);
      expect([...refusal(refused), refused.headers.get('retry-after')]).toEqual([...suspended, '60']);
      expect(await balanceOf(own, 'MXN')).toEqual(before);
      await turn(false);
      const made = await own.post(path, sent, options);
      expect(made.status, made.text).toBe(201);
      await turn(true);
      const replay = await own.post(path, sent, options);
      expect([replay.status, replay.at('id')]).toEqual([200, made.get('id')]);
    },
  );

  test.each(
    requests.filter(([, path]) => ['/v1/payouts', '/v1/payout-batches', '/v1/refunds'].includes(path)),
  )('the preview of %s says so', async (_name, path, body) => {
    const sent = await body();
    await turn(true);
    const said = await own.post(`${path}/preview`, sent);
    expect([said.status, said.at('outcome')], said.text).toEqual([200, 'refused']);
    expect(said.at('refusal.code')).toBe('operation_suspended');
  });

  test('an operator cannot run a settlement either', async () => {
    const other = await settlingAccount(service);
    await other.fund('30.00');
    const input = {
      accountId: other.accountId,
      destinationId: await speiDestination(other),
      currency: 'MXN',
      interval: 'manual',
      cutoffTime: '17:00',
    };
    const scheduleId = doneId(await act.put(input));
    await turn(true);
    expect((await act.run(scheduleId)).codes()).toEqual(['operation_suspended']);
    await turn(false);
    doneId(await act.run(scheduleId));
  });
});

interface Waiting {
  readonly path: string;
  readonly id: string;
  readonly status: string;
}

describe('unsent operations wait', () => {
  let waiting: Readonly<Record<string, Waiting>>;
  let cancelled: string;
  let doubted: string;
  beforeEach(async () => {
    const made = async (path: string, body: object): Promise<Waiting> => {
      const answer = await own.post(path, body);
      expect(answer.status, answer.text).toBe(201);
      return { path: `${path}/${answer.get('id')}`, id: answer.get('id'), status: answer.get('status') };
    };
    const remittance = await remittanceBody(queued);
    const { id: remitted } = await made('/v1/remittances', remittance);
    await deposit(own, { funding_account_id: remittance.source.funding_account_id, amount: '101.50' });
    const funded = await remittanceIs(own, remitted, 'processing');
    const batch = await made('/v1/payout-batches', { items: [payout(queued)] });
    const item = await own.until(`${batch.path}/items`, (each) => each.at('data.0.payout_id') !== undefined);
    const other = await settlingAccount(service);
    await other.fund('30.00');
    const schedule = {
      accountId: other.accountId,
      destinationId: await speiDestination(other),
      currency: 'MXN',
      interval: 'manual',
      cutoffTime: '17:00',
    };
    const settlement = doneId(await act.run(doneId(await act.put(schedule)), queued));
    waiting = {
      payout: await made('/v1/payouts', payout(queued)),
      remitted: { path: '', id: funded.get('payout_id'), status: 'processing' },
      item: { path: '', id: item.get('data.0.payout_id'), status: 'processing' },
      withdrawal: await made('/v1/withdrawals', {
        destination_id: destination,
        amount: '10.00',
        description: queued,
      }),
      refund: await made('/v1/refunds', { payin_id: payinId, amount: '10.00', reason: queued }),
      settlement: { path: '', id: settlement, status: 'processing' },
    };
    cancelled = (await made('/v1/payouts', payout('sim:queue:600000'))).id;
    doubted = (await made('/v1/payouts', payout('sim:uncertain:paid'))).id;
    await own.until(`/v1/payouts/${doubted}`, (each) => each.at('status') !== 'processing');
  });

  const ids = () => Object.values(waiting).map(({ id }) => id);
  /** Name, status and number of calls to the bank of each. */
  async function standing(): Promise<Record<string, string>> {
    const rows = await queryRows(
      service.databaseUrl,
      `select o.id, o.status, (select count(*) from simulator.call c where c.reference = o.reference) as calls
        from (select id, status, reference from payout union all select id, status, reference from refund
          union all select id, status, reference from withdrawal
          union all select id, status, reference from settlement) o where o.id = any($1)`,
      [ids()],
    );
    return Object.fromEntries(
      Object.entries(waiting).map(([name, { id }]) => {
        const row = rows.find((each) => each['id'] === id);
        return [name, `${String(row?.['status'])} ${String(row?.['calls'])}`];
      }),
    );
  }
  const all = (state: string) => Object.fromEntries(Object.keys(waiting).map((name) => [name, state]));

  test('and are sent once each when the switch is off; the rest of the service continues', async () => {
    await turn(true);
    // Cancellations, deposits and look-ups are not held back.
    expect((await own.post(`/v1/payouts/${cancelled}/cancel`)).status).toBe(202);
    await own.until(`/v1/payouts/${cancelled}`, (each) => each.at('status') === 'cancelled');
    await own.fund('1.00');
    await advance(service, 300);
    await own.until(`/v1/payouts/${doubted}`, (each) => each.at('status') === 'completed');
    expect(await standing()).toEqual(all('processing 0'));
    await turn(false);
    await advance(service, 10);
    await expect.poll(standing, { timeout: 60_000 }).toEqual(all('completed 1'));
  });

  test('an operator may release and approve meanwhile, and nothing is sent', async () => {
    const { settlement } = waiting;
    await turn(true);
    doneId(await act.hold(settlement?.id ?? ''));
    doneId(await act.release(settlement?.id ?? ''));
    await advance(service, 300);
    expect(await standing()).toEqual(all('processing 0'));
    await turn(false);
    await advance(service, 10);
    await expect.poll(standing, { timeout: 60_000 }).toEqual(all('completed 1'));
  });
});

describe('a cut-off that passes meanwhile', () => {
  interface Settled {
    readonly id: string;
    readonly period: { readonly from: string; readonly to: string };
    readonly created_at: string;
    readonly amount: string;
  }

  test('makes its settlement late, for its own period', async () => {
    const other = await settlingAccount(service);
    const input = {
      accountId: other.accountId,
      destinationId: await speiDestination(other),
      currency: 'MXN',
      interval: 'daily',
      cutoffTime: '17:00',
    };
    const scheduleId = doneId(await act.put(input));
    const [schedule] = await walk<{ created_at: string; next_cutoff_at: string }>(
      other,
      '/v1/settlement-schedules',
    );
    const cutoff = String(schedule?.next_cutoff_at);
    await other.fund('100.00');
    await turn(true);
    const now = await withHand(service, ({ reader }) => reader.now());
    const toCutoff = Math.ceil((Date.parse(cutoff) - now.getTime()) / 1000);
    const behind = await advance(service, toCutoff + hourMs / 1000);
    // Entries after the cut-off belong to the next period.
    await other.fund('30.00');
    expect(await walk(other, '/v1/settlements')).toEqual([]);
    const [still] = await walk<{ id: string; next_cutoff_at: string }>(other, '/v1/settlement-schedules');
    expect([still?.id, still?.next_cutoff_at]).toEqual([scheduleId, cutoff]);

    await turn(false);
    await other.until('/v1/settlements', (each) => (each.at('data') as unknown[]).length > 0);
    const [made, ...more] = await walk<Settled>(other, '/v1/settlements');
    expect(more).toEqual([]);
    expect(made).toMatchObject({
      period: { from: schedule?.created_at, to: cutoff },
      credits: '100.00',
      amount: '100.00',
    });
    expect(Date.parse(made?.created_at ?? '')).toBeGreaterThanOrEqual(behind.getTime());
    await other.until(`/v1/settlements/${made?.id}`, (each) => each.at('status') === 'completed');
    expect(await balanceOf(other, 'MXN')).toMatchObject({ available: '30.00', in_settlement: '0.00' });
  });
});

describe('the times at which it was on', () => {
  test('are recorded in order, for each switch by any caller', async () => {
    await turn(true);
    const since = await withHand(service, ({ reader }) => reader.payoutsStoppedSince());
    expect(since).toBeInstanceOf(Date);
    await turn(true);
    expect(await withHand(service, ({ reader }) => reader.payoutsStoppedSince())).toEqual(since);
    await turn(false);
    expect(await withHand(service, ({ reader }) => reader.payoutsStoppedSince())).toBeNull();
    const rows = await queryRows(
      service.databaseUrl,
      'select stopped, at from kill_switch order by position desc limit 2',
    );
    expect(rows.map(({ stopped }) => stopped)).toEqual(['f', 't']);
    const change = queryRows(service.databaseUrl, 'delete from kill_switch');
    await expect(change).rejects.toThrow('kill_switch is never changed or deleted');
  });

  test('no payout is sent while the switch is toggled under load', async () => {
    const pays = async (): Promise<void> => {
      for (let times = 0; times < 15; times += 1) await own.post('/v1/payouts', payout());
    };
    const switches = async (): Promise<void> => {
      for (let times = 0; times < 10; times += 1) await turn(times % 2 === 0);
    };
    await Promise.all([pays(), pays(), switches()]);
    await turn(false);
    await advance(service, 10);
    const open = `select count(*) from payout where status = 'processing' and next_step_at < business_now()`;
    await expect.poll(async () => (await queryRows(service.databaseUrl, open))[0]?.['count']).toBe('0');
  });
});

test('a quote frozen before the stop can be used after it', async () => {
  const body = await remittanceBody();
  await turn(true);
  expect(refusal(await own.post('/v1/remittances', body))).toEqual(suspended);
  await turn(false);
  await remit(own, body);
});
