/** Delays that double with each earlier failure, from `firstMs` up to `mostMs`. */
export const doubling =
  (firstMs: number, mostMs: number) =>
  (failures: number): number =>
    Math.min(mostMs, firstMs * 2 ** failures);

const lastMs = 60_000;
const outMs = doubling(1_000, lastMs);
const idsMax = 10_000;

/**
 * Items that fail for a reason of their own. Each is left out for a while, longer after each failure. Otherwise it
 * would break up every group it is in, and a full group of such items would block all others.
 */
export class RetryBackoff {
  readonly #now: () => number;
  // Not an LRU cache: all entries are scanned, and the entry that failed longest ago is evicted.
  readonly #known = new Map<string, { readonly times: number; readonly until: number }>();

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  add(id: string): void {
    const times = (this.#known.get(id)?.times ?? 0) + 1;
    this.#known.delete(id);
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size >= idsMax) this.#known.delete(oldest);
    this.#known.set(id, { times, until: this.#now() + outMs(times - 1) });
  }

  /** Ids that are left out now. An entry is deleted one minute after its wait ended without another failure. */
  get ids(): string[] {
    const now = this.#now();
    for (const [id, { until }] of this.#known) if (until + lastMs <= now) this.#known.delete(id);
    return [...this.#known].flatMap(([id, { until }]) => (until > now ? [id] : []));
  }
}
