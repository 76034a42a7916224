import type { Log } from '../../src/ports/log.js';
import type { Ports } from '../../src/ports/ports.js';
import { startDue } from '../../src/workers/due.js';
import type { Loop } from '../../src/workers/loop.js';

/** A worker that is woken when anything is due, as in the service. */
export function woken(ports: Pick<Ports, 'reader' | 'clock'>, worker: Loop, log: Log): Loop {
  const due = startDue(ports, { wake: worker.wake, log });
  return {
    wake: worker.wake,
    async stop() {
      await Promise.all([due.stop(), worker.stop()]);
    },
  };
}
