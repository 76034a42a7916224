import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { postgresReader } from '../../src/adapters/postgres/reader.js';
import { sendWindowMs } from '../../src/domain/intent.js';
import { exact } from '../../src/domain/money.js';
import type { Payout } from '../../src/domain/payout.js';
import { requestCancel } from '../../src/domain/payout-action.js';
import { loadCatalogue } from '../../src/main/catalogue.js';
import type { Finding, Provider } from '../../src/ports/provider.js';
import { recordFindings } from '../../src/usecases/operation.js';
import { takeOperationNotices } from '../../src/usecases/operation-notice.js';
import { payouts } from '../../src/usecases/payout-sending.js';
import { startOperations } from '../../src/workers/operation.js';
import type { Loop } from '../../src/workers/loop.js';
import { bank, beforeWriting, recordingLog, never, sleepless } from '../setup/bank.js';
import {
  act,
  deposit,
  openAccount,
  openBeneficiary,
  openFixture,
  operations,
  pay,
  vault,
  type Fixture,
} from '../setup/fixture.js';
import { queryRows } from '../setup/rows.js';
import { woken } from '../setup/woken.js';
import { send } from '../setup/world.js';
import { eventually } from '../setup/patience.js';

const worked = 'operation failed; retrying';
const grouped = 'batch failed; processing its items one by one';
const silent = 'provider call failed; retrying later';

let fixture: Fixture;
let ask: { accountId: string; beneficiaryId: string };
let loop: Loop | undefined;
let log: ReturnType<typeof recordingLog>;
let clock: ReturnType<typeof sleepless>;
/** The submitted references, in order. */
let submitted: string[];

beforeEach(async () => {
  fixture = await openFixture();
  const accountId = await openAccount(fixture.store);
  ask = { accountId, beneficiaryId: await openBeneficiary(fixture.store, accountId) };
  await deposit(fixture.store, { accountId, currency: 'PEN', amount: '1000' });
  log = recordingLog();
  clock = sleepless();
  submitted = [];
});
afterEach(async () => {
  clock.wakeAll();
  await loop?.stop();
  loop = undefined;
  await fixture.close();
});

function start(answers: Partial<Provider>): void {
  const provider = bank('sandbox', {
    async submit({ reference }) {
      submitted.push(reference);
      return { outcome: 'accepted' };
    },
    ...answers,
  });
  const { store, orm } = fixture;
  const catalogue = { ...loadCatalogue(undefined), capabilities: [] };
  const providers = new Map([[provider.name, provider]]);
  const ports = { store, reader: postgresReader(orm), vault, catalogue, providers, clock, sendWindowMs };
  loop = woken(ports, startOperations(ports, payouts, log), log);
}

/** An uncertain payout that is not looked up until the test makes it due. */
async function uncertain(): Promise<Payout> {
  const paid = await pay(fixture.store, ask);
  const payout = await send(fixture.store, paid, { outcome: 'uncertain', reason: 'timeout' });
  const later = `update payout set next_step_at = now() + interval '1 hour' where id = $1`;
  await queryRows(fixture.url, later, [payout.id]);
  return payout;
}

/** Makes payouts due now, to be taken in this order. */
async function due(payouts: readonly Payout[]): Promise<void> {
  for (const [nth, { id }] of payouts.entries()) {
    await queryRows(
      fixture.url,
      `update payout set next_step_at = now() - interval '1 minute' + make_interval(secs => $2) where id = $1`,
      [id, nth],
    );
  }
}

async function rowOf({ id }: Payout) {
  const [row] = await queryRows(
    fixture.url,
    `select status, sending, look_ups, next_step_at > now() as is_later from payout where id = $1`,
    [id],
  );
  return row;
}

/** A bank that never answers a look-up; returns the references it was asked about. */
function startSilent(): readonly string[] {
  const requested: string[] = [];
  start({
    lookUp(references) {
      requested.push(...references);
      return never();
    },
  });
  return requested;
}

/** Each falls due after the one before was taken. */
async function askInTurn(payouts: readonly Payout[]): Promise<void> {
  for (const payout of payouts) {
    await due([payout]);
    await eventually(async () => expect(await rowOf(payout)).toMatchObject({ is_later: 't' }));
  }
}

const findings = (references: readonly string[], finding: Finding) =>
  new Map(references.map((reference) => [reference, finding]));

