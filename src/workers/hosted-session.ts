import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { forgetDrafts } from '../usecases/hosted-session.js';
import { eachOrAll, startLoop, type Loop, type Trouble } from './loop.js';
import { Setbacks } from './setback.js';

const groupMax = 100;

/** Deletes the drafts of ended hosted sessions. */
export function startHostedSessions(ports: Pick<Ports, 'store' | 'reader' | 'clock'>, log: Log): Loop {
  const trouble: Trouble = { log, setbacks: new Setbacks() };
  const work = async (): Promise<number> => {
    const due = await ports.reader.due('hostedSession', groupMax, { except: trouble.setbacks.ids });
    return eachOrAll(due, (group) => forgetDrafts(ports, group), trouble);
  };
  return startLoop({ name: 'hosted session', log, clock: ports.clock, full: groupMax, work });
}
