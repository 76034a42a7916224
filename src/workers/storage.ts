import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { startLoop, type Loop } from './loop.js';

const everyMs = 600_000;

/** Records the sizes of the tables, once a day. */
export function startStorage({ storage, clock }: Pick<Ports, 'storage' | 'clock'>, log: Log): Loop {
  const work = async (): Promise<number> => {
    await storage.recordSizes();
    return 0;
  };
  return startLoop({ name: 'storage', log, clock, full: 1, everyMs, work });
}
