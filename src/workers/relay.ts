import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import type { RelayLog, Unpublished } from '../ports/relay.js';
import { startLoop, type Loop } from './loop.js';

/** How much was published since the start, and how often the broker did not take a set. */
export interface RelayCounts {
  published: number;
  failures: number;
}

const sweepEveryMs = 200;

/**
 * Publishes what the log has and nobody was told of, in its order; one process of all does. It looks at once at the
 * accounts it hears of, and at all of them five times a second.
 */
export function startRelay(
  { messaging, clock }: Pick<Ports, 'messaging' | 'clock'>,
  relayLog: RelayLog,
  { log, counts }: { log: Log; counts: RelayCounts },
): Loop {
  const hinted = new Set<string>();
  let sweptAt = 0;
  let hasMore = false;

  const look = async (): Promise<Unpublished> => {
    const accountIds = [...hinted];
    hinted.clear();
    const now = clock.machineNow().getTime();
    const isSweep = hasMore || accountIds.length === 0 || now - sweptAt >= sweepEveryMs;
    if (!isSweep) return relayLog.unpublished(accountIds);
    sweptAt = now;
    return relayLog.unpublished();
  };

  const loop = startLoop({
    name: 'relay',
    log,
    full: 500,
    work: async () => {
      if (!messaging.health().connected || !(await relayLog.lead())) {
        hinted.clear();
        return 0;
      }
      const { events, more } = await look();
      hasMore = more;
      if (events.length === 0) return 0;
      try {
        await messaging.publish(events);
      } catch {
        // Messaging tells why. All of it is published again, in the same order.
        counts.failures += 1;
        return 0;
      }
      counts.published += events.length;
      await relayLog.savePublished(events);
      return events.length;
    },
  });
  messaging.heard((accountIds) => {
    for (const id of accountIds) hinted.add(id);
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
