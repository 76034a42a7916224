import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { recordEvidence } from '../../src/usecases/evidence.js';
import { decideRisk } from '../../src/usecases/risk.js';
import { operatorOf } from '../setup/graphql.js';
import { advance, lastAudit, operator, withHand } from '../setup/hand.js';
import { openService, type Answer, type RunningService } from '../setup/running.js';
import { doneId, settlementActs, settlingAccount, type Settling } from '../setup/settled.js';
import { allAtOnce, balanceOf, eventsOf, refusal, speiDestination, walk } from '../setup/verbs.js';

const daily = { currency: 'MXN', interval: 'daily', cutoffTime: '17:00' };
const manual = { currency: 'MXN', interval: 'manual' };
const queued = 'sim:queue:600000';

let service: RunningService;
let act: ReturnType<typeof settlementActs>;
beforeAll(async () => {
  service = await openService();
  act = settlementActs((await operatorOf(service, 'admin')).ask);
});
afterEach(() => service.check());
afterAll(() => service.stop());

const typesOf = async (own: Settling, id: string) => (await eventsOf(own, id)).map(([type]) => type);
const statusIs = (own: Settling, id: string, status: string): Promise<Answer> =>
  own.until(`/v1/settlements/${id}`, (each) => each.at('status') === status);
/** An account with 30.00 MXN, a schedule and its first destination. */
async function scheduled(schedule: object, label?: string) {
  const own = await settlingAccount(service);
  await own.fund('30.00');
  const destinationId = await speiDestination(own, 1, label);
  const scheduleId = doneId(await act.put({ accountId: own.accountId, destinationId, ...schedule }));
  return { own, destinationId, scheduleId };
}
const schedulesOf = (own: Settling) =>
  walk<{ id: string; status: string; closed_at?: string; next_cutoff_at?: string }>(
    own,
    '/v1/settlement-schedules',
  );
const configuration = async (own: Settling, query = '') =>
  (await own.get(`/v1/settlement-configuration${query}`)).body;
const exceptionsOf = async (own: Settling, id: string) =>
  (await walk<{ type: string; resource: { type: string; id: string } }>(own, '/v1/reconciliation-exceptions'))
    .filter(({ resource }) => resource.id === id)
    .map(({ type, resource }) => [type, resource.type]);

test('an unsent settlement is held and released, each published and audited; a sent one is not', async () => {
  const { own, scheduleId } = await scheduled(manual);
  const id = doneId(await act.run(scheduleId, queued));
  expect((await act.hold(id)).at('done.status')).toBe('on_hold');
  expect(await lastAudit(service, 'settlement.hold')).toMatchObject({
    reason: 'a test',
    account_id: own.accountId,
    subject_id: id,
    before: { status: 'processing' },
    after: { status: 'on_hold' },
  });
  expect((await act.hold(id)).codes()).toEqual(['invalid_request']);
  expect(await balanceOf(own, 'MXN')).toMatchObject({ available: '0.00', in_settlement: '30.00' });
  const evidence = await own.post(`/v1/sandbox/operations/${id}/evidence`, { outcome: 'paid' });
  expect(refusal(evidence)).toEqual([409, 'operation_not_in_flight']);
  expect((await act.release(id)).at('done.status')).toBe('processing');
  expect((await act.release(id)).codes()).toEqual(['invalid_request']);
  expect((await act.hold(id)).at('done.status')).toBe('on_hold');
  expect((await act.release(id)).at('done.status')).toBe('processing');
  await advance(service, 700);
  await statusIs(own, id, 'completed');
  const [created, ...rest] = await typesOf(own, id);
  expect([created, ...rest]).toEqual([
    'settlement.created',
    ...['processing', 'on_hold', 'processing', 'on_hold', 'processing', 'completed'].map(
      (each) => `settlement.${each}`,
    ),
  ]);
  expect((await act.hold(id)).codes()).toEqual(['invalid_request']);
});

test('a settlement in flight cannot be held, and one of several concurrent operators holds', async () => {
  const { scheduleId, own } = await scheduled(manual);
  const flying = doneId(await act.run(scheduleId, 'sim:hold'));
  await withHand(service, async ({ store }) => {
    for (;;) {
      const [row] = await store.transaction((tx) => tx.find('settlement', { id: flying }));
      if (row?.sending === 'accepted') return;
    }
  });
  expect((await act.hold(flying)).codes()).toEqual(['invalid_request']);
  await own.fund('5.00');
  const other = doneId(await act.run(scheduleId, queued));
  const answers = await allAtOnce(6, () => act.hold(other));
  expect(answers.filter((each) => each.errors.length === 0)).toHaveLength(1);
});

