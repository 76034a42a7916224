import { connect } from '@nats-io/transport-node';
import { jetstream } from '@nats-io/jetstream';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { localMessaging } from '../../src/adapters/local/messaging.js';
import { natsMessaging } from '../../src/adapters/nats/messaging.js';
import { createLog } from '../../src/main/log.js';
import type { EventHint, Messaging } from '../../src/ports/messaging.js';
import { startBroker, type Broker } from '../setup/nats.js';
import {
  accountId,
  eventSource,
  RecordingFollower,
  messagingSuite,
  patience,
  publishes,
} from './messaging-suite.js';

const log = createLog('silent');

messagingSuite('in process', async () => {
  const messaging = localMessaging(log);
  return { open: async () => messaging, close: () => messaging.stop() };
});

let broker: Broker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.discard());

const opened: Messaging[] = [];

function begin(url = broker.url): Messaging {
  const messaging = natsMessaging(url, log);
  opened.push(messaging);
  messaging.start();
  return messaging;
}

async function isConnected(messaging: Messaging): Promise<void> {
  await expect.poll(() => messaging.health().connected, patience).toBe(true);
}

async function open(): Promise<Messaging> {
  const messaging = begin();
  await isConnected(messaging);
  return messaging;
}

const close = async (): Promise<void> => {
  await Promise.all(opened.splice(0).map((each) => each.stop()));
};

messagingSuite('over NATS', async () => ({ open, close }));

test('the newest events of the stream are read, newest first, until it is emptied', async () => {
  const messaging = await open();
  await messaging.clear();
  expect(await messaging.newest()).toEqual([]);
  const events = eventSource()(accountId(), 60);
  await messaging.publish(events);
  expect(await messaging.newest()).toEqual(events.toReversed().slice(0, 50));
  await messaging.clear();
  expect(await messaging.newest()).toEqual([]);
  await close();
});

/** Event ids of an account in the broker's store, in order. */
async function stored(account: string): Promise<string[]> {
  const connection = await connect({ servers: broker.url });
  const options = { filter_subjects: `psp.event.${account}` };
  const consumer = await jetstream(connection).consumers.get('psp_events', options);
  const { num_pending: count } = await consumer.info(true);
  const ids: string[] = [];
  if (count > 0) {
    for await (const message of await consumer.fetch({ max_messages: count })) {
      ids.push(message.headers?.get('Nats-Msg-Id') ?? '');
    }
  }
  await connection.close();
  return ids;
}

