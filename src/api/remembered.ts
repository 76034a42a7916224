import { LRUCache } from 'lru-cache';
import type { Clock } from '../ports/clock.js';

/** A revocation is seen by every process after this long, even if its announcement is lost. */
const knownForMs = 10_000;
/** A name in use is looked up anew before it is forgotten, so that no request has to wait for it. */
const renewedAfterMs = 5_000;
/** The cache holds a value for as long as its age is no more than this. */
const ttl = knownForMs - 1;
/** Beyond 100,000, the name that was not used for longest is forgotten; with `max` their room would be taken at once. */
const bound = { maxSize: 100_000, sizeCalculation: () => 1 };

/** The values of names, remembered for a while; after `forget` each is looked up anew. Runs on machine time. */
export class Remembered<T extends object> {
  readonly #held: LRUCache<string, T>;
  /** A value, and of what was forgotten the one last known. */
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
      // Who asked before all was forgotten is answered; what was found then is not kept.
      ignoreFetchAbort: true,
      fetchMethod: async (name, _, { options }) => {
        const began = now();
        const found = await find(name);
        options.ttl = Math.max(1, ttl - (now() - began));
        if (found === undefined) this.#last.delete(name);
        else this.#last.set(name, found);
        return found;
      },
    });
  }

  forget(): void {
    this.#held.clear();
  }

  /** The value last known, without a look-up. */
  peek(name: string): T | undefined {
    return this.#last.peek(name);
  }

  /** The value that is remembered and holds still; undefined where it has to be waited for. */
  present(name: string): T | undefined {
    const value = this.#held.get(name);
    if (value !== undefined && this.#held.getRemainingTTL(name) <= ttl - renewedAfterMs) this.#renew(name);
    return value;
  }

  get(name: string): Promise<T | undefined> {
    return this.#held.fetch(name);
  }

  /** A look-up that failed changes nothing: the name is forgotten in its time, and whoever uses it next hears why. */
  #renew(name: string): void {
    if (this.#renewals.has(name)) return;
    this.#renewals.add(name);
    void Promise.allSettled([this.#held.fetch(name, { forceRefresh: true })]).finally(() =>
      this.#renewals.delete(name),
    );
  }
}
