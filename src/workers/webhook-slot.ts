import { quickMs } from '../domain/webhook-attempt.js';
import { Holdings } from '../flow-control/holding.js';
import type { NewLease, PoolCapacity, LaneCapacity } from '../ports/webhook.js';

/** Slots for lanes whose receivers answer quickly. */
const quickMax = 256;
/** Slots for lanes that mostly wait for an answer; each costs little more than a socket. */
const slowMax = 1_024;
/** Slow lanes leased at a time and, once half of the slots are taken, how often: choosing them takes longer. */
const slowAtOnce = 64;
const slowEveryMs = 100;

/** A number of slots, and the accounts that hold them. */
class SlotPool extends Holdings {
  constructor(readonly size: number) {
    super();
  }

  get free(): number {
    return Math.max(0, this.size - this.total);
  }
}

/** A lane's slot, from its lease to its end. */
export interface Slot {
  /** All slots of this kind are taken, so other lanes need a turn. */
  readonly isCrowded: boolean;
  /**
   * Waits for an answer. If it takes longer than `quickMs`, the lane moves to a slow slot and its quick slot is
   * freed.
   */
  track<T>(answer: Promise<T>): Promise<T>;
  release(): void;
}

/**
 * The slots in which lanes are worked on. Slow receivers have slots of their own, so any number of them leaves the
 * quick slots free. A quick or new receiver that stops answering holds a quick slot only for a moment.
 */
export class Slots {
  readonly #quick = new SlotPool(quickMax);
  readonly #slow = new SlotPool(slowMax);
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** `freed` is called when a full pool gets room. */
  constructor(private readonly freed: () => void) {}

  capacity(): LaneCapacity {
    return { quick: { most: this.#quick.free, held: this.#quick.held }, slow: this.#slowRoom() };
  }

  take({ accountId, isSlow }: NewLease): Slot {
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
      async track(answer) {
        const late = setTimeout(becomeSlow, quickMs);
        try {
          return await answer;
        } finally {
          clearTimeout(late);
        }
      },
      release: leave,
    };
  }

  #slowRoom(): PoolCapacity {
    const { free, size: slots, held } = this.#slow;
    const now = performance.now();
    if (free < slots / 2 && now - this.#lookedAt < slowEveryMs) return { most: 0, held };
    this.#lookedAt = now;
    return { most: Math.min(slowAtOnce, free), held };
  }
}
