import { LRUCache } from 'lru-cache';
import type { Dns } from '../../ports/dns.js';
import { isPublicAddress } from '../../domain/address.js';
import type { UrlPolicy } from '../../domain/webhook-url.js';
import { Cut } from './reason.js';

/** Addresses that were checked, in the order in which they are tried. */
export interface Names {
  /** Rejects where the name has no address, or a single one that must not be called. */
  checked(name: string): Promise<readonly string[]>;
}

const keptMs = 2_000;
const keptMost = 2_000;
const triedMost = 4;

/**
 * Resolves a name once for all posts of the next two seconds and keeps what was checked, never what was only
 * asked: whoever connects gets these very addresses and nobody resolves the name again in between.
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
  const kept = new LRUCache<string, Promise<readonly string[]>>({
    max: keptMost,
    ttl: keptMs,
    memoMethod: resolve,
  });
  return { checked: (name) => kept.memo(name) };
}
