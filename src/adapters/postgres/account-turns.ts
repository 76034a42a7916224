interface HasAccount {
  readonly accountId: string;
}

const accountsOf = (ofThese: Iterable<HasAccount>): Set<string> =>
  new Set([...ofThese].map(({ accountId }) => accountId));

/** Who decides about an account by what this process knows of it, and who has that proven: one after the other. */
export class AccountTurns {
  readonly #deciding = new Map<string, PromiseWithResolvers<void>>();
  /** What was last assumed of an account, until it is proven or given up. */
  readonly #unproven = new Map<string, Promise<void>>();

  /**
   * Begins to decide about these accounts, once nobody decides about any of them: what is recalled of them then is what
   * to go on from.
   */
  async begin<T>(ofThese: Iterable<HasAccount>, recall: () => T): Promise<T> {
    const accountIds = accountsOf(ofThese);
    for (let others = this.#decidingOf(accountIds); others; others = this.#decidingOf(accountIds))
      await others;
    const recalled = recall();
    for (const accountId of accountIds) this.#deciding.set(accountId, Promise.withResolvers());
    return recalled;
  }

  /** What follows is recorded, or nothing does: the next may go on from there. */
  end(ofThese: Iterable<HasAccount>): void {
    for (const accountId of accountsOf(ofThese)) {
      this.#deciding.get(accountId)?.resolve();
      this.#deciding.delete(accountId);
    }
  }

  #decidingOf(accountIds: Iterable<string>): Promise<void> | undefined {
    for (const accountId of accountIds) {
      const deciding = this.#deciding.get(accountId);
      if (deciding) return deciding.promise;
    }
    return undefined;
  }

  /**
   * Resolves when all that was assumed before of these accounts is proven or given up: whoever came first to the
   * database with what follows from that would find it wrong. What follows from this assumption waits for `proven`.
   */
  async proof(ofThese: Iterable<HasAccount>, proven: Promise<void>): Promise<void> {
    const accountIds = accountsOf(ofThese);
    const before = [...accountIds].flatMap((accountId) => this.#unproven.get(accountId) ?? []);
    for (const accountId of accountIds) this.#unproven.set(accountId, proven);
    void proven.then(() => {
      for (const accountId of accountIds) {
        if (this.#unproven.get(accountId) === proven) this.#unproven.delete(accountId);
      }
    });
    await Promise.all(before);
  }
}
