import { lookup, Resolver } from 'node:dns/promises';
import type { Dns, TextRecords } from '../../ports/dns.js';

const timeoutMs = 2_000;

/**
 * Asks the machine's name servers for A and AAAA records. Knows no hosts file, and a name whose servers are
 * silent holds none of the threads that every other look-up and file of the process needs. `servers` are asked in
 * the place of the machine's.
 */
export function serverDns(servers?: readonly string[]): Dns {
  return {
    async addresses(name) {
      const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
      if (servers) resolver.setServers(servers);
      // An answer for one family will do: only addresses that were seen are ever called.
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
      const [failure] = found.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
      if (addresses.length === 0) throw failure ?? new Error(`${name} has no address`);
      return addresses;
    },
  };
}

/** Answers that there is nothing: every other failure leaves it open. */
const nothing = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks the machine's name servers, or others, for TXT records. */
export function serverRecords(servers: readonly string[] = []): TextRecords {
  return {
    async texts(name) {
      // Who asks asks again: an answer that was lost costs no second wait.
      const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
      if (servers.length > 0) resolver.setServers(servers);
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      } catch (error) {
        return nothing.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined;
      }
    },
  };
}

/** Asks the system as every other program does, hosts file and local names included: for work on one machine. */
export function systemDns(): Dns {
  return {
    async addresses(name) {
      const found = await lookup(name, { all: true, order: 'ipv4first' });
      return found.map(({ address }) => address);
    },
  };
}
