/** So many at once are a crowd, and for so long after the last of them it is taken to go on. */
const crowd = 8;
const crowdedMs = 100;
/** What is due waits no longer than this for a crowd to end. */
const waitMsMax = 5_000;
const lookEveryMs = 20;
/** What is sent at a time while a crowd goes on that has been waited for long enough. */
const besideCrowd = 25;

/**
 * Creating comes before sending: both take the same locks and the same processors, and only those who create are
 * waiting for an answer. So sending gives way to a crowd that creates, for a while.
 */
export class GiveWay {
  readonly #now: () => number;
  #crowdedAt = Number.NEGATIVE_INFINITY;
  /** Since when the oldest of what is due has waited, as far as is known here. */
  #dueSince = Number.POSITIVE_INFINITY;
  #stopped = false;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** So many were created at once. */
  came(count: number): void {
    const now = this.#now();
    if (count >= crowd) this.#crowdedAt = now;
    this.#dueSince = Math.min(this.#dueSince, now);
  }

  /** How long ago the last fell due that was taken, where more may be left; undefined: nothing is. */
  left(lateMs: number | undefined): void {
    this.#dueSince = lateMs === undefined ? Number.POSITIVE_INFINITY : this.#now() - lateMs;
  }

  get mayGo(): boolean {
    return this.#stopped || !this.#isCrowded || this.#now() - this.#dueSince >= waitMsMax;
  }

  /** How many of so many may be sent at a time: few beside a crowd, so that those who create are still served first. */
  share(most: number): number {
    return this.#isCrowded ? Math.min(most, besideCrowd) : most;
  }

  get #isCrowded(): boolean {
    return this.#now() - this.#crowdedAt < crowdedMs;
  }

  /** Resolves when sending may go on. */
  async over(): Promise<void> {
    while (!this.mayGo) await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }

  /** Nothing is waited for any longer. */
  stop(): void {
    this.#stopped = true;
  }
}
