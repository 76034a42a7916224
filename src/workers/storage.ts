import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { startLoop, type Loop } from './loop.js';

const everyMs = 600_000;
/** Until a table that was in use is tried again. */
const breathMs = 5_000;

/** Records the sizes of the tables once a day, drops what is older than it is kept, and prepares for what is to come. */
export function startStorage(
  { storage, retention, clock }: Pick<Ports, 'storage' | 'retention' | 'clock'>,
  log: Log,
): Loop {
  const work = async (): Promise<number> => {
    await storage.recordSizes();
    const { dropped, isBusy } = await storage.dropExpired(retention);
    for (const { table, partitions } of dropped)
      log.info({ table, partitions: partitions.length }, 'expired data dropped');
    return isBusy ? 1 : 0;
  };
  return startLoop({ name: 'storage', log, clock, full: Infinity, everyMs, breathMs, work });
}
