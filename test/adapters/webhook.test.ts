import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explained } from '../../bench/growth/explain.ts';
import { postgresWebhooks } from '../../src/adapters/postgres/webhook.js';
import type { Lease, Webhooks, LaneWork } from '../../src/ports/webhook.js';
import type { Ports } from '../../src/ports/ports.js';
import { createEndpoint } from '../../src/usecases/webhook.js';
import { delivered } from '../setup/attempt.js';
import { openFixture, vault, type Fixture } from '../setup/fixture.js';
import { accountsWithEvents } from '../setup/log.js';
import { queryRows } from '../setup/rows.js';
import { waitersFor } from '../setup/waiter.js';
import { makeWebhooks, roomFor } from '../setup/webhook.js';
import { eventually } from '../setup/patience.js';

const waiting = 2_000;

let fixture: Fixture;
let webhooks: Webhooks;
let leases: Lease[];
let ports: Parameters<typeof createEndpoint>[0] & Pick<Ports, 'wake'>;

/** Two endpoints with many waiting deliveries. */
beforeAll(async () => {
  fixture = await openFixture();
  webhooks = postgresWebhooks(fixture.orm);
  const [accountId = ''] = await accountsWithEvents(fixture.url, [waiting]);
  ports = { store: fixture.store, vault, allowInsecureWebhooks: false, wake: () => undefined };
  for (const path of ['one', 'other']) {
    await createEndpoint(ports, { accountId, url: `https://example.com/${path}`, eventTypes: [] });
  }
  await queryRows(fixture.url, 'update webhook_lane set after_position = 0');
  await queryRows(fixture.url, 'update webhook_cursor set position = 0');
  expect(await webhooks.fanOut([accountId], waiting)).toBe(waiting);
  leases = await webhooks.lease(roomFor(2));
});
afterAll(() => fixture.close());

const read = async (mosts: readonly number[]): Promise<LaneWork[]> => {
  const readings = mosts.map((most, nth) => ({ lease: leases[nth] as Lease, most, after: '0' }));
  return [...(await webhooks.read(readings)).values()];
};

test('each lane of a combined read gets its requested number of deliveries', async () => {
  let found: LaneWork[] = [];
  const plans = await explained(fixture.orm, async () => (found = await read([150, 2])));
  expect(found.map(({ deliveries }) => deliveries.length).toSorted((a, b) => a - b)).toEqual([2, 150]);
  expect(plans.map(({ plan }) => plan['Actual Rows'])).toEqual([2, 152]);
});

test('only a part of many retries is read, and none that the rest blocks', async () => {
  await queryRows(
    fixture.url,
    `update webhook_delivery set resource_id = 'pout_' || position % 1200, attempts = (position <= 1200)::int,
      history = case when position <= 1200 then '[{"number": 1}]'::jsonb else '[]' end,
      next_attempt_at = business_now() - make_interval(secs => position) where endpoint_id = $1`,
    [leases[1]?.endpointId],
  );
  const [work] = (await webhooks.read([{ lease: leases[1] as Lease, most: waiting, after: '0' }])).values();
  // The first 200 became due last, after 1201 to 1400.
  expect(work?.deliveries.map(({ position }) => Number(position))).toEqual(
    Array.from({ length: waiting }, (_, nth) => nth + 1).filter((n) => n > 1_400 || (n > 200 && n <= 1_200)),
  );
});

test('recording an attempt reads a few blocks, however much waits at the endpoint', async () => {
  const [work] = await read([1]);
  if (!work) throw new Error('nothing is due');
  const [recorded] = await explained(fixture.orm, () => webhooks.record(delivered(work)));
  expect(recorded?.plan['Actual Rows']).toBe(1);
  expect(recorded?.faults).toEqual([]);
  const [state] = await queryRows(
    fixture.url,
    'select status, attempts from webhook_delivery where id = $1',
    [work.deliveries[0]?.id],
  );
  expect(state).toEqual({ status: 'delivered', attempts: '1' });
});

test('a read renews a lease that is two seconds old, and only its holder may read', async () => {
  const [lease] = leases;
  const leftAfter = async (seconds: number): Promise<number | undefined> => {
    await queryRows(
      fixture.url,
      'update webhook_lane set lease_until = clock_timestamp() + make_interval(secs => $1) where endpoint_id = $2',
      [seconds, lease?.endpointId],
    );
    const startedAt = performance.now();
    const [work] = await read([1]);
    return work && work.leasedUntil - startedAt;
  };
  expect(await leftAfter(14)).toBeLessThanOrEqual(14_000);
  for (const seconds of [12, 1, -1]) expect(await leftAfter(seconds)).toBeGreaterThan(14_000);
  await queryRows(fixture.url, 'update webhook_lane set fence = fence + 1');
  for (const seconds of [14, 1]) expect(await leftAfter(seconds)).toBeUndefined();
});