test('payouts of a failed group are sent one by one, each after its commit', async () => {
  const first = await pay(fixture.store, ask);
  const poisoned = await pay(fixture.store, ask);
  const last = await pay(fixture.store, ask);
  await due([first, poisoned, last]);
  const holder = new pg.Client({ connectionString: fixture.url });
  await holder.connect();
  await holder.query('select pg_advisory_lock(7)');
  const intents = { table: 'intent' };
  await beforeWriting(fixture.url, {
    ...intents,
    name: 'poison',
    when: `new.operation_id = '${poisoned.id}'`,
    first: `raise exception 'poisoned'`,
  });
  await beforeWriting(fixture.url, {
    ...intents,
    name: 'slow',
    when: `new.operation_id = '${last.id}'`,
    first: 'perform pg_advisory_xact_lock(7)',
  });
  start({});
  await eventually(() => expect(submitted).toEqual([first.reference]));
  await holder.end();
  await eventually(() => expect(submitted).toEqual([first.reference, last.reference]));

  const logged = log.lines.map(({ level, message, operation_id: id }) => [level, message, id]);
  expect(logged).toContainEqual(['warn', grouped, undefined]);
  // The last one did not wait until the database gave up.
  expect(logged.filter(([, , id]) => id !== undefined && id !== poisoned.id)).toEqual([]);
  expect(logged).toContainEqual(['error', worked, poisoned.id]);
});

test('a full group of failing payouts delays no other', async () => {
  await deposit(fixture.store, { accountId: ask.accountId, currency: 'PEN', amount: '1000' });
  const poisoned: Payout[] = [];
  for (let nth = 0; nth < 100; nth += 1) poisoned.push(await pay(fixture.store, ask));
  await queryRows(fixture.url, "update payout set next_step_at = now() - interval '1 hour'");
  const others = [await pay(fixture.store, ask), await pay(fixture.store, ask)];
  await due(others);
  await beforeWriting(fixture.url, {
    name: 'poison',
    table: 'intent',
    when: `new.operation_id <= '${poisoned.at(-1)?.id}'`,
    first: `raise exception 'poisoned'`,
  });
  start({});
  await eventually(() => expect(submitted).toEqual(others.map(({ reference }) => reference)));
});

test('answers that cannot be recorded together are recorded one by one, and the reason is logged', async () => {
  const poisoned = await pay(fixture.store, ask);
  const other = await pay(fixture.store, ask);
  await due([poisoned, other]);
  await beforeWriting(fixture.url, {
    name: 'poison',
    table: 'payout',
    when: `new.id = '${poisoned.id}' and new.sending = 'accepted'`,
    first: `raise exception 'poisoned'`,
  });
  const both = Promise.withResolvers<void>();
  start({
    async submit({ reference }) {
      submitted.push(reference);
      if (submitted.length === 2) both.resolve();
      await both.promise;
      return { outcome: 'accepted' };
    },
  });
  await eventually(async () => expect(await rowOf(other)).toMatchObject({ sending: 'accepted' }));
  await eventually(() => expect(log.lines).toHaveLength(2));
  const logged = log.lines.map(({ level, message, count }) => [level, message, count]);
  expect(logged).toEqual([
    ['warn', grouped, 2],
    ['error', 'recording the answer to a send failed', undefined],
  ]);
});

test('a finding that cannot be recorded delays no other of its group', async () => {
  const poisoned = await uncertain();
  const other = await uncertain();
  await due([poisoned, other]);
  await beforeWriting(fixture.url, {
    name: 'poison',
    table: 'payout',
    when: `new.id = '${poisoned.id}' and new.status = 'completed'`,
    first: `raise exception 'poisoned'`,
  });
  const paid: Finding = { outcome: 'paid', amount: exact('10'), currency: 'PEN' };
  start({ lookUp: async (references) => findings(references, paid) });
  await eventually(async () => expect(await rowOf(other)).toMatchObject({ status: 'completed' }));
  expect(await rowOf(poisoned)).toMatchObject({ status: 'verification_pending', is_later: 't' });
  await eventually(() =>
    expect(log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', message: worked, operation_id: poisoned.id }),
    ),
  );
});

test('a bank that never answers a look-up delays no send, and is queried again later', async () => {
  const doubted = await uncertain();
  await due([doubted]);
  const requested: (readonly string[])[] = [];
  start({
    lookUp(references) {
      requested.push(references);
      return never();
    },
  });
  await eventually(() => expect(requested).toEqual([[doubted.reference]]));
  const sent = await pay(fixture.store, ask);
  await eventually(() => expect(submitted).toEqual([sent.reference]));
  expect(await rowOf(doubted)).toMatchObject({ look_ups: '0' });
  expect(log.lines).toEqual([]);

  clock.wakeAll();
  await eventually(async () => expect(await rowOf(doubted)).toMatchObject({ look_ups: '1' }));
  expect(await rowOf(doubted)).toMatchObject({ status: 'verification_pending', is_later: 't' });
  expect(log.lines).toEqual([
    expect.objectContaining({ level: 'warn', message: silent, provider: 'sandbox', operation: 'lookUp' }),
  ]);
  await due([doubted]);
  await eventually(() => expect(requested).toHaveLength(2));
});

