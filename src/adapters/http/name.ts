import { LRUCache } from 'lru-cache';
import type { Dns } from '../../ports/dns.js';
import { isPublicAddress } from '../../domain/address.js';
import type { UrlPolicy } from '../../domain/webhook-url.js';
import { Cut } from './reason.js';

/** Looks up names and returns only checked addresses, in the order in which they are tried. */
export interface Names {
  /** Rejects if the name has no address, or if any of its addresses must not be called. */
  checked(name: string): Promise<readonly string[]>;
}

const cacheMs = 2_000;
const cacheMax = 2_000;
const triedMost = 4;

/**
 * Resolves a name at most once in two seconds and caches the checked addresses. Connections use exactly these
 * addresses; the name is not resolved again between check and connect.
 */
export function checkedNames(dns: Dns, { allowInsecure }: UrlPolicy): Names {
  async function resolve(name: string): Promise<readonly string[]> {
    const addresses = await dns.addresses(name);
    if (addresses.length === 0) throw new Cut('The host name has no address.');
    if (!allowInsecure && !addresses.every(isPublicAddress)) {
      throw new Cut('The host name resolves to a private address.');
    }
    return addresses.slice(0, triedMost);
  }
  const cache = new LRUCache<string, Promise<readonly string[]>>({
    max: cacheMax,
    ttl: cacheMs,
    memoMethod: resolve,
  });
  return { checked: (name) => cache.memo(name) };
}
