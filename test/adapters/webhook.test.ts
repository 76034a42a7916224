import { afterAll, beforeAll, expect, test } from 'vitest';
import { explained } from '../../bench/growth/explain.ts';
import { postgresWebhooks } from '../../src/adapters/postgres/webhook.js';
import type { AttemptRecord, Lease, Webhooks, Work } from '../../src/ports/webhook.js';
import { createEndpoint } from '../../src/usecases/webhook.js';
import { openFixture, vault, type Fixture } from '../setup/fixture.js';
import { accountsWithEvents } from '../setup/log.js';
import { queryRows } from '../setup/rows.js';

const waiting = 2_000;

let fixture: Fixture;
let webhooks: Webhooks;
let leases: Lease[];

/** Two endpoints at which much waits. */
beforeAll(async () => {
  fixture = await openFixture();
  webhooks = postgresWebhooks(fixture.orm);
  const [accountId = ''] = await accountsWithEvents(fixture.url, [waiting]);
  const ports = { store: fixture.store, vault, allowInsecureWebhooks: false, wake: () => undefined };
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