test.each(['unknown', 'in_flight'] as const)(
  'a return reported while its look-up found it %s is settled at once',
  async (outcome) => {
    const { store } = fixture;
    const doubted = await uncertain();
    const { reference } = doubted;
    const notice = { id: 'back', type: 'operation', reference, outcome: 'returned' } as const;
    await takeOperationNotices({ store, operations, wake: () => undefined }, 'sandbox', [notice]);
    await recordFindings({ store, providers: new Map(), sendWindowMs }, payouts, [
      { row: doubted, finding: { outcome }, lookedUpAt: new Date() },
    ]);
    expect(await rowOf(doubted)).toEqual({
      status: 'returned',
      sending: 'uncertain',
      look_ups: '0',
      is_later: 'f',
    });
    start({});
    const refund = 'select refund_status from payout where id = $1';
    await eventually(async () =>
      expect(await queryRows(fixture.url, refund, [doubted.id])).toEqual([{ refund_status: 'settled' }]),
    );
  },
);

const settlingMs = 5_000;
test.each([
  [
    'was queried before it could prove anything, however late the response',
    settlingMs,
    'verification_pending',
  ],
  ['was queried after the bank had settled', settlingMs + 1, 'failed'],
])('"not found" that %s', async (_, afterMs, status) => {
  const doubted = await uncertain();
  const [row] = await queryRows(fixture.url, 'select send_by from payout where id = $1', [doubted.id]);
  const lookedUpAt = new Date(Date.parse(`${row?.['send_by']}`) + afterMs);
  const providers = new Map([['sandbox', bank('sandbox', { settlingMs })]]);
  const { store } = fixture;
  await recordFindings({ store, providers, sendWindowMs }, payouts, [
    { row: doubted, finding: { outcome: 'not_found' }, lookedUpAt },
  ]);
  expect(await rowOf(doubted)).toMatchObject({ status });
});

test('in a restored database "not found" proves nothing until no earlier call can arrive any more', async () => {
  const { store } = fixture;
  const payout = await pay(store, ask);
  await store.transaction((tx) => tx.setRestored(true));
  const restoredAt = await store.transaction((tx) => tx.restoredAt());
  const providers = new Map([['sandbox', bank('sandbox', { settlingMs })]]);
  const unknownAfter = (afterMs: number): Promise<string[]> => {
    const lookedUpAt = new Date((restoredAt?.getTime() ?? 0) + afterMs);
    return recordFindings({ store, providers, sendWindowMs }, payouts, [
      { row: payout, finding: { outcome: 'not_found' }, lookedUpAt },
    ]);
  };
  const lastMs = sendWindowMs + settlingMs;
  expect([await unknownAfter(0), await unknownAfter(lastMs - 1), await unknownAfter(lastMs)]).toEqual([
    [],
    [],
    [payout.id],
  ]);
  await store.transaction((tx) => tx.setRestored(false));
});

const sendingOf = ({ id }: Payout) =>
  queryRows(
    fixture.url,
    `select p.status, attempts, number, state from payout p left join intent i on i.operation_id = p.id
     where p.id = $1 order by i.id`,
    [id],
  );

test('a send that misses its window is postponed, and uses up no attempt', async () => {
  // The time at which the intent is created.
  vi.spyOn(clock, 'machineNow').mockImplementationOnce(() => new Date(Date.now() - 10_001));
  const payout = await pay(fixture.store, ask);
  start({});
  await eventually(() => expect(submitted).toEqual([payout.reference]));
  await eventually(async () =>
    expect(await sendingOf(payout)).toEqual([
      { status: 'processing', attempts: '1', number: '1', state: 'put_off' },
      { status: 'processing', attempts: '1', number: '1', state: 'accepted' },
    ]),
  );
});

test.each([2_001, -2_001])(
  "while the machine's clock is %i ms ahead nothing is sent, and sent operations are looked up",
  async (skewMs) => {
    const doubted = await uncertain();
    const payout = await pay(fixture.store, ask);
    const skew = vi.spyOn(clock, 'skewMs').mockReturnValue(skewMs);
    const requested = startSilent();
    await due([doubted]);
    await eventually(() => expect(requested).toEqual([doubted.reference]));
    expect(await sendingOf(payout)).toEqual([
      { status: 'processing', attempts: '0', number: null, state: null },
    ]);
    expect(submitted).toEqual([]);
    skew.mockReturnValue(Math.sign(skewMs) * 2_000);
    await eventually(() => expect(submitted).toEqual([payout.reference]));
  },
);

