import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { hashAddresses } from '../usecases/customer.js';
import { pollMs, startLoop, type Loop } from './loop.js';

const atOnce = 200;
const breathMs = 100;

/** Goes once through the customers whose addresses were not hashed when they came; rests from then on until the next start. */
export function startAddresses(ports: Pick<Ports, 'store' | 'vault' | 'clock'>, log: Log): Loop {
  let isDone = false;
  const work = async (): Promise<number> => {
    if (isDone) return 0;
    const looked = await hashAddresses(ports, atOnce);
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