describe('a broker with interruptions', () => {
  afterEach(close);
  const next = eventSource();

  test('events and announcements are shared between processes', async () => {
    const account = accountId();
    const [one, two] = [await open(), await open()];
    const [mine, theirs] = [await RecordingFollower.of(one), await RecordingFollower.of(two)];
    const events = next(account, 50);
    await one.publish(events);
    await expect.poll(() => theirs.events(), patience).toEqual(events);
    await expect.poll(() => mine.events(), patience).toEqual(events);

    const received: string[][] = [[], []];
    one.onAnnounced((ids) => void received[0]?.push(...ids));
    two.onAnnounced((ids) => void received[1]?.push(...ids));
    one.announce(['acct_a', 'acct_b']);
    one.announce(['acct_b']);
    await expect.poll(() => received[1], patience).toEqual(['acct_a', 'acct_b']);
    expect(received[0]).toEqual(['acct_a', 'acct_b', 'acct_b']);
  });

  test('stopped and restarted: publishing fails at once, followers then read the log again, and the set can be repeated', async () => {
    const account = accountId();
    const messaging = await open();
    const follower = await RecordingFollower.of(messaging);
    const before = next(account, 10);
    await messaging.publish(before);
    await expect.poll(() => follower.events().length, patience).toBe(10);
    await broker.stop();
    await expect.poll(() => messaging.health().connected, patience).toBe(false);
    const began = performance.now();
    const after = next(account, 10);
    await expect(messaging.publish(after)).rejects.toThrow('the message broker is unreachable');
    messaging.announce([account]);
    expect(performance.now() - began).toBeLessThan(100);
    await broker.start();
    await isConnected(messaging);
    await expect.poll(() => follower.resyncs(), patience).toBe(2);
    await messaging.publish([...before, ...after]);
    await expect.poll(() => follower.events(), patience).toEqual([...before, ...after]);
    expect(await stored(account)).toEqual([...before, ...after].map(({ id }) => id));
  });

  test('with authentication: credentials come from the URL, which may be escaped', async () => {
    const closed = await startBroker(['--user', 'psp', '--pass', 'a/b c']);
    try {
      const refused = begin(closed.url);
      await expect.poll(() => refused.health().reason, patience).toContain('Authorization Violation');
      const named = closed.url.replace('//', '//psp:a%2Fb%20c@');
      const known = begin(named);
      await isConnected(known);
      await isConnected(begin(`${closed.url},${named}`));
    } finally {
      await close();
      await closed.discard();
    }
  });

  test('without TLS is not used if the URL requires TLS', async () => {
    const messaging = begin(broker.url.replace('nats:', 'tls:'));
    await expect.poll(() => messaging.health().reason, patience).toMatch(/tls/i);
    expect(messaging.health().connected).toBe(false);
  });

  test('unreachable at start: connects when it comes up', async () => {
    await broker.stop();
    const messaging = begin();
    const follower = new RecordingFollower();
    messaging.follow(follower);
    await expect.poll(() => messaging.health().reason, patience).not.toBe('not connected yet');
    await broker.start();
    await expect.poll(() => follower.resyncs(), patience).toBe(1);
    const events = next(accountId(), 3);
    await messaging.publish(events);
    await expect.poll(() => follower.events(), patience).toEqual(events);
  });

  test('killed while a follower is slow: calls do not overlap, and no old event follows the request to read again', async () => {
    let inHand = 0;
    let most = 0;
    class Slow extends RecordingFollower {
      override async event(event: EventHint): Promise<void> {
        inHand += 1;
        most = Math.max(most, inHand);
        await new Promise((resolve) => setTimeout(resolve, this.all.length === 3 ? 1_500 : 5));
        this.keep(event);
        inHand -= 1;
      }
    }
    const messaging = await open();
    const follower = await RecordingFollower.of(messaging, new Slow());
    await messaging.publish(next(accountId(), 50));
    await expect.poll(() => follower.events().length, patience).toBe(2);
    await broker.crash();
    await broker.start();
    await isConnected(messaging);
    const [event] = next(accountId(), 1);
    await expect.poll(() => follower.resyncs(), patience).toBe(2);
    await messaging.publish([event as EventHint]);
    await expect.poll(() => follower.all.at(-1), patience).toEqual(event);
    expect(most).toBe(1);
    expect(follower.all.slice(follower.all.lastIndexOf(null))).toEqual([null, event]);
  });

  test('with its store wiped: the stream is created again, and everything continues', async () => {
    const account = accountId();
    const messaging = await open();
    const follower = await RecordingFollower.of(messaging);
    const before = next(account, 10);
    await messaging.publish(before);
    await expect.poll(() => follower.events().length, patience).toBe(10);
    await broker.crash();
    await broker.wipe();
    await broker.start();
    await expect.poll(() => follower.resyncs(), patience).toBe(2);
    const after = next(account, 3);
    await messaging.publish(after);
    await expect.poll(() => follower.events(), patience).toEqual([...before, ...after]);
    expect(await stored(account)).toEqual(after.map(({ id }) => id));
  });

  test('killed while sets are repeated until accepted: no set overtakes another', async () => {
    const account = accountId();
    const messaging = await open();
    const sent: string[] = [];
    let refused = 0;
    let killing: Promise<void> = Promise.resolve();
    for (let round = 0; round < 12; round += 1) {
      const events = next(account, 400);
      sent.push(...events.map(({ id }) => id));
      if (round % 4 === 2) {
        killing = (async () => {
          await new Promise((resolve) => setTimeout(resolve, round));
          await broker.crash();
          await broker.start();
        })();
      }
      while (!(await publishes(messaging, events))) {
        refused += 1;
        await isConnected(messaging);
      }
    }
    await killing;
    await isConnected(messaging);
    expect(refused).toBeGreaterThan(0);
    expect(await stored(account)).toEqual(sent);
  });

  test('a process that takes over may publish parts of an accepted set again, in any order of accounts', async () => {
    const [one, two] = [accountId(), accountId()];
    const [first, second] = [await open(), await open()];
    const [a, b] = [next(one, 6), next(two, 6)];
    await first.publish([...a.slice(0, 2), ...b.slice(0, 3)]);
    await second.publish([...a.slice(0, 3), ...b.slice(0, 4)]);
    await second.publish([...b.slice(0, 4), ...a.slice(0, 3)]);
    await second.publish([...a, ...b]);
    expect(await stored(one)).toEqual(a.map(({ id }) => id));
    expect(await stored(two)).toEqual(b.map(({ id }) => id));
  });

  test('an overtaken publisher is refused until it starts again', async () => {
    const account = accountId();
    const [old, young] = [await open(), await open()];
    const [first, second, third] = [next(account, 3), next(account, 3), next(account, 3)];
    await old.publish(first);
    await young.publish([...first, ...second]);
    await expect(old.publish(third)).rejects.toThrow('wrong last msg ID');
    await isConnected(old);
    await expect.poll(() => publishes(old, [...second, ...third]), patience).toBe(true);
    expect(await stored(account)).toEqual([...first, ...second, ...third].map(({ id }) => id));
  });
});