test('risk rules hold a settlement until an operator decides', async () => {
  const { own, scheduleId } = await scheduled(manual);
  const held = doneId(await act.run(scheduleId, 'sim:review'));
  expect((await act.release(held)).codes()).toEqual(['invalid_request']);
  expect(await typesOf(own, held)).toEqual(['settlement.created', 'settlement.on_hold']);
  const decide = (id: string, approve: boolean) =>
    withHand(service, (ports) => decideRisk(ports, operator, { id, approve }));
  await decide(held, true);
  await statusIs(own, held, 'completed');
  await own.fund('9.00');
  // There is no caller to refuse, so what the rules block is held for review.
  const blocked = doneId(await act.run(scheduleId, 'sim:block'));
  await decide(blocked, false);
  expect((await own.get(`/v1/settlements/${blocked}`)).body).toMatchObject({
    status: 'failed',
    failure_code: 'risk_rejected',
  });
  expect(await balanceOf(own, 'MXN')).toMatchObject({ available: '9.00', in_settlement: '0.00' });
});

test('a schedule without a destination is in force and blocked, published once', async () => {
  const own = await settlingAccount(service);
  await own.fund('10.00');
  const put = await act.put({ accountId: own.accountId, ...daily });
  const id = doneId(put);
  await advance(service, 3 * 86_400);
  expect(await typesOf(own, id)).toEqual(['settlement_schedule.activated', 'settlement_schedule.blocked']);
  expect(await walk(own, '/v1/settlements')).toEqual([]);
  expect(await configuration(own)).toEqual({
    state: 'unexecutable',
    currencies: [{ currency: 'MXN', state: 'unexecutable', reason: 'no_destination', schedule_id: id }],
  });
  expect((await act.run(id)).codes()).toEqual(['invalid_request']);
  expect((await schedulesOf(own))[0]).not.toHaveProperty('next_cutoff_at');
});

test('a disabled destination blocks its schedule at once, and unsent settlements return their money', async () => {
  const { own, scheduleId, destinationId } = await scheduled(daily);
  const unsent = doneId(await act.run(scheduleId, 'sim:queue:5000'));
  await act.disable(destinationId);
  await act.disable(destinationId);
  expect(await typesOf(own, scheduleId)).toEqual([
    'settlement_schedule.activated',
    'settlement_schedule.blocked',
  ]);
  expect(await configuration(own)).toMatchObject({ state: 'unexecutable' });
  await advance(service, 2 * 86_400);
  expect((await own.get(`/v1/settlements/${unsent}`)).body).toMatchObject({
    status: 'failed',
    failure_code: 'destination_disabled',
  });
  expect(await balanceOf(own, 'MXN')).toMatchObject({ available: '30.00', in_settlement: '0.00' });
  expect((await act.run(scheduleId)).codes()).toEqual(['destination_disabled']);
  expect((await act.put({ accountId: own.accountId, destinationId, ...daily })).codes()).toEqual([
    'destination_disabled destinationId',
  ]);
  // A replacement settles again.
  const next = await act.put({
    accountId: own.accountId,
    destinationId: await speiDestination(own, 2),
    ...daily,
  });
  expect(await configuration(own)).toMatchObject({
    state: 'active',
    currencies: [{ schedule_id: doneId(next) }],
  });
});

test('a new schedule replaces the one in its currency, and settlements in flight continue', async () => {
  const { own, scheduleId, destinationId } = await scheduled(daily);
  const flying = doneId(await act.run(scheduleId, 'sim:uncertain:paid'));
  const next = doneId(
    await act.put({ accountId: own.accountId, destinationId, ...daily, cutoffTime: '05:30' }),
  );
  const [second, first] = await schedulesOf(own);
  expect([second?.id, second?.status, first?.id, first?.status]).toEqual([
    next,
    'active',
    scheduleId,
    'closed',
  ]);
  expect(first).toHaveProperty('closed_at');
  expect(first).not.toHaveProperty('next_cutoff_at');
  await statusIs(own, flying, 'completed');
  expect((await act.close(next)).at('done.status')).toBe('closed');
  expect((await act.close(next)).codes()).toEqual(['invalid_request']);
  expect((await act.run(next)).codes()).toEqual(['invalid_request']);
  await own.fund('4.00');
  await advance(service, 86_400);
  expect(await walk(own, '/v1/settlements')).toHaveLength(1);
  expect(await configuration(own)).toEqual({
    state: 'unconfigured',
    currencies: [{ currency: 'MXN', state: 'unconfigured' }],
  });
  const answers = await allAtOnce(5, () => act.put({ accountId: own.accountId, destinationId, ...daily }));
  expect(answers.flatMap((each) => each.errors)).toEqual([]);
  expect((await schedulesOf(own)).filter(({ status }) => status === 'active')).toHaveLength(1);
});

