import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { hashAddresses } from '../usecases/customer.js';
import { pollMs, startLoop, type Loop } from './loop.js';

const atOnce = 200;
const breathMs = 100;

/** Goes once through the customers whose addresses were not hashed when they came; rests from then on until the next start. */
export function startAddresses(ports: Pick<Ports, 'store' | 'vault'>, log: Log): Loop {
  let isDone = false;
  const unread = (id: string, error: unknown): void =>
    log.error({ resource_id: id, err: error }, 'the address of a customer could not be read');
  const work = async (): Promise<number> => {
    if (isDone) return 0;
    const looked = await hashAddresses(ports, { limit: atOnce, unread });
    isDone = looked !== undefined && looked < atOnce;
    return looked ?? 0;
  };
  return startLoop({ name: 'address', log, full: Number.POSITIVE_INFINITY, everyMs: pollMs, breathMs, work });
}
