import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { expireOverdue } from '../usecases/approval.js';
import { allOrEach, startLoop, type Loop, type FailureHandling } from './loop.js';
import { RetryBackoff } from '../flow-control/back-off.js';

const groupMax = 100;

/** Expires approvals that no member decided in time. */
export function startApprovals(
  ports: Pick<Ports, 'store' | 'reader' | 'bank' | 'wake' | 'clock'>,
  log: Log,
): Loop {
  const failures: FailureHandling = { log, backoff: new RetryBackoff() };
  const work = async (): Promise<number> => {
    const due = await ports.reader.due('approval', groupMax, { except: failures.backoff.ids });
    let done = 0;
    for (const approval of due)
      done += await allOrEach([approval], () => expireOverdue(ports, approval), failures);
    return done;
  };
  return startLoop({ name: 'approval', log, clock: ports.clock, passMax: groupMax, work });
}