test('the configuration lists each currency that is held or has a schedule, or only the given one', async () => {
  const { own, scheduleId, destinationId } = await scheduled({ ...daily, automatic: false });
  const mxn = { currency: 'MXN', state: 'active', automatic: false };
  const whole = { ...mxn, schedule_id: scheduleId, destination_id: destinationId };
  expect(await configuration(own)).toEqual({ state: 'active', currencies: [whole] });
  expect(await configuration(own, '?currency=MXN')).toEqual({ state: 'active', currencies: [whole] });
  expect(await configuration(own, '?currency=BRL')).toEqual({
    state: 'active',
    currencies: [{ currency: 'BRL', state: 'unconfigured' }],
  });
  expect(refusal(await own.get('/v1/settlement-configuration?currency=xyz'))).toEqual([
    400,
    'invalid_parameter',
    'currency',
  ]);
  await advance(service, 86_400);
  expect(await walk(own, '/v1/settlements')).toEqual([]);
  expect(await configuration(await settlingAccount(service))).toEqual({
    state: 'unconfigured',
    currencies: [],
  });
});

test.each<[object, string]>([
  [{ currency: 'XYZ' }, 'invalid_parameter currency'],
  [{ interval: 'weekly' }, 'invalid_parameter weekday'],
  [{ interval: 'weekly', weekday: 8 }, 'invalid_parameter weekday'],
  [{ interval: 'monthly', day: 0 }, 'invalid_parameter day'],
  [{ interval: 'monthly', day: 32 }, 'invalid_parameter day'],
  [{ interval: 'daily', day: 3 }, 'invalid_parameter day'],
  [{ interval: 'monthly', day: 3, weekday: 1 }, 'invalid_parameter weekday'],
  [{ cutoffTime: '24:00' }, 'invalid_parameter cutoffTime'],
  [{ cutoffTime: '7:00' }, 'invalid_parameter cutoffTime'],
  [{ minimumAmount: '1.001' }, 'invalid_parameter minimumAmount'],
  [{ minimumAmount: '-1' }, 'invalid_parameter minimumAmount'],
  [{ interval: 'manual', automatic: true }, 'invalid_parameter automatic'],
  [{ destinationId: 'nonsense' }, 'not_found destinationId'],
  [{ destinationId: `sdst_${'0'.repeat(26)}` }, 'not_found destinationId'],
  [{ accountId: `acct_${'0'.repeat(26)}` }, 'not_found accountId'],
])('a schedule of %j is refused', async (change, code) => {
  const input = { accountId: service.accountId, ...daily, ...change };
  expect((await act.put(input)).codes()).toEqual([code]);
});

test('a destination of another account is not found, and one in another currency is refused', async () => {
  const { destinationId } = await scheduled(manual);
  const input = { accountId: service.accountId, destinationId, ...daily };
  expect((await act.put(input)).codes()).toEqual(['not_found destinationId']);
  const own = await settlingAccount(service);
  const brl = { accountId: own.accountId, ...daily, currency: 'BRL' };
  const mxn = await speiDestination(own);
  expect((await act.put({ ...brl, destinationId: mxn })).codes()).toEqual([
    'invalid_parameter destinationId',
  ]);
});

test('late evidence against a final state moves nothing and raises an exception, as a return does', async () => {
  const { own, scheduleId } = await scheduled(manual);
  const failed = doneId(await act.run(scheduleId, 'sim:fail:late'));
  await statusIs(own, failed, 'failed');
  await own.until('/v1/reconciliation-exceptions', (each) => each.at('data.0') !== undefined);
  expect(await exceptionsOf(own, failed)).toEqual([['late_payment_evidence', 'settlement']]);
  expect(await balanceOf(own, 'MXN')).toMatchObject({ available: '30.00', in_settlement: '0.00' });
  const paid = doneId(await act.run(scheduleId));
  await statusIs(own, paid, 'completed');
  const result = await withHand(service, (ports) =>
    recordEvidence(ports, operator, { id: paid, outcome: 'returned' }),
  );
  expect([result.row.status, result.exception?.type]).toEqual(['completed', 'late_payment_evidence']);
  expect(await exceptionsOf(own, paid)).toEqual([['late_payment_evidence', 'settlement']]);
});

test('the money of a suspended account stays until the first cut-off after the suspension', async () => {
  const { own, scheduleId } = await scheduled(daily);
  const ask = (await operatorOf(service, 'admin')).get;
  const set = (status: string) =>
    ask(
      `mutation ($id: ID!) { setAccountStatus(accountId: $id, status: ${status}, reason: "a test") { status } }`,
      {
        id: own.accountId,
      },
    );
  await set('suspended');
  await advance(service, 86_400);
  await set('active');
  expect(await walk(own, '/v1/settlements')).toEqual([]);
  await advance(service, 86_400);
  expect(await walk(own, '/v1/settlements')).toMatchObject([{ schedule_id: scheduleId, total: '30.00' }]);
});
