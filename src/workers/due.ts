import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import type { DueWork } from '../ports/reader.js';
import { pollMs, startLoop, type Loop } from './loop.js';

/** Finds, in one statement every 200 ms, which workers have something due, and wakes them. */
export function startDue(
  { reader, clock }: Pick<Ports, 'reader' | 'clock'>,
  { wake, log }: { readonly wake: (worker: DueWork) => void; readonly log: Log },
): Loop {
  const work = async (): Promise<number> => {
    for (const worker of await reader.dueWork()) wake(worker);
    return 0;
  };
  return startLoop({ name: 'due', log, clock, passMax: Number.POSITIVE_INFINITY, everyMs: pollMs, work });
}
