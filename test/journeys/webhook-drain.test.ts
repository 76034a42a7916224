import { afterEach, expect, test, vi } from 'vitest';
import { systemDns } from '../../src/adapters/dns/resolver.js';
import { httpSender } from '../../src/adapters/http/sender.js';
import { postgresWebhooks } from '../../src/adapters/postgres/webhook.js';
import { machineClock } from '../../src/main/clock.js';
import { createEndpoint } from '../../src/usecases/webhook.js';
import { LaneWorker, type LaneWorkerOptions } from '../../src/workers/webhook-lane-worker.js';
import { openFixture, vault } from '../setup/fixture.js';
import { accountsWithEvents, logOf } from '../setup/log.js';
import { openReceiver } from '../setup/receiver.js';
import { queryRows } from '../setup/rows.js';
import { roomFor } from '../setup/webhook.js';
import { eventually } from '../setup/patience.js';

const closes: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closes.splice(0).reverse()) await close();
});

/** A lane with `count` deliveries that were never tried, and its worker's options. */
async function openLane(count: number) {
  const fixture = await openFixture();
  closes.push(() => fixture.close());
  const receiver = await openReceiver();
  closes.push(() => receiver.close());
  const sender = httpSender({ dns: systemDns(), allowInsecure: true });
  closes.push(() => sender.stop());
  const webhooks = postgresWebhooks(fixture.orm);
  const ports = { ...fixture, webhooks, sender, vault, clock: machineClock, environment: 'sandbox' as const };

  const [accountId = ''] = await accountsWithEvents(fixture.url, [count]);
  const deps = { ...ports, allowInsecureWebhooks: true, wake: () => undefined };
  await createEndpoint(deps, { accountId, url: receiver.url, eventTypes: [] });
  await queryRows(fixture.url, 'update webhook_lane set after_position = 0');
  await queryRows(fixture.url, 'update webhook_cursor set position = 0');
  await webhooks.fanOut([accountId], count);
  const [lease] = await webhooks.lease(roomFor(1));
  if (!lease) throw new Error('nothing is due');
  const options: LaneWorkerOptions = {
    lease,
    read: async (reading) => (await webhooks.read([reading])).get(lease.endpointId),
    record: async (attempt) => (await webhooks.record([attempt])).get(lease.endpointId),
    isStopping: () => false,
    isCrowded: () => false,
  };
  const run = (more: Partial<LaneWorkerOptions> = {}) => new LaneWorker(ports, { ...options, ...more }).run();
  const log = await logOf(fixture.url, accountId);
  /** Log positions of what the receiver got, in order of arrival. */
  const got = () =>
    receiver.received.map(({ headers }) => 1 + log.findIndex(({ id }) => id === headers['psp-event-id']));
  return { url: fixture.url, webhooks, receiver, options, run, got };
}

const upTo = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1);

test('a long lane is read once and delivered once, in log order', async () => {
  const { receiver, options, run, got } = await openLane(300);
  receiver.reply = () => ({ status: 200, delayMs: 3 });
  // A pass ends after a while, and unposted deliveries are read again. Here time stands still.
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now);
  let rowsRead = 0;
  const read: LaneWorkerOptions['read'] = async (reading) => {
    const work = await options.read(reading);
    rowsRead += work?.deliveries.length ?? 0;
    return work;
  };
  expect(await run({ read })).toBe(true);
  expect(got()).toEqual(upTo(300));
  expect(receiver.mostAtOnce).toBe(1);
  expect(rowsRead).toBe(300);
});

/** Thirds of the queue: due retries in any order, a successor of each, and independent deliveries. */
const triedOnes = `
  update webhook_delivery set resource_id = 'pout_' || case when position % 3 = 2 then position - 1 else position end;
  update webhook_delivery set attempts = 1, history = '[{"number": 1}]',
    next_attempt_at = business_now() - make_interval(secs => position * 7 % 100) where position % 3 = 1`;

test('retries and what follows them are delivered in log order', async () => {
  const { url, run, got } = await openLane(150);
  await queryRows(url, triedOnes);
  expect(await run()).toBe(true);
  expect(got()).toEqual(upTo(150));
});

test('a failing retry holds back only what follows it', async () => {
  const { url, receiver, run, got } = await openLane(60);
  await queryRows(url, triedOnes);
  const failing = [4, 31, 58];
  receiver.reply = () => ({ status: failing.includes(got().at(-1) ?? 0) ? 503 : 200 });
  expect(await run()).toBe(true);
  const held = failing.map((position) => position + 1);
  expect(got()).toEqual(upTo(60).filter((position) => !held.includes(position)));
});

