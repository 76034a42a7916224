import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { expireRemittances } from '../usecases/remittance.js';
import { eachOrAll, startLoop, type Loop, type Trouble } from './loop.js';
import { Setbacks } from './setback.js';

const groupMax = 200;

/** Fails remittances that were not funded before their price expired. */
export function startRemittances(ports: Pick<Ports, 'store' | 'reader' | 'clock'>, log: Log): Loop {
  const trouble: Trouble = { log, setbacks: new Setbacks() };
  const expire = (due: readonly { readonly id: string }[]): Promise<void> =>
    expireRemittances(
      ports,
      due.map(({ id }) => id),
    );
  const work = async (): Promise<number> => {
    const due = await ports.reader.due('remittance', groupMax, { except: trouble.setbacks.ids });
    return eachOrAll(due, expire, trouble);
  };
  return startLoop({ name: 'remittance', log, clock: ports.clock, full: groupMax, work });
}
