/** What is little is not parted. */
const partedLeast = 16;

/** What waits beside a group under way waits for its share no longer than this. */
export const shareMsMax = 25;

/** The groups of a lane, or of a key, that were begun and have not ended. */
export class UnderWay {
  groups = 0;
  #asks = 0;
  /** When the last of them began. */
  #since = Number.NEGATIVE_INFINITY;

  begin(count: number): void {
    this.groups += 1;
    this.#asks += count;
    this.#since = performance.now();
  }

  end(count: number): void {
    this.groups -= 1;
    this.#asks -= count;
  }

  /**
   * How many of those that wait are to begin, where so many groups may share what is there: none before they are about
   * as many as their share. So groups take turns: while the database works on one, the other is decided or answered.
   */
  shareOf(waiting: number, groups: number): number {
    const all = waiting + this.#asks;
    if (all < partedLeast) return waiting;
    if (this.groups === 0 || waiting >= Math.floor(all / groups)) return Math.ceil(all / groups);
    return performance.now() - this.#since < shareMsMax ? 0 : waiting;
  }
}
