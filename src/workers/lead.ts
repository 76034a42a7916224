import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { startLoop, type Loop } from './loop.js';

const everyMs = 10_000;

/** Corrects timestamps that were written while the database's clock was ahead, if they lie too far in the future. */
export function startFutureTimes({ store, clock }: Pick<Ports, 'store' | 'clock'>, log: Log): Loop {
  const work = async (): Promise<number> => {
    const counts = await store.correctFutureTimes();
    let all = 0;
    for (const [column, count] of counts) {
      all += count;
      log.warn({ column, count }, 'impossible future times corrected');
    }
    return all;
  };
  return startLoop({ name: 'leads', log, clock, passMax: 1, everyMs, work });
}
