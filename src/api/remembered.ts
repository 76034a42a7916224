type Find<T> = (name: string, nowMs: number) => Promise<T | undefined>;

interface Entry<T> {
  readonly until: number;
  renewAt: number;
  readonly lookUp: Promise<T | undefined>;
  /** What was looked up, once it is there. */
  found: T | undefined;
}

/** A revocation is seen by every process after this long, even if its announcement is lost. */
const knownForMs = 10_000;
/** What is in use is looked up anew before it is forgotten, so that no request has to wait for it. */
const renewedAfterMs = 5_000;

/** What names stand for, remembered for a while; `forget` drops all at once. */
export class Remembered<T> {
  readonly #known = new Map<string, Entry<T>>();
  readonly #find: Find<T>;

  constructor(find: Find<T>) {
    this.#find = find;
  }

  forget(): void {
    this.#known.clear();
  }

  /** What is remembered at this moment, without a look-up. */
  peek(name: string): T | undefined {
    return this.#known.get(name)?.found;
  }

  /** What is remembered and holds still; undefined where it has to be waited for. */
  present(name: string, nowMs: number): T | undefined {
    const known = this.#known.get(name);
    if (known === undefined || known.until <= nowMs) return undefined;
    if (known.renewAt <= nowMs) this.#renew(name, known, nowMs);
    return known.found;
  }

  /** `find` is how this caller looks up what nobody knows yet. */
  get(name: string, nowMs: number, find = this.#find): Promise<T | undefined> {
    const known = this.#known.get(name);
    if (known !== undefined && known.until > nowMs) {
      if (known.renewAt <= nowMs) this.#renew(name, known, nowMs);
      return known.lookUp;
    }
    const entry = this.#entry(name, nowMs, known === undefined ? find : this.#find);
    this.#known.set(name, entry);
    // Only what exists is remembered: guesses must not fill the memory, nor must a failed look-up last.
    const drop = (): void => {
      if (this.#known.get(name) === entry) this.#known.delete(name);
    };
    entry.lookUp.then((found) => (found === undefined ? drop() : undefined), drop);
    return entry.lookUp;
  }

  #renew(name: string, known: Entry<T>, nowMs: number): void {
    known.renewAt = known.until;
    const entry = this.#entry(name, nowMs, this.#find);
    const replace = (): void => {
      if (this.#known.get(name) === known) this.#known.set(name, entry);
    };
    // A look-up that failed changes nothing: the name is forgotten in its time, and whoever uses it next hears why.
    entry.lookUp.then(replace, () => undefined);
  }

  #entry(name: string, nowMs: number, find: Find<T>): Entry<T> {
    const lookUp = find(name, nowMs);
    const entry: Entry<T> = {
      until: nowMs + knownForMs,
      renewAt: nowMs + renewedAfterMs,
      lookUp,
      found: undefined,
    };
    lookUp.then(
      (found) => (entry.found = found),
      () => undefined,
    );
    return entry;
  }
}
