import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { lookUpDomain, recordLookUp, takeDomains } from '../usecases/hosted-domain.js';
import { startJobLoop } from './job.js';
import type { Loop } from './loop.js';

type Needs = Pick<Ports, 'store' | 'reader' | 'records' | 'fetcher' | 'log' | 'clock'>;

/** Looks up the DNS records of claimed domains, and now and then rechecks verified domains and their certificates. */
export const startHostedDomains = (ports: Needs, log: Log): Loop =>
  startJobLoop(ports, {
    name: 'hosted domain',
    noun: 'hostedDomain',
    log,
    take: (room, except) => takeDomains(ports, room, except),
    work: async (domain) => recordLookUp(ports, domain, await lookUpDomain(ports, domain)),
  });
