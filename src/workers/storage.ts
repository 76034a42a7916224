import type { Log } from '../ports/log.js';
import { maySend } from '../ports/clock.js';
import type { Ports } from '../ports/ports.js';
import { startLoop, type Loop } from './loop.js';

/**
 * Delay between passes. If the clock of a sandbox jumps ahead, the next pass runs at once, because partitions are
 * missing.
 */
const restMs = 600_000;
const everyMs = 10_000;
const leapMs = 3_600_000;
/** Delay before a table that was in use is tried again: each try makes other statements wait for its lock. */
const pauseMs = 60_000;

/** Records the sizes of the tables once a day, drops expired data and creates future partitions. */
export function startStorage(
  { storage, retention, clock }: Pick<Ports, 'storage' | 'retention' | 'clock'>,
  log: Log,
): Loop {
  let restsUntil = 0;
  let lead = 0;
  const work = async (): Promise<number> => {
    // A wrong clock would make everything look expired.
    if (!maySend(clock)) return 0;
    const now = clock.machineNow().getTime();
    const ahead = clock.businessNow().getTime() - now;
    if (now < restsUntil && ahead - lead < leapMs) return 0;
    await storage.recordSizes();
    const { dropped, isBusy } = await storage.dropExpired(retention);
    for (const { table, partitions } of dropped)
      log.info({ table, partitions: partitions.length }, 'expired data dropped');
    const rows = await storage.sweepExpired(retention);
    if (rows > 0) log.info({ rows }, 'expired rows deleted');
    if (isBusy) return 1;
    restsUntil = now + restMs;
    lead = ahead;
    return 0;
  };
  return startLoop({ name: 'storage', log, clock, passMax: Infinity, everyMs, pauseMs, work });
}
