/** Counts what each owner holds. Owners that hold nothing use no memory. */
export class Holdings {
  readonly #held = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  get held(): ReadonlyMap<string, number> {
    return this.#held;
  }

  of(owner: string): number {
    return this.#held.get(owner) ?? 0;
  }

  add(owner: string): void {
    this.#held.set(owner, this.of(owner) + 1);
    this.#total += 1;
  }

  remove(owner: string): void {
    const left = this.of(owner) - 1;
    if (left > 0) this.#held.set(owner, left);
    else this.#held.delete(owner);
    this.#total -= 1;
  }
}
