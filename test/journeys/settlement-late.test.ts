import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { settleDue } from '../../src/usecases/settlement.js';
import { operatorOf } from '../setup/graphql.js';
import { advance, withHand } from '../setup/hand.js';
import { repeatedCalls } from '../setup/payout-journey.js';
import { queryRows } from '../setup/rows.js';
import { openBeside, openService, type RunningService } from '../setup/running.js';
import { doneId, settlementActs, settlingAccount, type Settling } from '../setup/settled.js';
import { allAtOnce, mxnPayout, speiBeneficiary, speiDestination, walk } from '../setup/verbs.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let service: RunningService;
let second: RunningService;
let act: ReturnType<typeof settlementActs>;
beforeAll(async () => {
  service = await openService();
  second = await openBeside(service);
  act = settlementActs((await operatorOf(service, 'admin')).ask);
});
afterEach(async () => {
  await service.check();
  expect(await repeatedCalls(service)).toEqual([]);
});
afterAll(async () => {
  await second.stop();
  await service.stop();
});

interface Row {
  readonly id: string;
  readonly schedule_id: string;
  readonly period: { readonly from: string; readonly to: string };
  readonly total: string;
}
interface Schedule {
  readonly id: string;
  readonly created_at: string;
  readonly next_cutoff_at: string;
}
const settlementsOf = (own: Settling): Promise<Row[]> => walk<Row>(own, '/v1/settlements');
const detailOf = async (own: Settling, id = '') => (await own.get(`/v1/settlements/${id}`)).body;
const settledBy = (own: Settling, count: number) =>
  own.until('/v1/settlements', (each) => (each.at('data') as unknown[]).length >= count);
async function scheduleOf(own: Settling): Promise<Schedule> {
  const [schedule] = await walk<Schedule>(own, '/v1/settlement-schedules');
  if (!schedule) throw new Error('there is no schedule');
  return schedule;
}
async function scheduled(): Promise<Settling> {
  const own = await settlingAccount(service);
  const destinationId = await speiDestination(own, 1);
  const input = {
    accountId: own.accountId,
    destinationId,
    currency: 'MXN',
    interval: 'daily',
    cutoffTime: '17:00',
  };
  doneId(await act.put(input));
  return own;
}
const paysOut = async (own: Settling, amount: string): Promise<void> => {
  const made = await own.post('/v1/payouts', mxnPayout(await speiBeneficiary(own), amount));
  expect(made.status, made.text).toBe(201);
};
/** Moves business time without waiting for anything that falls due. */
const jump = (ms: number) =>
  queryRows(service.databaseUrl, 'update platform set clock_offset_ms = clock_offset_ms + $1', [ms]);
const businessMs = async (): Promise<number> => {
  const [row] = await queryRows(
    service.databaseUrl,
    `select extract(epoch from business_now()) * 1000 as ms`,
  );
  return Number(row?.['ms']);
};

/** Runs the work as if no worker handled the schedule meanwhile. */
async function unattended(own: Settling, work: (schedule: Schedule) => Promise<void>): Promise<void> {
  const schedule = await scheduleOf(own);
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select from settlement_schedule where id = $1 for update', [schedule.id]);
    await work(schedule);
  } finally {
    await client.query('rollback');
    await client.end();
  }
}
/** Moves to an hour after the third cut-off from now. */
async function missThree({ next_cutoff_at: next }: Schedule): Promise<string> {
  const third = Date.parse(next) + 2 * dayMs;
  await jump(third + hourMs - (await businessMs()));
  return new Date(third).toISOString();
}

test('missed cut-offs make one settlement, late, with the period up to the latest of them', async () => {
  const own = await scheduled();
  await own.fund('100.00');
  let third = '';
  let from = '';
  await unattended(own, async (schedule) => {
    from = schedule.created_at;
    third = await missThree(schedule);
    await own.fund('30.00');
    expect(await settlementsOf(own)).toEqual([]);
  });
  await settledBy(own, 1);
  const [made, ...others] = await settlementsOf(own);
  expect(others).toEqual([]);
  expect(await detailOf(own, made?.id)).toMatchObject({
    period: { from, to: third },
    opening: '0.00',
    credits: '100.00',
    debits: '0.00',
    // Later entries belong to the next period.
    total: '100.00',
    items: [{ amount: '100.00' }],
  });
  expect(await scheduleOf(own)).toMatchObject({
    next_cutoff_at: new Date(Date.parse(third) + dayMs).toISOString(),
  });
  await advance(service, dayMs / 1000);
  const [next] = await settlementsOf(own);
  expect(next).toMatchObject({
    period: { from: third },
    opening: '100.00',
    credits: '30.00',
    total: '30.00',
  });
});

