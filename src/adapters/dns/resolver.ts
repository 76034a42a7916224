import { lookup, Resolver } from 'node:dns/promises';
import type { Dns, TextRecords } from '../../ports/dns.js';

const timeoutMs = 2_000;

/**
 * Resolves A and AAAA records with the machine's name servers, or with `servers`. It ignores the hosts file.
 * It does not use getaddrinfo, so a silent name server cannot block the threads that all other look-ups and
 * file operations need.
 */
export function serverDns(servers?: readonly string[]): Dns {
  return {
    async addresses(name) {
      const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
      if (servers) resolver.setServers(servers);
      // An answer for one address family is enough: only the addresses found here are called.
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
      const [failure] = found.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
      if (addresses.length === 0) throw failure ?? new Error(`${name} has no address`);
      return addresses;
    },
  };
}

/** Error codes that mean "no such record". Any other failure leaves the question open. */
const nothing = new Set(['ENOTFOUND', 'ENODATA']);

/** Resolves TXT records with the machine's name servers, or with `servers`. */
export function serverRecords(servers: readonly string[] = []): TextRecords {
  return {
    async texts(name) {
      // One try only: the caller repeats the look-up itself.
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

/** Resolves with getaddrinfo, including the hosts file and local names: for development on one machine. */
export function systemDns(): Dns {
  return {
    async addresses(name) {
      const found = await lookup(name, { all: true, order: 'ipv4first' });
      return found.map(({ address }) => address);
    },
  };
}
