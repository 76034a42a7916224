import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { noticeExpiry } from '../usecases/api-key.js';
import { allOrEach, startLoop, type Loop, type FailureHandling } from './loop.js';
import { RetryBackoff } from '../flow-control/back-off.js';

const groupMax = 100;

/** Mails owners about API keys that expire soon. */
export function startKeyNotices(
  ports: Pick<Ports, 'store' | 'reader' | 'vault' | 'environment' | 'wake' | 'clock'>,
  log: Log,
): Loop {
  const failures: FailureHandling = { log, backoff: new RetryBackoff() };
  const work = async (): Promise<number> => {
    const due = await ports.reader.due('apiKey', groupMax, { except: failures.backoff.ids });
    let done = 0;
    for (const key of due) done += await allOrEach([key], () => noticeExpiry(ports, key), failures);
    return done;
  };
  return startLoop({ name: 'API key', log, clock: ports.clock, passMax: groupMax, work });
}
