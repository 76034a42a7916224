import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { expireOverdue } from '../usecases/approval.js';
import { eachOrAll, startLoop, type Loop, type Trouble } from './loop.js';
import { Setbacks } from '../flow-control/back-off.js';

const groupMax = 100;

/** Expires approvals that nobody decided in time. */
export function startApprovals(
  ports: Pick<Ports, 'store' | 'reader' | 'bank' | 'wake' | 'clock'>,
  log: Log,
): Loop {
  const trouble: Trouble = { log, setbacks: new Setbacks() };
  const work = async (): Promise<number> => {
    const due = await ports.reader.due('approval', groupMax, { except: trouble.setbacks.ids });
    let done = 0;
    for (const approval of due)
      done += await eachOrAll([approval], () => expireOverdue(ports, approval), trouble);
    return done;
  };
  return startLoop({ name: 'approval', log, clock: ports.clock, full: groupMax, work });
}
