import { pollMs } from './loop.js';

/** Which accounts a worker heard of since it last looked; it looks at all of them at every poll. */
export class Hints {
  readonly #accountIds = new Set<string>();
  #sweptAt = Number.NEGATIVE_INFINITY;

  add(accountIds: readonly string[]): void {
    for (const id of accountIds) this.#accountIds.add(id);
  }

  /** Whom to look at, and whether it is time to look at all: so it is where there is nothing else to look at. */
  take(hasMore = false): { heard: string[]; all: boolean } {
    const heard = [...this.#accountIds];
    this.#accountIds.clear();
    const now = performance.now();
    const all = now - this.#sweptAt >= pollMs || (heard.length === 0 && !hasMore);
    if (all) this.#sweptAt = now;
    return { heard, all };
  }

  /** The next look is at all of them. */
  clear(): void {
    this.#accountIds.clear();
    this.#sweptAt = Number.NEGATIVE_INFINITY;
  }
}
