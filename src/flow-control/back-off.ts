/** Waits that double with each failure before, from the first up to the longest. */
export const doubling =
  (firstMs: number, mostMs: number) =>
  (failures: number): number =>
    Math.min(mostMs, firstMs * 2 ** failures);

const lastMs = 60_000;
const outMs = doubling(1_000, lastMs);
const idsMax = 10_000;

/**
 * Items that fail for a reason of their own. Each is left out for a while, longer each time: it would break up
 * every group that it is in, and with as many of them as a group takes nothing else would be looked at.
 */
export class Setbacks {
  readonly #now: () => number;
  // No cache: all of it is looked through, and the one that failed longest ago goes, not the one longest unread.
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

  /** The items left out now. One that has not failed again for a minute is no longer known. */
  get ids(): string[] {
    const now = this.#now();
    for (const [id, { until }] of this.#known) if (until + lastMs <= now) this.#known.delete(id);
    return [...this.#known].flatMap(([id, { until }]) => (until > now ? [id] : []));
  }
}
