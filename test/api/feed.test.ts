import { machineClock } from '../../src/main/clock.js';
import { setTimeout } from 'node:timers/promises';
import { connect, headers } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { localMessaging } from '../../src/adapters/local/messaging.js';
import { natsMessaging } from '../../src/adapters/nats/messaging.js';
import { postgresReader } from '../../src/adapters/postgres/reader.js';
import { postgresRelayLog } from '../../src/adapters/postgres/relay.js';
import { openFeed, type Feed } from '../../src/api/feed.js';
import { machineClock as clock } from '../../src/main/clock.js';
import { createLog } from '../../src/main/log.js';
import type { Messaging } from '../../src/ports/messaging.js';
import type { LoggedEvent } from '../../src/ports/ledger-read.js';
import type { Loop } from '../../src/workers/loop.js';
import { startRelay } from '../../src/workers/relay.js';
import { Random } from '../fuzz/random.js';
import { openFixture, type Fixture } from '../setup/fixture.js';
import { accountsWithEvents, appendEvents, logOf } from '../setup/log.js';
import { startBroker } from '../setup/nats.js';
import { queryRows } from '../setup/rows.js';
import { seedOf } from '../setup/size.js';

const log = createLog('silent');
let fixture: Fixture;
let messaging: Messaging;
let relay: Loop;
const counts = { published: 0, failures: 0 };
/** A gate before the relay reads the ends of the logs, and whether it is used. */
let gate = Promise.resolve();
let atGate = false;
let feed: Feed;

beforeAll(async () => {
  fixture = await openFixture();
  messaging = localMessaging(log);
  const relayLog = postgresRelayLog(fixture.url);
  const ends = async (): ReturnType<typeof relayLog.ends> => {
    atGate = true;
    await gate;
    return relayLog.ends();
  };
  relay = startRelay(
    { messaging, clock: machineClock },
    { ...relayLog, ends },
    { log, counts, comparison: { complete: async () => true } },
  );
});
afterEach(() => feed.stop());
afterAll(async () => {
  await relay.stop();
  await messaging.stop();
  await fixture.close();
});

function open(): Feed {
  feed = openFeed({ reader: postgresReader(fixture.orm), messaging, clock }, log);
  return feed;
}

const bare = ({ position, id, body }: LoggedEvent): LoggedEvent => ({ position, id, body });

test('delivers the log and then new events, each once and in order, to a slow reader', async () => {
  const random = new Random(seedOf('feed'));
  const accounts = await accountsWithEvents(fixture.url, [250, 3, 1]);
  const followers = accounts.flatMap((accountId, at) =>
    ['0', '1', '120'].slice(0, at === 0 ? 3 : 2).map((after) => ({
      accountId,
      after,
      received: [] as LoggedEvent[],
    })),
  );
  const opened = open();
  let refusals = 0;
  for (const { received, ...ask } of followers) {
    opened.follow(ask, async (event) => {
      if (random.chance(0.25)) await setTimeout(random.whole(0, 2));
      if (random.chance(0.01)) {
        refusals += 1;
        throw new Error('as the test wants');
      }
      received.push(bare(event));
    });
  }
  for (let round = 0; round < 30; round += 1) {
    const chosen = accounts.filter(() => random.chance(0.5));
    if (chosen.length === 0) continue;
    await appendEvents(fixture.url, new Map(chosen.map((id) => [id, random.whole(1, 8)])));
    // Without a hint, the sweep finds the event.
    if (random.chance(0.8)) messaging.announce(chosen);
  }
  for (const { accountId, after, received } of followers) {
    const expected = (await logOf(fixture.url, accountId)).slice(Number(after)).map(bare);
    await expect.poll(() => received.length, { timeout: 60_000 }).toBe(expected.length);
    expect(received).toEqual(expected);
  }
  expect(refusals).toBeGreaterThan(0);
});

test('events lost by the broker are read from the log before later ones', async () => {
  const [account = ''] = await accountsWithEvents(fixture.url, [1]);
  const received: string[] = [];
  open().follow({ accountId: account, after: '0' }, ({ position }) => void received.push(position));
  await expect.poll(() => received, { timeout: 60_000 }).toEqual(['1']);
  await appendEvents(fixture.url, new Map([[account, 3]]));
  await messaging.publish((await logOf(fixture.url, account)).slice(3));
  await expect.poll(() => received.length, { timeout: 60_000 }).toBe(4);
  expect(received).toEqual(['1', '2', '3', '4']);
});

