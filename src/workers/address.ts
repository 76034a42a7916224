import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { hashSearched } from '../usecases/customer.js';
import { pollMs, startLoop, type Loop } from './loop.js';

const atOnce = 200;
const pauseMs = 100;

/** Hashes the address and name of customers created before these hashes existed. Runs once per process start. */
export function startAddresses(ports: Pick<Ports, 'store' | 'vault' | 'clock'>, log: Log): Loop {
  let isDone = false;
  const work = async (): Promise<number> => {
    if (isDone) return 0;
    const looked = await hashSearched(ports, atOnce);
    isDone = looked !== undefined && looked < atOnce;
    return looked ?? 0;
  };
  return startLoop({
    name: 'address',
    log,
    clock: ports.clock,
    passMax: Number.POSITIVE_INFINITY,
    everyMs: pollMs,
    pauseMs,
    work,
  });
}
