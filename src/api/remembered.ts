import { LRUCache } from 'lru-cache';
import type { Clock } from '../ports/clock.js';

/** Every process sees a revocation after at most this time, even if its announcement is lost. */
const knownForMs = 10_000;
/** A value in use is refreshed at this age, before it expires, so that no request waits for a lookup. */
const renewedAfterMs = 5_000;
/** The cache keeps a value while its age is at most this. */
const ttl = knownForMs - 1;
/**
 * Above 100,000, the least recently used entry is evicted. With `max`, lru-cache would allocate all the
 * memory at once.
 */
const bound = { maxSize: 100_000, sizeCalculation: () => 1 };

/** lru-cache reports a lookup without a result as failed once its entry was dropped, so the result is in a box. */
interface Lookup<T> {
  readonly found: T | undefined;
}

/** Caches values by name for a while; after `forget`, each is looked up again. Uses machine time. */
export class CachedLookup<T extends object> {
  readonly #held: LRUCache<string, Lookup<T>>;
  /** The last known values; `forget` does not clear them. */
  readonly #last = new LRUCache<string, T>(bound);
  readonly #renewals = new Set<string>();

  constructor(clock: Pick<Clock, 'machineNow'>, find: (name: string) => Promise<T | undefined>) {
    const now = (): number => clock.machineNow().getTime();
    this.#held = new LRUCache({
      ...bound,
      ttl,
      ttlResolution: 0,
      perf: { now },
      noDeleteOnFetchRejection: true,
      // Lookups under way when the cache is dropped still return, but their results are not stored.
      ignoreFetchAbort: true,
      fetchMethod: async (name, _, { options }) => {
        const began = now();
        const found = await find(name);
        options.ttl = Math.max(1, ttl - (now() - began));
        if (found === undefined) this.#last.delete(name);
        else this.#last.set(name, found);
        return { found };
      },
    });
  }

  forget(): void {
    this.#held.clear();
  }

  /** The last known value, without a lookup. */
  peek(name: string): T | undefined {
    return this.#last.peek(name);
  }

  /** The cached value; undefined if it has to be looked up. */
  present(name: string): T | undefined {
    const value = this.#held.get(name)?.found;
    if (value !== undefined && this.#held.getRemainingTTL(name) <= ttl - renewedAfterMs) this.#renew(name);
    return value;
  }

  get(name: string): Promise<T | undefined> {
    return this.#look(name);
  }

  /** A name without a value is not cached. */
  async #look(name: string, options: { readonly forceRefresh?: boolean } = {}): Promise<T | undefined> {
    const lookup = await this.#held.fetch(name, options);
    if (lookup !== undefined && lookup.found === undefined) this.#held.delete(name);
    return lookup?.found;
  }

  /** A failed refresh changes nothing: the value expires as usual, and the next user gets the error. */
  #renew(name: string): void {
    if (this.#renewals.has(name)) return;
    this.#renewals.add(name);
    void Promise.allSettled([this.#look(name, { forceRefresh: true })]).finally(() =>
      this.#renewals.delete(name),
    );
  }
}
