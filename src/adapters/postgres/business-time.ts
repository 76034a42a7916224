/** Two clocks run apart: what was told longer ago counts no more. */
const countsForMs = 60_000;

/** Business time as the database last told it, carried on by this process: never ahead of the database's own. */
export class BusinessTime {
  #aheadMs = Number.NEGATIVE_INFINITY;
  /** Since when by so much; and when it was told last, sooner or later. */
  #aheadSince = Number.NEGATIVE_INFINITY;
  #toldAt = Number.NEGATIVE_INFINITY;

  /** `machineMs` tells milliseconds that only go forward. */
  constructor(private readonly machineMs = () => performance.now()) {}

  /** Undefined where it was not told lately. */
  now(): Date | undefined {
    const at = this.machineMs();
    return at - this.#toldAt > countsForMs ? undefined : new Date(Math.floor(at + this.#aheadMs));
  }

  /** The database has just told it; how long that took to arrive is not known, so what came soonest counts. */
  learn(told: Date): void {
    const at = this.machineMs();
    const aheadMs = told.getTime() - at;
    this.#toldAt = at;
    if (aheadMs <= this.#aheadMs && at - this.#aheadSince <= countsForMs) return;
    this.#aheadMs = aheadMs;
    this.#aheadSince = at;
  }

  forget(): void {
    this.#toldAt = Number.NEGATIVE_INFINITY;
    this.#aheadSince = Number.NEGATIVE_INFINITY;
  }
}
