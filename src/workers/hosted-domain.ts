import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { lookUpDomain, recordLookUps } from '../usecases/hosted-domain.js';
import { eachOrAll, startLoop, type Loop, type Trouble } from './loop.js';
import { Setbacks } from './setback.js';

/** Names that are asked for at once. */
const groupMax = 20;

/** Looks for the records of claims, and now and then for those of names that were verified, and their certificates. */
export function startHostedDomains(
  ports: Pick<Ports, 'store' | 'reader' | 'records' | 'fetcher' | 'log'>,
  log: Log,
): Loop {
  const trouble: Trouble = { log, setbacks: new Setbacks() };
  const work = async (): Promise<number> => {
    const due = await ports.reader.due('hostedDomain', groupMax, { except: trouble.setbacks.ids });
    const looked = await Promise.all(due.map((domain) => lookUpDomain(ports, domain)));
    return eachOrAll(looked, (group) => recordLookUps(ports, group), trouble);
  };
  return startLoop({ name: 'hosted domain', log, full: groupMax, work });
}
