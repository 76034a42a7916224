type Find<T> = (name: string, nowMs: number) => Promise<T | undefined>;

interface Entry<T> {
  readonly until: number;
  renewAt: number;
  readonly lookUp: Promise<T | undefined>;
  /** The value, once it is there. */
  found: T | undefined;
  /** The value that the look-up before this one found. */
  readonly last: T | undefined;
}

/** A revocation is seen by every process after this long, even if its announcement is lost. */
const knownForMs = 10_000;
/** A name in use is looked up anew before it is forgotten, so that no request has to wait for it. */
const renewedAfterMs = 5_000;

/** The values of names, remembered for a while; after `forget` each is looked up anew. */
export class Remembered<T> {
  readonly #known = new Map<string, Entry<T>>();
  readonly #find: Find<T>;

  constructor(find: Find<T>) {
    this.#find = find;
  }

  forget(): void {
    for (const [name, known] of this.#known) this.#outdate(name, known.found ?? known.last);
  }

  /** The value last known, without a look-up. */
  peek(name: string): T | undefined {
    const known = this.#known.get(name);
    return known?.found ?? known?.last;
  }

  /** The value that is remembered and holds still; undefined where it has to be waited for. */
  present(name: string, nowMs: number): T | undefined {
    const known = this.#known.get(name);
    if (known === undefined || known.until <= nowMs) return undefined;
    if (known.renewAt <= nowMs) this.#renew(name, known, nowMs);
    return known.found;
  }

  /** `find` is how this caller looks it up where it has to be. */
  get(name: string, nowMs: number, find = this.#find): Promise<T | undefined> {
    const known = this.#known.get(name);
    if (known !== undefined && known.until > nowMs) {
      if (known.renewAt <= nowMs) this.#renew(name, known, nowMs);
      return known.lookUp;
    }
    const last = known?.found ?? known?.last;
    const entry = this.#entry(find(name, nowMs), nowMs, last);
    this.#known.set(name, entry);
    // Only what exists is remembered: guesses must not fill the memory, nor must a failed look-up last.
    const drop = (left: T | undefined): void => {
      if (this.#known.get(name) === entry) this.#outdate(name, left);
    };
    entry.lookUp.then(
      (found) => (found === undefined ? drop(undefined) : undefined),
      () => drop(last),
    );
    return entry.lookUp;
  }

  /** An asker from now on waits for a look-up that begins then. */
  #outdate(name: string, last: T | undefined): void {
    if (last === undefined) this.#known.delete(name);
    else {
      const until = Number.NEGATIVE_INFINITY;
      this.#known.set(name, {
        until,
        renewAt: until,
        lookUp: Promise.resolve(undefined),
        found: undefined,
        last,
      });
    }
  }

  #renew(name: string, known: Entry<T>, nowMs: number): void {
    known.renewAt = known.until;
    const entry = this.#entry(this.#find(name, nowMs), nowMs, known.found);
    const replace = (): void => {
      if (this.#known.get(name) === known) this.#known.set(name, entry);
    };
    // A look-up that failed changes nothing: the name is forgotten in its time, and whoever uses it next hears why.
    entry.lookUp.then(replace, () => undefined);
  }

  #entry(lookUp: Promise<T | undefined>, nowMs: number, last: T | undefined): Entry<T> {
    const entry: Entry<T> = {
      until: nowMs + knownForMs,
      renewAt: nowMs + renewedAfterMs,
      lookUp,
      found: undefined,
      last,
    };
    lookUp.then(
      (found) => (entry.found = found),
      () => undefined,
    );
    return entry;
  }
}