test('an unreachable bank is logged with the reason', async () => {
  const doubted = await uncertain();
  await due([doubted]);
  start({});
  await eventually(async () => expect(await rowOf(doubted)).toMatchObject({ look_ups: '1' }));
  expect(log.lines).toEqual([
    expect.objectContaining({
      level: 'warn',
      message: silent,
      provider: 'sandbox',
      operation: 'lookUp',
      error_message: 'the bank is closed',
    }),
  ]);
});

test('a silent bank gets no more questions beyond the limit', async () => {
  const doubted: Payout[] = [];
  for (let nth = 0; nth < 6; nth += 1) doubted.push(await uncertain());
  const requested = startSilent();
  await askInTurn(doubted);
  const sent = await pay(fixture.store, ask);
  await eventually(() => expect(submitted).toEqual([sent.reference]));
  expect(requested).toEqual(doubted.slice(0, 4).map(({ reference }) => reference));

  // Once there is room, the latest group is asked; the others get their turn when their lease ends.
  clock.wakeAll();
  await eventually(async () => expect(await rowOf(doubted[0] as Payout)).toMatchObject({ look_ups: '1' }));
  await eventually(() => expect(requested.slice(4)).toEqual([doubted[5]?.reference]));
  await due(doubted.slice(4, 5));
  await eventually(() => expect(requested.slice(5)).toEqual([doubted[4]?.reference]));
});

test('a group that waited too long for room is left until its lease has ended', async () => {
  const doubted: Payout[] = [];
  for (let nth = 0; nth < 5; nth += 1) doubted.push(await uncertain());
  const freed = await uncertain();
  const requested = startSilent();
  await askInTurn(doubted);
  const later = Date.now() + 5_000;
  vi.spyOn(clock, 'machineNow').mockImplementation(() => new Date(later));
  clock.wakeAll();
  await due([freed]);
  await eventually(() => expect(requested).toContain(freed.reference));
  expect(requested).toHaveLength(5);
});

test('an unanswered look-up is abandoned when the worker stops', async () => {
  const doubted = await uncertain();
  await due([doubted]);
  const requested = startSilent();
  await eventually(() => expect(requested).toEqual([doubted.reference]));
  await loop?.stop();
  expect(await rowOf(doubted)).toMatchObject({ status: 'verification_pending', look_ups: '0' });
  expect(log.lines).toEqual([]);
});

describe('in a restored database', () => {
  const restored = (secondsAgo: number) =>
    queryRows(fixture.url, 'update platform set restored_at = now() - make_interval(secs => $1)', [
      secondsAgo,
    ]);
  const paid: Finding = { outcome: 'paid', amount: exact('10'), currency: 'PEN' };

  test.each([
    [paid, { status: 'completed', sending: 'uncertain' }],
    [{ ...paid, outcome: 'returned' } as const, { status: 'returned', sending: 'uncertain' }],
    [{ outcome: 'not_executed', code: 'account_closed' } as const, { status: 'failed', sending: 'unsent' }],
    [{ outcome: 'in_flight' } as const, { status: 'verification_pending', sending: 'uncertain' }],
  ])("the bank's outcome decides, and nothing is sent: %o", async (finding, becomes) => {
    await restored(60);
    const payout = await pay(fixture.store, ask);
    start({ lookUp: async (references) => findings(references, finding) });
    await eventually(async () => expect(await rowOf(payout)).toMatchObject(becomes));
    expect(submitted).toEqual([]);
  });

  test.each([
    ['cannot be reached', 60, undefined],
    ['cannot tell', 60, { outcome: 'unknown' }],
    ['does not know it, and may still be called', 5, { outcome: 'not_found' }],
  ] as const)('a bank that %s gets no order, and is queried again', async (_how, secondsAgo, finding) => {
    await restored(secondsAgo);
    const payout = await pay(fixture.store, ask);
    const { row: cancelled } = await act(fixture.store, (moment) => requestCancel(moment, payout));
    const requested: string[] = [];
    start({
      async lookUp(references) {
        requested.push(...references);
        if (!finding) throw new Error('the bank is closed');
        return findings(references, finding);
      },
    });
    await eventually(() => expect(requested).toEqual([payout.reference]));
    const held = { status: 'processing', sending: 'unsent', is_later: 't' };
    await eventually(async () => expect(await rowOf(cancelled)).toMatchObject(held));
    await due([payout]);
    await eventually(() => expect(requested).toHaveLength(2));
    expect(submitted).toEqual([]);
  });

  test('an operation unknown to the bank is sent, after the bank was queried', async () => {
    await restored(60);
    const payout = await pay(fixture.store, ask);
    const requested: string[] = [];
    start({
      async lookUp(references) {
        expect(submitted).toEqual([]);
        requested.push(...references);
        return findings(references, { outcome: 'not_found' });
      },
    });
    await eventually(() => expect(submitted).toEqual([payout.reference]));
    expect(requested).toEqual([payout.reference]);
  });
});
