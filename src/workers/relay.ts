import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import type { RelayLog } from '../ports/relay.js';
import { AccountHints } from './hints.js';
import { pollMs, startLoop, type Loop } from './loop.js';

const passOverEveryMs = 1_000;

/** Events published since the start, and failed attempts to publish a set. */
export interface RelayCounts {
  published: number;
  failures: number;
}

export interface StreamComparison {
  /** Compares the database with the stream now, if NATS was unreachable before. Returns false if it still is. */
  complete(): Promise<boolean>;
}

/**
 * Publishes logged events in log order; only one process does so at a time. Accounts it was notified about are read
 * at once, all others five times a second, a bounded number at a time. If no process follows events, they are marked
 * as published once a second: a new follower reads the log first. Nothing is published before the comparison is
 * complete: afterwards the stream would not show any more that this database is older than it.
 */
export function startRelay(
  { messaging, clock }: Pick<Ports, 'messaging' | 'clock'>,
  relayLog: RelayLog,
  { log, counts, comparison }: { log: Log; counts: RelayCounts; comparison: StreamComparison },
): Loop {
  const hints = new AccountHints();
  let hasMore = false;
  let passedOverAt = Number.NEGATIVE_INFINITY;

  const passOver = async (): Promise<number> => {
    hints.clear();
    if (performance.now() - passedOverAt < passOverEveryMs) return 0;
    passedOverAt = performance.now();
    const ends = await relayLog.ends();
    // A process that started following meanwhile may have read the log before these events were in it.
    if (!messaging.isFollowed() && ends.length > 0) await relayLog.savePublished(ends);
    return 0;
  };

  const loop = startLoop({
    name: 'relay',
    log,
    clock,
    passMax: 500,
    everyMs: pollMs,
    work: async () => {
      if (!messaging.health().connected || !(await relayLog.lead())) {
        hints.clear();
        return 0;
      }
      if (!messaging.isFollowed()) return passOver();
      if (!(await comparison.complete())) return 0;
      const { hinted, all } = hints.take(hasMore);
      const { events, more } = await relayLog.unpublished(hinted, all);
      hasMore = more;
      if (events.length === 0) return 0;
      try {
        await messaging.publish(events);
      } catch {
        // The messaging adapter logs the reason. The whole set is published again in the same order.
        counts.failures += 1;
        return 0;
      }
      counts.published += events.length;
      await relayLog.savePublished(events);
      return events.length;
    },
  });
  messaging.onAnnounced((accountIds) => {
    if (!messaging.isFollowed()) return;
    hints.add(accountIds);
    loop.wake();
  });
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      await relayLog.stop();
    },
  };
}
