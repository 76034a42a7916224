import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { readProviderNotices } from '../usecases/provider-notice.js';
import { pollMs, startLoop, type Loop } from './loop.js';

const everyMs = 20_000;

type Needs = Pick<Ports, 'store' | 'catalogue' | 'operations' | 'providers' | 'clock' | 'wake' | 'log'>;

/** Reads each connector's notice log every 20 s, in case a pushed notice was lost. */
export function startConnectors(ports: Needs, log: Log): Loop {
  const remote = [...ports.providers.values()].filter((provider) => provider.remote !== undefined);
  const next = new Map(remote.map(({ name }) => [name, 0]));
  const work = async (): Promise<number> => {
    for (const provider of remote) {
      const { name } = provider;
      const now = ports.clock.machineNow().getTime();
      if (now < (next.get(name) ?? 0)) continue;
      next.set(name, now + everyMs);
      await readProviderNotices(ports, provider).catch((error: unknown) =>
        log.warn({ provider: name, err: error }, 'reading connector notices failed; retrying'),
      );
    }
    return 0;
  };
  return startLoop({
    name: 'connector',
    log,
    clock: ports.clock,
    passMax: Number.POSITIVE_INFINITY,
    everyMs: pollMs,
    work,
  });
}
