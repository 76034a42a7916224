import { afterEach, expect, test } from 'vitest';
import { systemDns } from '../../src/adapters/dns/resolver.js';
import { httpSender } from '../../src/adapters/http/sender.js';
import { postgresWebhooks } from '../../src/adapters/postgres/webhook.js';
import { machineClock } from '../../src/main/clock.js';
import type { Reading, Work } from '../../src/ports/webhook.js';
import { createEndpoint } from '../../src/usecases/webhook.js';
import { Drain } from '../../src/workers/webhook-drain.js';
import { openFixture, vault } from '../setup/fixture.js';
import { accountsWithEvents, logOf } from '../setup/log.js';
import { openReceiver } from '../setup/receiver.js';
import { queryRows } from '../setup/rows.js';

const count = 300;

const closes: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close();
});

test('a lane with more than it works off at once is read once, and delivered once, in the order of the log', async () => {
  const fixture = await openFixture();
  closes.push(() => fixture.close());
  const receiver = await openReceiver();
  closes.push(() => receiver.close());
  receiver.reply = () => ({ status: 200, delayMs: 3 });
  const sender = httpSender({ dns: systemDns(), allowInsecure: true });
  closes.push(() => sender.stop());
  const webhooks = postgresWebhooks(fixture.orm);
  const ports = { ...fixture, webhooks, sender, vault, clock: machineClock, environment: 'sandbox' as const };

  const [accountId = ''] = await accountsWithEvents(fixture.url, [count]);
  const asked = { ...ports, allowInsecureWebhooks: true, wake: () => undefined };
  await createEndpoint(asked, { accountId, url: receiver.url, eventTypes: [] });
  await queryRows(fixture.url, 'update webhook_lane set after_position = 0');
  await queryRows(fixture.url, 'update webhook_cursor set position = 0');
  await webhooks.fanOut([accountId], count);
  const [lease] = await webhooks.lease(1);
  if (!lease) throw new Error('nothing is due');

  let rowsRead = 0;
  const read = async (reading: Reading): Promise<Work | undefined> => {
    const work = (await webhooks.read([reading])).get(lease.endpointId);
    rowsRead += work?.deliveries.length ?? 0;
    return work;
  };
  const drain = new Drain(ports, {
    lease,
    read,
    record: async (attempt) => (await webhooks.record([attempt])).get(lease.endpointId),
    isStopping: () => false,
    isCrowded: () => false,
  });
  expect(await drain.run()).toBe(true);
  const log = await logOf(fixture.url, accountId);
  expect(receiver.received.map(({ headers }) => headers['psp-event-id'])).toEqual(log.map(({ id }) => id));
  expect(receiver.mostAtOnce).toBe(1);
  // A stretch of passes ends now and then, and what it had read beyond is read again.
  expect(rowsRead).toBeGreaterThanOrEqual(count);
  expect(rowsRead).toBeLessThan(1.5 * count);
});