test('fan-out of several accounts is combined, except for accounts locked by another worker', async () => {
  const ids = await accountsWithEvents(fixture.url, [5, 2, 0, 3]);
  for (const accountId of ids) {
    await createEndpoint(ports, { accountId, url: 'https://example.com/each', eventTypes: [] });
  }
  await queryRows(fixture.url, 'update webhook_lane set after_position = 0 where account_id = any($1)', [
    ids,
  ]);
  await queryRows(fixture.url, 'update webhook_cursor set position = 0 where account_id = any($1)', [ids]);
  const made = async () => {
    const rows = await queryRows(
      fixture.url,
      `select a.id, count(d.id) as n, count(distinct d.position) filter (where d.position <= c.position) as passed
        from unnest($1::text[]) with ordinality a(id, nth) join webhook_cursor c on c.account_id = a.id
        left join webhook_delivery d on d.account_id = a.id group by a.id, a.nth order by a.nth`,
      [ids],
    );
    expect(rows.map(({ passed }) => passed)).toEqual(rows.map(({ n }) => n));
    return rows.map(({ n }) => Number(n));
  };
  const other = new pg.Client({ connectionString: fixture.url });
  await other.connect();
  try {
    await other.query('begin');
    await other.query('select from webhook_cursor where account_id = $1 for no key update', [ids[1]]);
    expect(await webhooks.fanOut(ids, 4)).toBe(7);
    expect(await made()).toEqual([4, 0, 0, 3]);
    await other.query('commit');
  } finally {
    await other.end();
  }
  expect(await webhooks.fanOut(ids, 4)).toBe(3);
  expect(await made()).toEqual([5, 2, 0, 3]);
  expect(await webhooks.fanOut(ids, 4)).toBe(0);
});

test('an account with work is found however many accounts are skipped', async () => {
  const ids = await accountsWithEvents(fixture.url, Array<number>(400).fill(1));
  const begin = 'insert into webhook_cursor (account_id, position) select unnest($1::text[]), 0';
  await queryRows(fixture.url, begin, [ids]);
  const some = await webhooks.lagging(undefined, []);
  const others = await webhooks.lagging(undefined, some);
  expect(new Set([...some, ...others])).toEqual(new Set(ids));
  expect((await webhooks.lagging(ids, ids.slice(1))).length).toBe(1);
});

/** Two new endpoints in the order of their lanes, with waiting deliveries, and their leases. */
async function leasedPair(events: number): Promise<Lease[]> {
  const [accountId = ''] = await accountsWithEvents(fixture.url, [events]);
  for (const path of ['first', 'second']) {
    await createEndpoint(ports, { accountId, url: `https://example.com/${path}`, eventTypes: [] });
  }
  await queryRows(fixture.url, 'update webhook_lane set after_position = 0 where account_id = $1', [
    accountId,
  ]);
  await queryRows(fixture.url, 'update webhook_cursor set position = 0 where account_id = $1', [accountId]);
  await webhooks.fanOut([accountId], events);
  const due = await webhooks.lease(roomFor(100));
  const rows = await queryRows(
    fixture.url,
    'select endpoint_id as id from webhook_lane where account_id = $1 order by 1',
    [accountId],
  );
  return rows.map(({ id }) => due.find(({ endpointId }) => endpointId === id) as Lease);
}

/** Whether `work`, which waits for the locked `first`, leaves `second` unlocked meanwhile. */
async function leavesFree(
  work: () => Promise<unknown>,
  [lock, first, second]: readonly [lock: string, first: string, second: string],
): Promise<boolean> {
  const other = new pg.Client({ connectionString: fixture.url });
  await other.connect();
  try {
    await other.query('begin');
    await other.query(lock, [first]);
    const worked = work();
    await eventually(async () => {
      expect(await waitersFor(other)).not.toEqual([]);
    });
    const isFree = await other.query(`${lock} nowait`, [second]).then(
      () => true,
      () => false,
    );
    await other.query('commit');
    await worked;
    return isFree;
  } finally {
    await other.end();
  }
}
const lockLane = 'select from webhook_lane where endpoint_id = $1 for no key update';

