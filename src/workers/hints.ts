import { pollMs } from './loop.js';

/** Accounts that a worker was notified about since its last look. A full scan is due at every poll interval. */
export class AccountHints {
  readonly #accountIds = new Set<string>();
  #sweptAt = Number.NEGATIVE_INFINITY;

  add(accountIds: readonly string[]): void {
    for (const id of accountIds) this.#accountIds.add(id);
  }

  /**
   * Accounts notified since the last take, and whether a full scan is due: after `pollMs`, or if there is nothing
   * else to do.
   */
  take(hasMore = false): { hinted: string[]; all: boolean } {
    const hinted = [...this.#accountIds];
    this.#accountIds.clear();
    const now = performance.now();
    const all = now - this.#sweptAt >= pollMs || (hinted.length === 0 && !hasMore);
    if (all) this.#sweptAt = now;
    return { hinted, all };
  }

  /** Makes a full scan due. */
  clear(): void {
    this.#accountIds.clear();
    this.#sweptAt = Number.NEGATIVE_INFINITY;
  }
}
