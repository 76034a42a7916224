import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { expireRemittances } from '../usecases/remittance.js';
import { allOrEach, startLoop, type Loop, type FailureHandling } from './loop.js';
import { RetryBackoff } from '../flow-control/back-off.js';

const groupMax = 200;

/** Fails remittances that were not funded before their price expired. */
export function startRemittances(ports: Pick<Ports, 'store' | 'reader' | 'clock'>, log: Log): Loop {
  const failures: FailureHandling = { log, backoff: new RetryBackoff() };
  const expire = (due: readonly { readonly id: string }[]): Promise<void> =>
    expireRemittances(
      ports,
      due.map(({ id }) => id),
    );
  const work = async (): Promise<number> => {
    const due = await ports.reader.due('remittance', groupMax, { except: failures.backoff.ids });
    return allOrEach(due, expire, failures);
  };
  return startLoop({ name: 'remittance', log, clock: ports.clock, passMax: groupMax, work });
}
