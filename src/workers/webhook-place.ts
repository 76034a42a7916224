import { quickMs } from '../domain/webhook-attempt.js';
import { Holdings } from '../flow-control/holding.js';
import type { Leased, Room, Rooms } from '../ports/webhook.js';

/** Lanes whose receivers answer at once. */
const quickMax = 256;
/** Those that wait for an answer, which costs hardly more than a socket. */
const slowMax = 1_024;
/** Of these so many begin at a time, and, where half of the places are taken, so often: to choose them takes longer. */
const slowAtOnce = 64;
const slowEveryMs = 100;

/** As many places as there are, by the account that has them. */
class Pool extends Holdings {
  constructor(readonly places: number) {
    super();
  }

  get free(): number {
    return Math.max(0, this.places - this.total);
  }
}

/** A lane's place from its lease to its end. */
export interface Place {
  /** All places of its kind are taken: others shall have their turn. */
  readonly isCrowded: boolean;
  /** Waits for an answer; one that does not come at once goes on among the slow, and its place is free. */
  during<T>(answer: Promise<T>): Promise<T>;
  give(): void;
}

/**
 * The places in which lanes are worked on. Slow receivers have their own, so that any number of them leaves those of the
 * quick ones alone; a receiver that was quick, or is new, and falls silent holds one of these for a moment only.
 */
export class Places {
  readonly #quick = new Pool(quickMax);
  readonly #slow = new Pool(slowMax);
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** `freed` is called when there is room where there was none. */
  constructor(private readonly freed: () => void) {}

  rooms(): Rooms {
    return { quick: { most: this.#quick.free, held: this.#quick.held }, slow: this.#slowRoom() };
  }

  take({ accountId, isSlow }: Leased): Place {
    let pool = isSlow ? this.#slow : this.#quick;
    pool.add(accountId);
    const leave = (): void => {
      const wasFull = pool.free === 0;
      pool.remove(accountId);
      if (wasFull) this.freed();
    };
    const becomeSlow = (): void => {
      if (pool === this.#slow) return;
      leave();
      pool = this.#slow;
      pool.add(accountId);
    };
    return {
      get isCrowded() {
        return pool.free === 0;
      },
      async during(answer) {
        const late = setTimeout(becomeSlow, quickMs);
        try {
          return await answer;
        } finally {
          clearTimeout(late);
        }
      },
      give: leave,
    };
  }

  #slowRoom(): Room {
    const { free, places, held } = this.#slow;
    const now = performance.now();
    if (free < places / 2 && now - this.#lookedAt < slowEveryMs) return { most: 0, held };
    this.#lookedAt = now;
    return { most: Math.min(slowAtOnce, free), held };
  }
}
