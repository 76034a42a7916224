import { afterAll, beforeAll, expect, it } from 'vitest';
import { explained } from '../../bench/growth/explain.ts';
import { postgresReader } from '../../src/adapters/postgres/reader.js';
import { declared } from '../../src/domain/noun/all.js';
import type { Reader } from '../../src/ports/reader.js';
import { createEndpoint } from '../../src/usecases/webhook.js';
import { openFixture, vault, type Fixture } from '../setup/fixture.js';
import { accountsWithEvents, appendEvents } from '../setup/log.js';
import { queryRows } from '../setup/rows.js';

let fixture: Fixture;
let reader: Reader;

/** Many waiting payouts: one is due the next day, all others later. */
const open = `
  set session_replication_role = replica;
  insert into payout (id, account_id, status, method, beneficiary_id, source_currency, principal, platform_fee,
      tenant_markup, total, destination_amount, destination_currency, rate, risk_status, reference, sending, attempts,
      look_ups, next_step_at, created_at, updated_at, version)
    select 'pout_' || lpad(n::text, 26, '0'), 'acct_1', 'verification_pending', 'spei', 'ben_1', 'MXN', 1, 0, 0, 1, 1, 'MXN', 1,
      'allowed', n, 'uncertain', 1, 0, date_trunc('day', now()) + (n + 1) * interval '1 day', now(), now(), 1
      from generate_series(0, 29999) n;
  analyze payout`;

beforeAll(async () => {
  fixture = await openFixture();
  reader = postgresReader(fixture.orm);
});
afterAll(() => fixture.close());

const make = (id: number, when: string) =>
  queryRows(fixture.url, `update payout set next_step_at = ${when} where id = $1`, [
    `pout_${String(id).padStart(26, '0')}`,
  ]);
/** Kinds of work that become due. Each is read three times, one or two blocks of its index each time. */
const kinds = declared.filter(({ fields }) => 'nextStepAt' in fields).length;
const countOf = async (kind: string) => (await reader.backlog()).find(({ name }) => name === kind)?.count;

it('finds the next due time with one index read for each kind of work, however much waits', async () => {
  await queryRows(fixture.url, open);
  const [day] = await queryRows(
    fixture.url,
    `select to_json(date_trunc('day', now()) + interval '1 day') as next`,
  );
  const next = new Date(JSON.parse(day?.['next'] ?? '') as string);
  const looks = await explained(fixture.orm, async () => {
    expect(await reader.agenda()).toEqual({
      due: 0,
      next,
      ahead: { once: null, repeated: next },
      isInHand: false,
    });
  });
  const most = 5 * kinds;
  const isFew = (fault: string): boolean => Number(/^reads (\d+) blocks/.exec(fault)?.[1]) <= most;
  expect(looks.flatMap(({ faults }) => faults).filter((fault) => !isFew(fault))).toEqual([]);
});

it('finds the workers with due work with one index read for each kind', async () => {
  const due = async (...workers: string[]) => expect((await reader.dueWork()).toSorted()).toEqual(workers);
  const looks = await explained(fixture.orm, () => due());
  expect(looks.flatMap(({ faults }) => faults)).toEqual([]);
  await make(1, `now() - interval '1 minute'`);
  await due('payout');
  await queryRows(
    fixture.url,
    `insert into statement (provider, next_step_at) values ('sandbox', now() - interval '1 second')`,
  );
  await due('payout', 'statement');
  await queryRows(fixture.url, `update statement set next_step_at = now() + interval '1 hour'`);
  await make(1, `now() + interval '1 hour'`);
  await due();
});

it.each([
  ['statement', 'statement sandbox'],
  ['seal_round', 'ledger seals'],
])('a due %s is in hand while one process works on it alone', async (table, name) => {
  const isInHand = async () => (await reader.agenda()).isInHand;
  const insert =
    table === 'statement'
      ? `insert into statement (provider, next_step_at) values ('sandbox', machine_now() - interval '1 second')
          on conflict (provider) do update set next_step_at = excluded.next_step_at`
      : `insert into seal_round values ('seals', machine_now() - interval '1 second')`;
  await queryRows(fixture.url, insert);
  expect(await isInHand()).toBe(false);
  await fixture.store.alone(name, async () => expect(await isInHand()).toBe(true));
  await queryRows(fixture.url, `update ${table} set next_step_at = next_step_at + interval '1 hour'`);
  await fixture.store.alone(name, async () => expect(await isInHand()).toBe(false));
});

it('counts the work of each worker: operations, endpoints and logs', async () => {
  await make(3, `now() - interval '1 minute'`);
  expect(await reader.agenda()).toMatchObject({ due: 1 });
  const [accountId = ''] = await accountsWithEvents(fixture.url, [1]);
  const ports = { store: fixture.store, vault, allowInsecureWebhooks: true };
  await createEndpoint(ports, { accountId, url: 'http://127.0.0.1/1' });
  await appendEvents(fixture.url, new Map([[accountId, 2]]));
  expect(await reader.agenda()).toMatchObject({ due: 2 });
  await queryRows(fixture.url, `update webhook_lane set due_at = now() - interval '1 second'`);
  expect(await reader.agenda()).toMatchObject({ due: 3 });
  expect(await countOf('operations_due')).toBe(1);
  expect(await countOf('events_undelivered')).toBe(2);
});