test('a late settlement takes the lesser of the amounts available then and now, and shows what stayed', async () => {
  const own = await scheduled();
  await own.fund('100.00');
  await unattended(own, async (schedule) => {
    await missThree(schedule);
    await paysOut(own, '60.00');
    await own.fund('5.00');
  });
  await settledBy(own, 1);
  const [made] = await settlementsOf(own);
  expect(made).toMatchObject({ credits: '100.00', debits: '0.00', total: '44.10', left: '55.90' });
  const [row] = await queryRows(service.databaseUrl, 'select available_now from settlement where id = $1', [
    made?.id,
  ]);
  expect(Number(row?.['available_now'])).toBe(44.1);
});

test('one of eight concurrent workers makes the settlement of a cut-off, even across clock jumps', async () => {
  const own = await scheduled();
  for (const days of [1, 1, 3]) {
    await own.fund('10.00');
    await unattended(own, async ({ next_cutoff_at: next }) => {
      await jump(Date.parse(next) + (days - 1) * dayMs - (await businessMs()) + 1);
    });
    const { id } = await scheduleOf(own);
    await withHand(service, (ports) => allAtOnce(8, () => settleDue(ports, id)));
  }
  await settledBy(own, 3);
  const all = await settlementsOf(own);
  expect(all.map(({ total }) => total)).toEqual(['10.00', '10.00', '10.00']);
  expect(new Set(all.map(({ period }) => period.to)).size).toBe(3);
});

test('an entry at the exact cut-off belongs to one period, as the statement shows', async () => {
  const own = await scheduled();
  await own.fund('1.00');
  const [{ definition } = {}] = await queryRows(
    service.databaseUrl,
    `select pg_get_functiondef('business_now()'::regprocedure) as definition`,
  );
  const stopAt = (instant: string) =>
    queryRows(
      service.databaseUrl,
      `create or replace function business_now() returns timestamptz language sql stable as $$ select '${instant}'::timestamptz $$`,
    );
  let cutoff = '';
  try {
    await unattended(own, async (schedule) => {
      cutoff = schedule.next_cutoff_at;
      await stopAt(cutoff);
      await own.fund('2.00');
    });
    await settledBy(own, 1);
    await own.fund('4.00');
  } finally {
    await queryRows(service.databaseUrl, definition ?? '');
  }
  await jump(Date.parse(cutoff) + hourMs - (await businessMs()));
  const [first] = await settlementsOf(own);
  expect(first).toMatchObject({ period: { to: cutoff }, credits: '3.00', total: '3.00' });
  await advance(service, dayMs / 1000);
  const [next] = await settlementsOf(own);
  const entries = (await detailOf(own, next?.id))['items'] as { occurred_at: string; amount: string }[];
  expect(entries.map(({ amount, occurred_at: at }) => [amount, at])).toEqual([
    ['3.00', cutoff],
    ['4.00', cutoff],
  ]);
  expect(next).toMatchObject({ opening: '3.00', credits: '4.00', debits: '3.00', total: '4.00' });
});

test('with concurrent payouts and deposits, each settlement takes what is available and no more', async () => {
  const own = await scheduled();
  const { id } = await scheduleOf(own);
  await own.fund('500.00');
  const beneficiaryId = await speiBeneficiary(own);
  const amount = (most: number) => (1 + Math.random() * most).toFixed(2);
  await Promise.all([
    allAtOnce(40, () => own.post('/v1/payouts', mxnPayout(beneficiaryId, amount(20)))),
    allAtOnce(8, () => own.fund(amount(30))),
    allAtOnce(12, () => act.run(id)),
  ]);
  const all = await settlementsOf(own);
  expect(all.length).toBeGreaterThan(0);
  // None left an amount: each settles what is there at that moment.
  expect(all.filter((each) => 'left' in each)).toEqual([]);
  for (const { id: made } of all)
    await own.until(`/v1/settlements/${made}`, (each) => each.at('status') === 'completed');
});
