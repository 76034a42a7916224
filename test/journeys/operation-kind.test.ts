import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants, knownKinds } from '../../src/adapters/postgres/check/run.js';
import { note } from '../../src/domain/operation.js';
import { exact } from '../../src/domain/money.js';
import type { Ports } from '../../src/ports/ports.js';
import type { OperationNotice } from '../../src/ports/provider.js';
import { stopPayouts } from '../../src/usecases/kill-switch.js';
import { blockCustomer } from '../../src/usecases/customer.js';
import { recordEvidence } from '../../src/usecases/evidence.js';
import { takeOperationNotices } from '../../src/usecases/operation-notice.js';
import { decideRisk } from '../../src/usecases/risk.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { operator, withHand } from '../setup/hand.js';
import { createLevy, levyCheck, levySpec, levySql, type Levy, type NewLevy } from '../setup/levy.js';
import { queryRows } from '../setup/rows.js';
import { customerFields } from '../setup/sender.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { balanceOf, fund } from '../setup/verbs.js';

/*
 * `test/setup/levy.ts` holds a whole kind: its declaration, spec and branch of the view. The lists of the service get
 * it here; no line of the service knows its name.
 */
vi.mock(import('../../src/domain/noun/all.js'), async (original) => {
  const real = await original();
  const { levy } = await import('../setup/levy.js');
  const before = Object.entries(real.declarations);
  // After the nouns that its rows refer to, before those that refer to it.
  const at = before.findIndex(([noun]) => noun === 'intent');
  const declarations = Object.fromEntries([...before.slice(0, at), ['levy', levy], ...before.slice(at)]);
  return {
    declarations: declarations as unknown as typeof real.declarations,
    declared: Object.values(declarations) as unknown as typeof real.declared,
    sentNouns: [...real.sentNouns, 'levy' as 'payout'],
    tracedNouns: real.tracedNouns,
  };
});
vi.mock(import('../../src/domain/noun/prefix.js'), async (original) => {
  const real = await original();
  Object.assign(real.prefixes, { levy: 'lev' });
  return real;
});
vi.mock(import('../../src/usecases/operation-kinds.js'), async (original) => {
  const { operationKinds } = await original();
  const { levies } = await import('../setup/levy.js');
  return { operationKinds: [...operationKinds, levies] };
});

let database: TestDatabase;
let service: RunningService;
let ask: Ask;
beforeAll(async () => {
  database = await createDatabase();
  await run(levySql);
  service = await openService({ DATABASE_URL: database.url });
  ask = (await operatorOf(service, 'viewer')).get;
  await fund(service, 'MXN', '10000.00');
});
afterAll(async () => {
  await everyInvariant();
  await service.stop();
  await database.drop();
});

