import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { explained } from '../../bench/growth/explain.ts';
import { postgresWebhooks } from '../../src/adapters/postgres/webhook.js';
import type { AttemptRecord, Lease, Webhooks, Work } from '../../src/ports/webhook.js';
import type { Ports } from '../../src/ports/ports.js';
import { createEndpoint } from '../../src/usecases/webhook.js';
import { openFixture, vault, type Fixture } from '../setup/fixture.js';
import { accountsWithEvents } from '../setup/log.js';
import { queryRows } from '../setup/rows.js';

const waiting = 2_000;

let fixture: Fixture;
let webhooks: Webhooks;
let leases: Lease[];
let ports: Parameters<typeof createEndpoint>[0] & Pick<Ports, 'wake'>;

/** Two endpoints at which much waits. */
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
  expect(await webhooks.fanOut(accountId, waiting)).toBe(waiting);
  leases = await webhooks.lease(2);
});
afterAll(() => fixture.close());

const read = async (mosts: readonly number[]): Promise<Work[]> => {
  const readings = mosts.map((most, nth) => ({ lease: leases[nth] as Lease, most, after: '0' }));
  return [...(await webhooks.read(readings)).values()];
};

const delivered = ({ lease, now, deliveries }: Work): AttemptRecord[] =>
  deliveries.map(({ id, attempts }) => ({
    lease,
    deliveryId: id,
    status: 'delivered',
    nextAttemptAt: null,
    deliveredAt: now,
    attempt: { number: attempts + 1, occurred_at: now.toISOString(), http_status: 200, duration_ms: 1 },
    lane: { failures: 0, failingSince: null, nextTestAt: null },
    recovered: false,
  }));

test('each of the lanes that are read together gets as many as were asked for it, and no more are read', async () => {
  let found: Work[] = [];
  const plans = await explained(fixture.orm, async () => (found = await read([150, 2])));
  expect(found.map(({ deliveries }) => deliveries.length).toSorted((a, b) => a - b)).toEqual([2, 150]);
  expect(plans.map(({ plan }) => plan['Actual Rows'])).toEqual([2, 152]);
});

test('to record an attempt takes a few blocks, however much waits at the endpoint', async () => {
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

test('a lease is renewed by a reading once it is two seconds old, and only its holder reads', async () => {
  const [lease] = leases;
  const leftAfter = async (seconds: number): Promise<number | undefined> => {
    await queryRows(
      fixture.url,
      'update webhook_lane set lease_until = clock_timestamp() + make_interval(secs => $1) where endpoint_id = $2',
      [seconds, lease?.endpointId],
    );
    return (await read([1]))[0]?.leaseLeftMs;
  };
  expect(await leftAfter(14)).toBeLessThanOrEqual(14_000);
  for (const seconds of [12, 1, -1]) expect(await leftAfter(seconds)).toBeGreaterThan(14_000);
  await queryRows(fixture.url, 'update webhook_lane set fence = fence + 1');
  for (const seconds of [14, 1]) expect(await leftAfter(seconds)).toBeUndefined();
});

test('who catches up holds no lane while it waits for one that comes before it', async () => {
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
  // Only the second has something to come.
  await queryRows(fixture.url, 'update webhook_lane set after_position = 0 where endpoint_id = $1', [second]);
  await queryRows(fixture.url, 'update webhook_cursor set position = 0 where account_id = $1', [accountId]);
  const other = new pg.Client({ connectionString: fixture.url });
  await other.connect();
  const lock = 'select from webhook_lane where endpoint_id = $1 for no key update nowait';
  try {
    await other.query('begin');
    await other.query(lock, [first]);
    const caughtUp = fixture.store.transaction(async (tx) => {
      await tx.lanes.catchUp(accountId);
      await tx.lanes.lock([first ?? '']);
    });
    await vi.waitFor(async () => {
      const waiters = await queryRows(fixture.url, 'select pid from pg_locks where not granted');
      expect(waiters).not.toEqual([]);
    });
    await other.query(lock, [second]);
    await other.query('commit');
    await caughtUp;
  } finally {
    await other.end();
  }
});
