import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EventHint, Follower, Messaging } from '../../src/ports/messaging.js';
import { newId } from '../setup/fixture.js';

/** A stream with any number of connected processes; `close` stops them all. */
export interface MessagingRig {
  /** Opens a process that is started and connected. */
  open(): Promise<Messaging>;
  close(): Promise<void>;
}

export const patience = { timeout: 60_000, interval: 5 };

/** Creates events with consecutive positions per account. */
export function eventSource(): (accountId: string, count: number) => EventHint[] {
  const positions = new Map<string, number>();
  return (accountId, count) =>
    Array.from({ length: count }, () => {
      const position = (positions.get(accountId) ?? 0) + 1;
      positions.set(accountId, position);
      const id = newId('event', new Date());
      return { accountId, position: String(position), id };
    });
}

/** The events that a follower received; `null` for each request to read the log again. */
export class RecordingFollower implements Follower {
  readonly all: (EventHint | null)[] = [];

  isListening(): boolean {
    return true;
  }

  resync(): void {
    this.all.push(null);
  }

  event(event: EventHint): void | Promise<void> {
    this.keep(event);
  }

  protected keep(event: EventHint): void {
    this.all.push(event);
  }

  events(): EventHint[] {
    return this.all.filter((each) => each !== null);
  }

  resyncs(): number {
    return this.all.length - this.events().length;
  }

  /** Follows, and resolves once it receives events. */
  static async of(messaging: Messaging, follower = new RecordingFollower()): Promise<RecordingFollower> {
    messaging.follow(follower);
    await expect.poll(() => follower.resyncs(), patience).toBe(1);
    return follower;
  }
}

export const accountId = (): string => newId('account', new Date());

/** The contract of every messaging adapter. */
export function messagingSuite(transport: string, openRig: () => Promise<MessagingRig>): void {
  describe(`messaging ${transport}`, () => {
    let rig: MessagingRig;
    let messaging: Messaging;
    const next = eventSource();
    const account = accountId();

    beforeEach(async () => {
      rig = await openRig();
      messaging = await rig.open();
    });
    afterEach(() => rig.close());

    test('sends every follower all events published from then on, unchanged and in order', async () => {
      await messaging.publish(next(account, 3));
      const [one, two] = [await RecordingFollower.of(messaging), await RecordingFollower.of(messaging)];
      const other = accountId();
      const events = [...next(account, 700), ...next(other, 300), ...next(account, 5)];
      await messaging.publish(events);
      await expect.poll(() => one.events().length, patience).toBe(events.length);
      await expect.poll(() => two.events().length, patience).toBe(events.length);
      expect(one.all).toEqual([null, ...events]);
      expect(two.all).toEqual([null, ...events]);
    });

    test('accepts an id once, however often it is published', async () => {
      const follower = await RecordingFollower.of(messaging);
      const first = next(account, 20);
      await messaging.publish(first);
      const second = next(account, 20);
      await messaging.publish([...first.slice(10), ...second]);
      await messaging.publish(second);
      const end = next(account, 1);
      await messaging.publish(end);
      await expect.poll(() => follower.events().at(-1), patience).toEqual(end[0]);
      expect(follower.events()).toEqual([...first, ...second, ...end]);
    });

    test('waits for a slow follower, without delaying others', async () => {
      class Slow extends RecordingFollower {
        override async event(event: EventHint): Promise<void> {
          await new Promise((resolve) => setTimeout(resolve, 20));
          this.keep(event);
        }
      }
      const slow = await RecordingFollower.of(messaging, new Slow());
      const quick = await RecordingFollower.of(messaging);
      const events = next(account, 100);
      await messaging.publish(events);
      await expect.poll(() => quick.events().length, patience).toBe(100);
      expect(slow.events().length).toBeLessThan(100);
      await expect.poll(() => slow.events().length, patience).toBe(100);
      expect(slow.events()).toEqual(events);
    });

    test('makes a failed follower read the log again, and continues', async () => {
      let fails = true;
      class Failing extends RecordingFollower {
        override event(event: EventHint): void {
          this.keep(event);
          if (fails) throw new Error('as the test wants');
        }
      }
      const follower = await RecordingFollower.of(messaging, new Failing());
      await messaging.publish(next(account, 1));
      await expect.poll(() => follower.events().length, patience).toBe(1);
      fails = false;
      await expect.poll(() => follower.resyncs(), patience).toBe(2);
      const [event] = next(account, 1);
      await expect.poll(() => publishes(messaging, [event as EventHint]), patience).toBe(true);
      await expect.poll(() => follower.all, patience).toContainEqual(event);
    });

    test('announces to every process, to itself at once', async () => {
      const received: string[] = [];
      messaging.onAnnounced((accountIds) => void received.push(...accountIds));
      messaging.announce([account]);
      expect(received).toEqual([account]);
    });

    test('finishes calls in progress when it stops, and makes none afterwards', async () => {
      let letGo = (): void => undefined;
      let inHand = false;
      const held = new Promise<void>((resolve) => (letGo = resolve));
      class Holding extends RecordingFollower {
        override async event(event: EventHint): Promise<void> {
          inHand = true;
          await held;
          this.keep(event);
        }
      }
      const follower = await RecordingFollower.of(messaging, new Holding());
      await messaging.publish(next(account, 3));
      await expect.poll(() => inHand, patience).toBe(true);
      let stopped = false;
      const stopping = messaging.stop().then(() => (stopped = true));
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(stopped).toBe(false);
      letGo();
      await stopping;
      expect(follower.events()).toHaveLength(1);
    });
  });
}

/** Returns false if the set was not accepted, so that the caller publishes it again. */
export async function publishes(messaging: Messaging, events: readonly EventHint[]): Promise<boolean> {
  try {
    await messaging.publish(events);
    return true;
  } catch {
    return false;
  }
}
