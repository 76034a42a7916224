import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { operatorOf } from '../setup/graphql.js';
import { advance } from '../setup/hand.js';
import { repeatedCalls } from '../setup/payout-journey.js';
import { openService, type Answer, type RunningService } from '../setup/running.js';
import { doneId, settlementActs, settlingAccount, type Settling } from '../setup/settled.js';
import {
  balanceOf,
  eventsOf,
  mxnPayout,
  refusal,
  speiBeneficiary,
  speiDestination,
  walk,
} from '../setup/verbs.js';

const day = 86_400;
const daily = { currency: 'MXN', interval: 'daily', cutoffTime: '17:00' };
const manual = { currency: 'MXN', interval: 'manual' };

let service: RunningService;
let act: ReturnType<typeof settlementActs>;
beforeAll(async () => {
  service = await openService();
  act = settlementActs((await operatorOf(service, 'admin')).ask);
});
afterEach(async () => {
  await service.check();
  expect(await repeatedCalls(service)).toEqual([]);
});
afterAll(() => service.stop());

interface Row {
  readonly id: string;
  readonly status: string;
  readonly total: string;
}
const settlementsOf = async (own: Settling): Promise<Row[]> => walk<Row>(own, '/v1/settlements');
const statusesOf = async (own: Settling, id: string) =>
  (await eventsOf(own, id)).map(([type, data]) => [type, Reflect.get(data, 'status')]);
const statusIs = (own: Settling, id: string, status: string): Promise<Answer> =>
  own.until(`/v1/settlements/${id}`, (each) => each.at('status') === status);
/** An account with a schedule and its first destination. */
async function scheduled(schedule: object, label?: string) {
  const own = await settlingAccount(service);
  const destinationId = await speiDestination(own, 1, label);
  const scheduleId = doneId(await act.put({ accountId: own.accountId, destinationId, ...schedule }));
  return { own, destinationId, scheduleId };
}
const paysOut = async (own: Settling, amount: string): Promise<void> => {
  const made = await own.post('/v1/payouts', mxnPayout(await speiBeneficiary(own), amount));
  expect(made.status, made.text).toBe(201);
  await own.until(`/v1/payouts/${made.get('id')}`, (each) => each.at('status') === 'completed');
};

test('a daily schedule settles the available amount at each cut-off, with journals that match its figures', async () => {
  const own = await settlingAccount(service);
  await own.fund('100.00');
  const destinationId = await speiDestination(own);
  const put = await act.put({ accountId: own.accountId, destinationId, ...daily });
  const [schedule] = (await own.get('/v1/settlement-schedules')).at('data') as Record<string, unknown>[];
  expect(schedule).toEqual({
    id: doneId(put),
    currency: 'MXN',
    destination_id: destinationId,
    interval: 'daily',
    cutoff_time: '17:00',
    minimum_amount: '0.00',
    automatic: true,
    status: 'active',
    next_cutoff_at: expect.stringMatching(/T17:00:00\.000Z$/) as string,
    created_at: expect.any(String) as string,
  });
  await own.fund('80.00');
  await paysOut(own, '20.00');
  await advance(service, day);

  const [made] = await settlementsOf(own);
  const ended = await statusIs(own, made?.id ?? '', 'completed');
  expect(ended.body).toMatchObject({
    schedule_id: doneId(put),
    destination_id: destinationId,
    currency: 'MXN',
    period: { from: schedule?.['created_at'], to: schedule?.['next_cutoff_at'] },
    opening: '100.00',
    credits: '80.00',
    debits: '20.30',
    amount: '159.70',
    fee: '0.00',
    total: '159.70',
    completed_at: ended.at('updated_at'),
    items: [
      { purpose: 'funding_deposit', direction: 'credit', amount: '80.00', origin: { type: 'payin' } },
      { purpose: 'payout_reserve', direction: 'debit', amount: '20.30', origin: { type: 'payout' } },
    ],
  });
  expect(ended.body).not.toHaveProperty('left');
  expect(await statusesOf(own, ended.get('id'))).toEqual([
    ['settlement.created', 'processing'],
    ['settlement.processing', 'processing'],
    ['settlement.completed', 'completed'],
  ]);
  expect(await balanceOf(own, 'MXN')).toMatchObject({
    available: '0.00',
    in_settlement: '0.00',
    total: '0.00',
  });

  // The next period starts where this one ended, with the settlement as one of its entries.
  await own.fund('7.00');
  await advance(service, day);
  const [next] = await settlementsOf(own);
  const second = await statusIs(own, next?.id ?? '', 'completed');
  expect(second.body).toMatchObject({
    period: { from: ended.get('period.to') },
    opening: '159.70',
    credits: '7.00',
    debits: '159.70',
    amount: '7.00',
    items: [
      {
        purpose: 'settlement_commit',
        direction: 'debit',
        origin: { type: 'settlement', id: ended.get('id') },
      },
      { purpose: 'funding_deposit', direction: 'credit' },
    ],
  });
  // A later entry does not change the settlement.
  await own.fund('1.00');
  expect((await own.get(`/v1/settlements/${ended.get('id')}`)).body).toEqual(ended.body);
});

