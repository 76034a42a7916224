/** Fewer are not parted. */
const partedLeast = 16;
/** What could begin beside a group waits no longer than this for its share. */
const shareMsMax = 25;

/** The groups of a lane, by how many keys they have, or of a key, by how many asks, that have not ended. */
export class UnderWay {
  readonly #begun = new Set<{ readonly count: number; readonly at: number }>();

  get groups(): number {
    return this.#begun.size;
  }

  /** What is returned is called once the group has ended. */
  begin(count: number): () => void {
    const group = { count, at: performance.now() };
    this.#begun.add(group);
    return () => void this.#begun.delete(group);
  }

  /** How many begin together, where so many wait and as many groups may be under way as there are places. */
  shareOf(waiting: number, places: number): number {
    const all = this.#all(waiting);
    return all < partedLeast ? waiting : Math.ceil(all / places);
  }

  /**
   * For how many milliseconds what waits is held back, since it is less than its share of what is there: so groups take
   * turns, and while the database works on one, the other is decided or answered.
   */
  heldMs(waiting: number, places: number): number {
    const all = this.#all(waiting);
    if (this.groups === 0 || all < partedLeast || waiting >= Math.floor(all / places)) return 0;
    const latest = Math.max(...[...this.#begun].map(({ at }) => at));
    return Math.max(0, latest + shareMsMax - performance.now());
  }

  #all(waiting: number): number {
    let all = waiting;
    for (const { count } of this.#begun) all += count;
    return all;
  }
}

/** Looks again at what is held back, once it is to be held back no longer. */
export class Hold {
  #until = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly look: () => void) {}

  /** Whether it is held back, for so many milliseconds. */
  isOn(ms: number): boolean {
    const until = performance.now() + ms;
    if (ms > 0 && until < this.#until) {
      clearTimeout(this.#timer);
      this.#until = until;
      // A timer may be up to a millisecond early.
      this.#timer = setTimeout(() => this.#lookAgain(), ms + 1);
    }
    return ms > 0;
  }

  #lookAgain(): void {
    this.#until = Number.POSITIVE_INFINITY;
    this.look();
  }
}
