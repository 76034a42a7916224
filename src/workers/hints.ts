const sweepEveryMs = 200;

/** Which accounts a worker heard of since it last looked; it looks at all of them five times a second. */
export class Hints {
  readonly #accountIds = new Set<string>();
  #sweptAt = Number.NEGATIVE_INFINITY;

  add(accountIds: readonly string[]): void {
    for (const id of accountIds) this.#accountIds.add(id);
  }

  /** The accounts to look at; undefined: all of them. */
  take(): string[] | undefined {
    const accountIds = [...this.#accountIds];
    this.#accountIds.clear();
    const now = performance.now();
    if (accountIds.length > 0 && now - this.#sweptAt < sweepEveryMs) return accountIds;
    this.#sweptAt = now;
    return undefined;
  }

  /** The next look is at all of them. */
  clear(): void {
    this.#accountIds.clear();
    this.#sweptAt = Number.NEGATIVE_INFINITY;
  }
}
