import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { forgetDrafts } from '../usecases/hosted-session.js';
import { allOrEach, startLoop, type Loop, type FailureHandling } from './loop.js';
import { RetryBackoff } from '../flow-control/back-off.js';

const groupMax = 100;

/** Deletes the drafts of ended hosted sessions. */
export function startHostedSessions(ports: Pick<Ports, 'store' | 'reader' | 'clock'>, log: Log): Loop {
  const failures: FailureHandling = { log, backoff: new RetryBackoff() };
  const work = async (): Promise<number> => {
    const due = await ports.reader.due('hostedSession', groupMax, { except: failures.backoff.ids });
    return allOrEach(due, (group) => forgetDrafts(ports, group), failures);
  };
  return startLoop({ name: 'hosted session', log, clock: ports.clock, passMax: groupMax, work });
}