test('renewing leases holds no lane while waiting for an earlier one', async () => {
  const pair = await leasedPair(1);
  await queryRows(
    fixture.url,
    "update webhook_lane set lease_until = clock_timestamp() + interval '5 seconds'",
  );
  const [first, second] = pair.map(({ endpointId }) => endpointId);
  const readings = pair.toReversed().map((lease) => ({ lease, most: 1, after: '0' }));
  let renewed: LaneWork[] = [];
  const work = async () => (renewed = [...(await webhooks.read(readings)).values()]);
  expect(await leavesFree(work, [lockLane, first ?? '', second ?? ''])).toBe(true);
  for (const { leasedUntil } of renewed) expect(leasedUntil - performance.now()).toBeGreaterThan(12_000);
  expect(renewed).toHaveLength(2);
});

test('cancelled deliveries are locked in order, below the lane, and not after another worker took it', async () => {
  const [lease] = await leasedPair(300);
  if (!lease) throw new Error('nothing is due');
  const { endpointId } = lease;
  await queryRows(fixture.url, 'update webhook_endpoint set deleted_at = now() where id = $1', [endpointId]);
  const pending = async () =>
    (
      await queryRows(
        fixture.url,
        "select id from webhook_delivery where endpoint_id = $1 and status = 'pending' order by id",
        [endpointId],
      )
    ).map(({ id }) => id ?? '');
  const [cancelled] = await explained(fixture.orm, () => webhooks.cancel(lease, 1));
  expect(cancelled?.faults).toEqual([]);
  const [first = '', ...others] = await pending();
  const lockDelivery = 'select from webhook_delivery where id = $1 for no key update';
  const work = () => webhooks.cancel(lease, others.length);
  expect(await leavesFree(work, [lockDelivery, first, others.at(-2) ?? ''])).toBe(true);
  expect(await pending()).toEqual(others.slice(-1));

  const other = new pg.Client({ connectionString: fixture.url });
  await other.connect();
  try {
    await other.query('begin');
    await other.query('update webhook_lane set fence = fence + 1 where endpoint_id = $1', [endpointId]);
    const late = work();
    await eventually(async () => {
      expect(await waitersFor(other)).not.toEqual([]);
    });
    await other.query('commit');
    expect(await late).toBe(0);
  } finally {
    await other.end();
  }
  expect(await pending()).toHaveLength(1);
});

test('catching up holds no lane while waiting for an earlier one', async () => {
  const [accountId = ''] = await accountsWithEvents(fixture.url, [3]);
  for (const path of ['first', 'second']) {
    await createEndpoint(ports, { accountId, url: `https://example.com/${path}`, eventTypes: [] });
  }
  const rows = await queryRows(
    fixture.url,
    'select endpoint_id as id from webhook_lane where account_id = $1 order by 1',
    [accountId],
  );
  const [first, second] = rows.map(({ id }) => id);
  // Only the second endpoint has a delivery left.
  await queryRows(fixture.url, 'update webhook_lane set after_position = 0 where endpoint_id = $1', [second]);
  await queryRows(fixture.url, 'update webhook_cursor set position = 0 where account_id = $1', [accountId]);
  const work = () =>
    fixture.store.transaction(async (tx) => {
      await tx.lanes.catchUp(accountId);
      await tx.lanes.lock([first ?? '']);
    });
  expect(await leavesFree(work, [lockLane, first ?? '', second ?? ''])).toBe(true);
});

test('a probe that was started and never recorded is sent before the next one', async () => {
  const own = await openFixture();
  try {
    const [accountId = ''] = await accountsWithEvents(own.url, [1]);
    const { failing } = await makeWebhooks(own, accountId);
    const ofFailing = async (): Promise<LaneWork | undefined> => {
      const lanes = postgresWebhooks(own.orm);
      const held = (await lanes.lease(roomFor(10))).filter(({ endpointId }) => endpointId === failing);
      return [...(await lanes.read(held.map((lease) => ({ lease, most: 10, after: '0' })))).values()][0];
    };
    await own.store.transaction((tx) => tx.moveClock(15 * 60_000));
    const work = await ofFailing();
    expect(work?.isTestDue).toBe(false);
    expect(work?.deliveries.map(({ kind }) => kind)).toEqual(['test']);
  } finally {
    await own.close();
  }
});
