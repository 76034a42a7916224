import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { hashSearched } from '../usecases/customer.js';
import { pollMs, startLoop, type Loop } from './loop.js';

const atOnce = 200;
const breathMs = 100;

/** Goes once through the customers whose address or name was not hashed when they came; then rests until the next start. */
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
    full: Number.POSITIVE_INFINITY,
    everyMs: pollMs,
    breathMs,
    work,
  });
}