test.each([
  ['the next', '2', 'a body that nobody wrote'],
  ['one far ahead', '999999999999999999', ''],
  ['none', 'x', '{}'],
  ['one longer than any', '9'.repeat(400), '{}'],
])('an event forged on the broker at the position of %s is not delivered', async (_, position, body) => {
  const broker = await startBroker();
  const messaging = natsMessaging(broker.url, log);
  const stranger = await connect({ servers: broker.url });
  try {
    messaging.start();
    const [account = ''] = await accountsWithEvents(fixture.url, [1]);
    const received: LoggedEvent[] = [];
    feed = openFeed({ reader: postgresReader(fixture.orm), messaging, clock }, log);
    feed.follow({ accountId: account, after: '0' }, (event) => void received.push(bare(event)));
    await expect.poll(() => received.length, { timeout: 60_000 }).toBe(1);
    await expect.poll(() => messaging.health().connected, { timeout: 60_000 }).toBe(true);
    const messageHeaders = headers();
    messageHeaders.set('Psp-Position', position);
    messageHeaders.set('Nats-Msg-Id', 'evt_forged');
    stranger.publish(`psp.event.${account}`, body, { headers: messageHeaders });
    await stranger.flush();
    await setTimeout(300);
    await appendEvents(fixture.url, new Map([[account, 2]]));
    const logged = await logOf(fixture.url, account);
    await messaging.publish(logged.slice(1));
    await expect.poll(() => received.length, { timeout: 3_000 }).toBe(3);
    expect(received).toEqual(logged.map(bare));
  } finally {
    await stranger.close();
    await feed.stop();
    await messaging.stop();
    await broker.discard();
  }
});

test('a stopped reader gets nothing more', async () => {
  const [account = ''] = await accountsWithEvents(fixture.url, [2]);
  const received: string[] = [];
  const stop = open().follow(
    { accountId: account, after: '0' },
    ({ position }) => void received.push(position),
  );
  await expect.poll(() => received, { timeout: 60_000 }).toEqual(['1', '2']);
  await stop();
  const others: string[] = [];
  feed.follow({ accountId: account, after: '2' }, ({ position }) => void others.push(position));
  await appendEvents(fixture.url, new Map([[account, 1]]));
  await expect.poll(() => others, { timeout: 60_000 }).toEqual(['3']);
  expect(received).toEqual(['1', '2']);
});

test('a hint without readers is ignored, and later events are delivered to a new reader', async () => {
  const [account = ''] = await accountsWithEvents(fixture.url, [600]);
  const { published } = counts;
  open();
  await expect.poll(unpublished, { timeout: 60_000 }).toBe('0');
  expect(counts.published).toBe(published);
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  atGate = false;
  await expect.poll(() => atGate, { timeout: 60_000 }).toBe(true);
  const received: string[] = [];
  feed.follow({ accountId: account, after: '599' }, ({ position }) => void received.push(position));
  await expect.poll(() => received, { timeout: 60_000 }).toEqual(['600']);
  await appendEvents(fixture.url, new Map([[account, 1]]));
  resolve();
  await expect.poll(() => received, { timeout: 60_000 }).toEqual(['600', '601']);
});

async function unpublished(): Promise<string | null | undefined> {
  const [row] = await queryRows(
    fixture.url,
    `select sum(c.last - coalesce(r.position, 0)) as lag
      from event_counter c left join relay_cursor r using (account_id)`,
  );
  return row?.['lag'];
}

test('without a working broker events arrive seconds later, by polling the log', async () => {
  const [first = '', second = ''] = await accountsWithEvents(fixture.url, [2, 1]);
  const away = natsMessaging('nats://127.0.0.1:1', log);
  away.start();
  const reader = postgresReader(fixture.orm);
  const [offline, unpublished] = [away, localMessaging(log)].map((messaging) =>
    openFeed({ reader, messaging, clock }, log),
  );
  const received: string[] = [];
  for (const each of [offline, unpublished]) {
    for (const accountId of [first, second])
      each?.follow(
        { accountId, after: '0' },
        ({ position }) => void received.push(`${accountId} ${position}`),
      );
  }
  await expect.poll(() => received.length, { timeout: 60_000 }).toBe(6);
  await appendEvents(fixture.url, new Map([[first, 3]]));
  await expect.poll(() => received.length, { timeout: 3_000 }).toBeGreaterThanOrEqual(9);
  await expect.poll(() => received.length, { timeout: 60_000 }).toBe(12);
  expect(received.filter((each) => each === `${first} 5`)).toHaveLength(2);
  await Promise.all([offline?.stop(), unpublished?.stop()]);
  await away.stop();
});
