import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { noticeExpiry } from '../usecases/api-key.js';
import { eachOrAll, startLoop, type Loop, type Trouble } from './loop.js';
import { Setbacks } from '../flow-control/back-off.js';

const groupMax = 100;

/** Mails owners about API keys that expire soon. */
export function startKeyNotices(
  ports: Pick<Ports, 'store' | 'reader' | 'vault' | 'environment' | 'wake' | 'clock'>,
  log: Log,
): Loop {
  const trouble: Trouble = { log, setbacks: new Setbacks() };
  const work = async (): Promise<number> => {
    const due = await ports.reader.due('apiKey', groupMax, { except: trouble.setbacks.ids });
    let done = 0;
    for (const key of due) done += await eachOrAll([key], () => noticeExpiry(ports, key), trouble);
    return done;
  };
  return startLoop({ name: 'API key', log, clock: ports.clock, full: groupMax, work });
}