test('a retry that falls due during the passes is posted before what it held back, even if they are already past it', async () => {
  const { url, options, run, got } = await openLane(100);
  await queryRows(
    url,
    `update webhook_delivery set resource_id = 'pout_' || case when position in (5, 60) then 4 else position end`,
  );
  const dueAt = (seconds: number) =>
    queryRows(
      url,
      `update webhook_delivery set attempts = 1, history = '[{"number": 1}]',
        next_attempt_at = business_now() + make_interval(secs => $1) where position = 4`,
      [seconds],
    );
  await dueAt(3_600);
  let reads = 0;
  const read: LaneWorkerOptions['read'] = async (reading) => {
    if ((reads += 1) === 2) {
      expect(Number(reading.after)).toBeGreaterThan(5);
      await dueAt(-1);
    }
    return options.read(reading);
  };
  expect(await run({ read })).toBe(true);
  expect(got().filter((position) => [4, 5, 60].includes(position))).toEqual([4, 5, 60]);
  expect(got().toSorted((one, other) => one - other)).toEqual(upTo(100));
});

test('reading ahead never goes back, so nothing is posted twice before it is recorded', async () => {
  const { url, options, run, got } = await openLane(100);
  const dueAt = (seconds: number) =>
    queryRows(
      url,
      `update webhook_delivery set kind = 'redelivery', attempts = 1, history = '[{"number": 1}]',
        next_attempt_at = business_now() + make_interval(secs => $1) where position <= 40`,
      [seconds],
    );
  await dueAt(3_600);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now);
  const positions: number[] = [];
  const read: LaneWorkerOptions['read'] = async (reading) => {
    if (positions.push(Number(reading.after)) === 2) await dueAt(-1);
    return options.read(reading);
  };
  expect(await run({ read })).toBe(true);
  expect(positions.slice(0, 2)).toEqual([0, 56]);
  expect(positions.filter((position, nth) => position > 0 && position < (positions[nth - 1] ?? 0))).toEqual(
    [],
  );
  expect(got().toSorted((one, other) => one - other)).toEqual(upTo(100));
});

test('a failed redelivery holds nothing back', async () => {
  const { url, receiver, run, got } = await openLane(20);
  await queryRows(
    url,
    `update webhook_delivery set kind = case when position = 5 then 'redelivery' else kind end,
      resource_id = 'pout_' || case when position = 6 then 5 else position end`,
  );
  receiver.reply = () => ({ status: got().at(-1) === 5 ? 503 : 200 });
  expect(await run()).toBe(true);
  expect(got()).toEqual(upTo(20));
});

test.each([
  ['first', 1, 0],
  ['next', 2, 16],
])(
  'nothing is posted of a %s read that arrives so late that the lane may be leased again',
  async (_which, late, before) => {
    const { url, webhooks, options, run, got } = await openLane(100);
    let [reads, recorded, now] = [0, 0, performance.now()];
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const read: LaneWorkerOptions['read'] = async (reading) => {
      const work = await options.read(reading);
      if ((reads += 1) !== late) return work;
      await eventually(() => expect(recorded).toBe(before));
      // Less than the lease, but a post begun now may take longer than the rest of it.
      now += 4_500;
      await queryRows(url, `update webhook_lane set lease_until = clock_timestamp() - interval '1 second'`);
      expect(await webhooks.lease(roomFor(1))).toHaveLength(1);
      return work;
    };
    const record: LaneWorkerOptions['record'] = async (attempt) => {
      const version = await options.record(attempt);
      recorded += 1;
      return version;
    };
    expect(await run({ read, record })).toBe(true);
    expect(got()).toEqual(upTo(before));
    // Releasing the old lease does not release one that another worker holds by now.
    await webhooks.release([options.lease]);
    expect(await webhooks.lease(roomFor(1))).toEqual([]);
  },
);

test('a lane whose reads come too late to post anything is released', async () => {
  const { options, run, got } = await openLane(1);
  let [reads, now] = [0, performance.now()];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const read: LaneWorkerOptions['read'] = async (reading) => {
    if ((reads += 1) > 1) return undefined;
    const work = await options.read(reading);
    now += 4_500;
    return work;
  };
  expect(await run({ read })).toBe(true);
  expect(reads).toBe(1);
  expect(got()).toEqual([]);
});