test('nothing is settled below the minimum or at zero; the next cut-off takes it all', async () => {
  const { own } = await scheduled({ ...daily, minimumAmount: '50.00' });
  await advance(service, day);
  await own.fund('49.99');
  await advance(service, day);
  expect(await settlementsOf(own)).toEqual([]);
  await own.fund('0.01');
  await advance(service, day);
  const [made] = await settlementsOf(own);
  expect(made).toMatchObject({ opening: '0.00', credits: '50.00', total: '50.00' });
  const [schedule] = await walk<{ created_at: string }>(own, '/v1/settlement-schedules');
  expect(made).toMatchObject({ period: { from: schedule?.created_at } });
});

test.each([
  ['sim:fail:account_closed', 'failed', 'account_closed'],
  ['sim:uncertain:fail', 'failed', 'simulated_failure'],
  ['sim:unsent', 'failed', 'not_submitted'],
  ['sim:uncertain:paid', 'completed', undefined],
  ['sim:slow:300', 'completed', undefined],
])('a destination labelled %s: %s', async (label, status, failureCode) => {
  const { own, scheduleId } = await scheduled(manual, label);
  await own.fund('30.00');
  const id = doneId(await act.run(scheduleId));
  expect(await balanceOf(own, 'MXN')).toMatchObject({
    total: status === 'failed' ? '30.00' : expect.any(String),
  });
  const ended = await statusIs(own, id, status);
  expect(ended.at('failure_code')).toBe(failureCode);
  const left = status === 'failed' ? '30.00' : '0.00';
  expect(await balanceOf(own, 'MXN')).toMatchObject({ available: left, in_settlement: '0.00', total: left });
  expect(await statusesOf(own, id)).toEqual([
    ['settlement.created', 'processing'],
    ['settlement.processing', 'processing'],
    [`settlement.${status}`, status],
  ]);
});

test('tags in the reason of a run precede those in the label, and evidence decides a settlement in flight', async () => {
  const { own, scheduleId } = await scheduled(manual, 'sim:fail');
  await own.fund('30.00');
  const id = doneId(await act.run(scheduleId, 'asked for sim:hold'));
  const path = `/v1/sandbox/operations/${id}/evidence`;
  expect(await balanceOf(own, 'MXN')).toMatchObject({
    available: '0.00',
    in_settlement: '30.00',
    total: '30.00',
  });
  const response = await own.post(path, { outcome: 'paid' });
  expect([response.status, response.at('status')], response.text).toEqual([200, 'completed']);
  expect(response.body).toHaveProperty('items.0.purpose', 'funding_deposit');
  expect(refusal(await own.post(path, { outcome: 'not_executed' }))).toEqual([
    409,
    'operation_not_in_flight',
  ]);
  expect(await balanceOf(own, 'MXN')).toMatchObject({ in_settlement: '0.00', total: '0.00' });
});
