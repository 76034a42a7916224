import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { systemDns } from '../../src/adapters/dns/resolver.js';
import { httpSender } from '../../src/adapters/http/sender.js';
import { localMessaging } from '../../src/adapters/local/messaging.js';
import { postgresWebhooks } from '../../src/adapters/postgres/webhook.js';
import { machineClock } from '../../src/main/clock.js';
import { createEndpoint } from '../../src/usecases/webhook.js';
import { startWebhooks } from '../../src/workers/webhook.js';
import { beforeWriting, recordingLog } from '../setup/bank.js';
import { openFixture, vault } from '../setup/fixture.js';
import { accountsWithEvents, appendEvents } from '../setup/log.js';
import { inParallel } from '../setup/parallel.js';
import { openReceiver } from '../setup/receiver.js';
import { queryRows } from '../setup/rows.js';
import { waitersFor } from '../setup/waiter.js';
import { eventually } from '../setup/patience.js';

const closes: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close();
});

/** The ports of the webhook worker, and a receiver. */
async function open() {
  const fixture = await openFixture();
  closes.push(() => fixture.close());
  const receiver = await openReceiver();
  closes.push(() => receiver.close());
  const sender = httpSender({ dns: systemDns(), allowInsecure: true });
  closes.push(() => sender.stop());
  const log = recordingLog();
  const ports = {
    ...fixture,
    webhooks: postgresWebhooks(fixture.orm),
    messaging: localMessaging(log),
    sender,
    vault,
    clock: machineClock,
    environment: 'sandbox' as const,
    allowInsecureWebhooks: true,
    wake: () => undefined,
  };
  return { fixture, receiver, log, ports };
}

test('attempts that cannot be recorded together are recorded one by one, and the reason is logged', async () => {
  const { fixture, receiver, log, ports } = await open();
  const accountIds = await accountsWithEvents(fixture.url, [1, 1, 1]);
  const made = await Promise.all(
    accountIds.map((accountId) => createEndpoint(ports, { accountId, url: receiver.url, eventTypes: [] })),
  );
  const [slow = '', poisoned = '', other = ''] = made.map(({ resource }) => resource.id);
  await queryRows(fixture.url, 'update webhook_lane set after_position = 0');
  const deliver = (ids: readonly string[]) =>
    queryRows(fixture.url, 'update webhook_cursor set position = 0 where account_id = any($1)', [ids]);
  const attempted = { table: 'webhook_delivery' };
  const holder = new pg.Client({ connectionString: fixture.url });
  await holder.connect();
  await holder.query('select pg_advisory_lock(7)');
  await beforeWriting(fixture.url, {
    ...attempted,
    name: 'slow',
    when: `new.endpoint_id = '${slow}' and new.attempts = 1`,
    first: 'perform pg_advisory_xact_lock(7)',
  });
  await beforeWriting(fixture.url, {
    ...attempted,
    name: 'poison',
    when: `new.endpoint_id = '${poisoned}' and new.attempts = 1`,
    first: `raise exception 'poisoned'`,
  });
  const counts = { attempts: 0, failures: 0 };
  const loop = startWebhooks(ports, { log, counts });
  closes.push(() => loop.stop());
  // A delivery that arrives while the first is being recorded is recorded together with others.
  await deliver(accountIds.slice(0, 1));
  await eventually(async () => expect(await waitersFor(holder)).toHaveLength(1));
  await deliver(accountIds.slice(1));
  await eventually(() => expect(counts.attempts).toBe(3));
  await holder.end();
  const stateOf = async (id: string) =>
    (await queryRows(fixture.url, 'select status from webhook_delivery where endpoint_id = $1', [id]))[0]?.[
      'status'
    ];
  await eventually(async () => expect(await stateOf(other)).toBe('delivered'));
  await eventually(() => expect(log.lines).toHaveLength(2));
  expect(await stateOf(poisoned)).toBe('pending');
  expect(log.lines.map(({ level, count, resource_id: id }) => [level, count, id])).toEqual([
    ['warn', 2, undefined],
    ['error', undefined, poisoned],
  ]);
});

test('a failing fan-out delays no other account, and is retried at growing intervals', async () => {
  const { fixture, receiver, log, ports } = await open();
  const [poisoned = '', other = ''] = await accountsWithEvents(fixture.url, [1, 1]);
  for (const accountId of [poisoned, other])
    await createEndpoint(ports, { accountId, url: receiver.url, eventTypes: [] });
  await beforeWriting(fixture.url, {
    name: 'poison',
    table: 'webhook_cursor',
    when: `new.account_id = '${poisoned}'`,
    first: `raise exception 'poisoned'`,
  });
  const counts = { attempts: 0, failures: 0 };
  const loop = startWebhooks(ports, { log, counts });
  closes.push(() => loop.stop());
  await appendEvents(fixture.url, new Map([poisoned, other].map((id) => [id, 1])));
  await eventually(() => expect(counts.attempts).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const logged = log.lines.filter(({ operation_id: id }) => id === poisoned);
  // At once, after a second and after two more; the loop itself runs five times a second.
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.length).toBeLessThan(6);
});

test('three hundred silent or slow endpoints of other accounts delay no one', async () => {
  const { fixture, receiver, log, ports } = await open();
  const slow = await openReceiver();
  closes.push(() => slow.close());
  slow.reply = () => ({ status: 200, delayMs: slow.received.length % 2 === 0 ? 9_500 : 3_600_000 });
  const [healthy = '', ...others] = await accountsWithEvents(
    fixture.url,
    Array.from({ length: 31 }, () => 0),
  );
  await createEndpoint(ports, { accountId: healthy, url: receiver.url, eventTypes: [] });
  const endpoints = others.flatMap((accountId) => Array.from({ length: 10 }, () => accountId));
  await inParallel(endpoints, 8, (accountId) =>
    createEndpoint(ports, { accountId, url: slow.url, eventTypes: [] }),
  );
  const loop = startWebhooks(ports, { log, counts: { attempts: 0, failures: 0 } });
  closes.push(() => loop.stop());
  let due = 0;
  /** From event to receiver, the slowest of ten. */
  const slowest = async (): Promise<number> => {
    let most = 0;
    for (let nth = 0; nth < 10; nth += 1) {
      const began = performance.now();
      await appendEvents(fixture.url, new Map([[healthy, 1]]));
      ports.messaging.announce([healthy]);
      await receiver.until((due += 1));
      most = Math.max(most, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return most;
  };
  const alone = await slowest();
  await appendEvents(fixture.url, new Map(others.map((id) => [id, 20])));
  ports.messaging.announce(others);
  await slow.until(200);
  // Receivers not known as slow yet and known slow ones: all of them wait by now, with as much again queued.
  const beside = await slowest();
  expect(beside).toBeLessThan(Math.max(2 * alone, 1_000));
  expect(slow.received.length).toBeLessThanOrEqual(300);
  // A delivery that waits for an answer would delay the end of the test.
  await ports.sender.stop();
});