async function run(statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

const check = () => checkInvariants(database.url, { kinds: [...knownKinds, levyCheck] });
async function everyInvariant(): Promise<void> {
  const report = await check();
  expect(report.violations, formatReport(report)).toEqual([]);
}

const hour = 3_600_000;
type Made = Partial<Omit<NewLevy, 'nextStepAt'>> & { readonly inMs?: number };

/** Commits a levy; the service's workers find it by themselves. */
const make = (ports: Ports, memo: string, { inMs = 0, ...more }: Made = {}): Promise<Levy> =>
  ports.store.transaction(async (tx) => {
    const moment = await tx.moment();
    const { levy, ...decision } = createLevy(moment, {
      accountId: service.accountId,
      due: exact('10.00'),
      memo,
      reference: ports.vault.reference(service.accountId, freshKey()),
      nextStepAt: new Date(moment.now.getTime() + inMs),
      ...more,
    });
    await tx.record([decision]);
    return levy;
  });

const rowOf = async (id: string) =>
  (await queryRows(database.url, 'select * from levy where id = $1', [id]))[0] ?? {};
async function becomes(id: string, row: object): Promise<void> {
  await expect.poll(() => rowOf(id), { timeout: 60_000, interval: 20 }).toMatchObject(row);
}
const purposesOf = async (id: string) =>
  (
    await queryRows(
      database.url,
      'select purpose from journal where origin_id = $1 order by occurred_at, id',
      [id],
    )
  ).map(({ purpose }) => purpose);
const intentsOf = async (id: string) =>
  (
    await queryRows(database.url, 'select kind, state from intent where operation_id = $1 order by number', [
      id,
    ])
  ).map(({ kind, state }) => `${kind} ${state}`);
const eventTypesOf = async (id: string) =>
  (
    await queryRows(database.url, 'select type from event where resource_id = $1 order by position', [id])
  ).map(({ type }) => type);
const exceptionsOf = (id: string) =>
  queryRows(database.url, 'select type, cause, resource_type as kind from exception where resource_id = $1', [
    id,
  ]);
const callsOf = async (id: string) =>
  (
    await queryRows(
      database.url,
      'select c.kind from simulator.call c join levy l using (reference) where l.id = $1',
      [id],
    )
  ).map(({ kind }) => kind);
const countOf = async ({ reader }: Ports, kind: string) =>
  (await reader.backlog()).find(({ name }) => name === kind)?.count;
const hand = <T>(act: (ports: Ports) => Promise<T>) => withHand(service, act);
const reserved = ['levy_reserve'];

describe('a kind of operation declared only in this test', () => {
  test.each([
    ['is paid', 'sim:paid', { status: 'settled' }, [...reserved, 'levy_capture'], ['levy.settled']],
    [
      'is refused',
      'sim:fail:account_closed',
      { status: 'turned_down', failure_code: 'account_closed' },
      [...reserved, 'reversal'],
      ['levy.turned_down'],
    ],
    [
      'is of unknown end until its bank tells',
      'sim:uncertain:paid',
      { status: 'settled' },
      [...reserved, 'levy_capture'],
      ['levy.settled'],
    ],
    [
      'comes back, and is available again',
      'sim:return',
      { status: 'bounced', next_step_at: null },
      [...reserved, 'levy_capture', 'levy_return', 'levy_return_settled'],
      ['levy.settled', 'levy.bounced'],
    ],
    [
      'never leaves',
      'sim:unsent',
      { status: 'turned_down', failure_code: 'not_submitted', attempts: '5' },
      [...reserved, 'reversal'],
      ['levy.turned_down'],
    ],
  ])('%s', async (_how, memo, row, purposes, events) => {
    const { id } = await hand((ports) => make(ports, memo));
    await becomes(id, row);
    expect(await purposesOf(id)).toEqual(purposes);
    expect(await eventTypesOf(id)).toEqual(events);
    if (memo !== 'sim:unsent') {
      expect(await callsOf(id)).toEqual(['levy']);
      expect(await intentsOf(id)).toHaveLength(1);
    }
  });

  test('is accepted, looked up, counted as undecided, and decided by evidence; later evidence is late', async () => {
    await hand(async (ports) => {
      const { id } = await make(ports, 'sim:hold');
      await becomes(id, { status: 'under_way', sending: 'accepted' });
      expect(await intentsOf(id)).toEqual(['levy accepted']);
      const undecided = () => countOf(ports, 'operations_undecided');
      expect(await undecided()).toBe(1);
      const paid = await recordEvidence(ports, operator, { id, outcome: 'paid' });
      expect(paid.kind).toBe('levy');
      await becomes(id, { status: 'settled' });
      expect(await undecided()).toBe(0);
      await recordEvidence(ports, operator, { id, outcome: 'not_executed' });
      expect(await exceptionsOf(id)).toEqual([
        { type: 'late_payment_evidence', cause: 'not_executed', kind: 'levy' },
      ]);
      expect(await purposesOf(id)).toEqual([...reserved, 'levy_capture']);
    });
  });

  test('if uncertain is listed, looked up repeatedly, and found not executed', async () => {
    await hand(async (ports) => {
      const { id } = await make(ports, 'sim:uncertain');
      await becomes(id, { status: 'unclear', sending: 'uncertain' });
      await expect
        .poll(async () => Number((await rowOf(id))['look_ups']), { timeout: 60_000 })
        .toBeGreaterThan(0);
      expect(await ports.reader.uncertain(10)).toMatchObject([{ id, kind: 'levy', currency: 'MXN' }]);
      expect(await countOf(ports, 'payouts_uncertain')).toBe(1);
      const response = await ask('{ uncertainOperations { id kind amount { amount currency } } }');
      expect(response.at('uncertainOperations')).toEqual([
        { id, kind: 'levy', amount: { amount: '10.00', currency: 'MXN' } },
      ]);
      await recordEvidence(ports, operator, { id, outcome: 'not_executed', code: 'closed_office' });
      await becomes(id, { status: 'turned_down', failure_code: 'closed_office' });
      expect(await countOf(ports, 'payouts_uncertain')).toBe(0);
      // Late, and against its final state: nothing moves.
      await recordEvidence(ports, operator, { id, outcome: 'paid' });
      expect(await exceptionsOf(id)).toMatchObject([{ type: 'late_payment_evidence', cause: 'paid' }]);
      expect(await purposesOf(id)).toEqual([...reserved, 'reversal']);
      expect(await callsOf(id)).toEqual(['levy']);
    });
  });

  test.each([
    [true, { status: 'settled', risk_status: 'approved' }],
    [false, { status: 'turned_down', risk_status: 'rejected', failure_code: 'risk_rejected' }],
  ])('is held for review, and then approved: %s', async (approve, row) => {
    await hand(async (ports) => {
      const { id, riskDecisionId } = await make(ports, 'sim:paid', { reasons: ['amount'] });
      const review = await ask(
        `{ riskDecision(id: "${riskDecisionId}") { status operation { ... on Levy { id status journals { purpose } } } } }`,
      );
      expect(review.at('riskDecision')).toEqual({
        status: 'in_review',
        operation: { id, status: 'weighed', journals: [{ purpose: 'levy_reserve' }] },
      });
      expect(await rowOf(id)).toMatchObject({ status: 'weighed', next_step_at: null });
      await decideRisk(ports, operator, { id, approve });
      await becomes(id, row);
    });
  });

  test('is cancelled before it is sent, and its bank never receives it', async () => {
    await hand(async (ports) => {
      const { id } = await make(ports, 'sim:paid', { inMs: hour });
      await ports.store.transaction(async (tx) => {
        const [row] = (await tx.lock('levy' as 'refund', [id])) as unknown as Levy[];
        const { now } = await tx.moment();
        if (row)
          await tx.record([note({ spec: levySpec, row }, { cancelRequestedAt: now, nextStepAt: now })]);
      });
      await becomes(id, {
        status: 'cancelled',
        failure_code: 'cancelled_before_submission',
        sending: 'unsent',
      });
      expect(await callsOf(id)).toEqual([]);
      expect(await purposesOf(id)).toEqual([...reserved, 'reversal']);
    });
  });

  test('fails at once if its customer is blocked', async () => {
    await hand(async (ports) => {
      const customer = await service.post('/v1/customers', customerFields());
      const customerId = customer.get('id');
      const { id } = await make(ports, 'sim:paid', { customerId, inMs: hour });
      await blockCustomer(ports, operator, { id: customerId, action: 'block' });
      await becomes(id, { status: 'turned_down', failure_code: 'customer_blocked' });
      expect(await callsOf(id)).toEqual([]);
    });
  });

  test('waits while payouts are stopped, counts as due, and continues afterwards', async () => {
    await hand(async (ports) => {
      await stopPayouts(ports, operator, true);
      const { id } = await make(ports, 'sim:paid', { inMs: 300 });
      try {
        const due = () => countOf(ports, 'operations_due');
        await expect.poll(due, { interval: 5, timeout: 60_000 }).toBeGreaterThan(0);
        // Nothing stays due, so that a sandbox's clock can be advanced.
        expect((await ports.reader.agenda()).due).toBe(0);
        expect(await ports.reader.dueWork()).toEqual([]);
        expect(await rowOf(id)).toMatchObject({ status: 'under_way', sending: 'unsent' });
        expect(await callsOf(id)).toEqual([]);
      } finally {
        await stopPayouts(ports, operator, false);
      }
      await becomes(id, { status: 'settled' });
    });
  });

  test('applies a notice of its bank, also one that came before its creation', async () => {
    await hand(async (ports) => {
      const say = (reference: string, outcome: OperationNotice['outcome']): OperationNotice[] => [
        { id: freshKey(), type: 'operation', reference, outcome },
      ];
      const held = await make(ports, 'sim:hold');
      await becomes(held.id, { sending: 'accepted' });
      await takeOperationNotices(ports, 'sandbox', say(held.reference, 'returned'));
      await becomes(held.id, { status: 'bounced', next_step_at: null });
      const reference = ports.vault.reference(service.accountId, freshKey());
      const early = await takeOperationNotices(ports, 'sandbox', say(reference, 'not_executed'));
      expect(early).toHaveLength(1);
      await ports.store.transaction((tx) => tx.keepNotices('sandbox', early));
      const { id } = await make(ports, 'sim:paid', { reference });
      await becomes(id, { status: 'turned_down' });
      expect(await callsOf(id)).toEqual([]);
    });
  });

  test('is listed by its declaration', async () => {
    const response = await ask(
      '{ levies(first: 2, filter: { status: [settled] }) { nodes { status account { id } } } }',
    );
    expect(response.at('levies.nodes')).toEqual([
      { status: 'settled', account: { id: service.accountId } },
      { status: 'settled', account: { id: service.accountId } },
    ]);
    expect(await balanceOf(service, 'MXN')).toMatchObject({ reserved: '0.00', pending: '0.00' });
  });

  test.each([
    [
      'an intent of another kind',
      `insert into intent (id, account_id, kind, operation_id, number, reference, state, send_by, created_at, version)
        select 'int_x', account_id, 'refund', operation_id, 2, reference, 'not_sent', send_by, created_at, version
        from intent where kind = 'levy' and state = 'accepted' limit 1`,
      /names no operation of its kind/,
    ],
    [
      'an exception of another kind',
      `update exception set resource_type = 'payout' where resource_type = 'levy'`,
      /names no operation of its kind/,
    ],
    ['a row that goes', 'delete from levy', /levy is never changed or deleted/],
    ['another amount', 'update levy set due = 1', /levy is never changed or deleted/],
  ])('is kept by the database from %s', async (_what, statement, fault) => {
    await expect(run(statement)).rejects.toThrow(fault);
  });
});

describe('the checker', () => {
  const unguarded = (statement: string) => `set session_replication_role = replica; ${statement}`;
  const first = (condition: string) => `id = (select min(id) from levy where ${condition})`;
  test.each([
    ['money that a state calls for', `set status = 'settled' where ${first(`status = 'turned_down'`)}`, 8],
    [
      'money that is held',
      `set status = 'under_way', next_step_at = now() where ${first(`status = 'cancelled'`)}`,
      9,
    ],
    ['an intent that there is not', `set attempts = attempts + 1 where ${first(`status = 'settled'`)}`, 10],
    ['a send that was called off', `set status = 'cancelled' where ${first(`status = 'settled'`)}`, 12],
    ['an event that is missing', `set settled_at = null where ${first(`status = 'settled'`)}`, 18],
    ['another account', `set customer_id = 'cus_x' where ${first(`status = 'settled'`)}`, 26],
    ['silence', `set status = 'unclear', next_step_at = null where ${first(`status = 'turned_down'`)}`, 28],
  ])('misses %s', async (_what, change, number) => {
    await everyInvariant();
    await run('create table kept as select * from levy');
    try {
      await run(unguarded(`update levy ${change}`));
      const { violations } = await check();
      expect(violations.map((each) => each.number)).toContain(number);
    } finally {
      await run(unguarded('delete from levy; insert into levy select * from kept; drop table kept'));
    }
    await everyInvariant();
  });

  test('reports that its rows lack a guard', async () => {
    await run('alter table levy disable trigger levy_named');
    const { violations } = await check();
    await run('alter table levy enable trigger levy_named');
    expect(violations).toMatchObject([{ number: 5, rows: [{ trigger: 'levy_named', on_table: 'levy' }] }]);
  });
});
