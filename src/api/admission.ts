import { Refusal } from '../domain/refusal.js';
import { TooManyRequests } from './error.js';
import { Holdings } from '../flow-control/holding.js';

/** A slot that was taken. */
export interface Slot {
  /** Work may outlast its answer: the slot stays taken until it has ended. */
  lastUntil(work: Promise<unknown>): void;
  /** Idempotent. */
  readonly end: () => void;
}

/**
 * Bounds what is worked on at once. Owners share the slots: nobody holds more of them than are left free. One owner alone
 * has half of the slots, n owners that press in have an equal part each, and as much is free for the next.
 */
export class Slots {
  /** Requests that were refused so far. */
  readonly refused = { rate_limited: 0, temporarily_unavailable: 0 };
  readonly #count: number;
  readonly #owned = new Holdings();
  readonly #whose: string;

  /** `whose`: what an owner is called in a refusal. */
  constructor(count: number, whose: 'account' | 'address') {
    this.#count = count;
    this.#whose = whose;
  }

  get underWay(): number {
    return this.#owned.total;
  }

  /** Whether an owner may be refused: as long as half of the slots are free, nobody is. */
  get isPressed(): boolean {
    return 2 * this.underWay >= this.#count;
  }

  /** Why one more request of the owner is refused. */
  refusal(owner: string): Refusal | undefined {
    const free = this.#count - this.underWay;
    if (free <= 0)
      return this.count(new Refusal('temporarily_unavailable', 'The service is at capacity; retry.'));
    if (this.#owned.of(owner) < free) return undefined;
    return this.count(new TooManyRequests(`Too many concurrent requests of this ${this.#whose}; retry.`, 1));
  }

  /** Takes a slot, or refuses. */
  enter(owner: string): Slot {
    const refusal = this.refusal(owner);
    if (refusal !== undefined) throw refusal;
    return this.take(owner);
  }

  /** Takes a slot that is not refused. */
  take(owner: string): Slot {
    this.#owned.add(owner);
    let parts = 1;
    let isOver = false;
    const leave = (): void => {
      parts -= 1;
      if (parts === 0) this.#owned.remove(owner);
    };
    return {
      lastUntil(work) {
        parts += 1;
        work.then(leave, leave);
      },
      end() {
        if (!isOver) leave();
        isOver = true;
      },
    };
  }

  /** Counts a refusal. */
  count(refusal: Refusal): Refusal {
    this.refused[refusal.code as keyof typeof this.refused] += 1;
    return refusal;
  }
}

/**
 * Admits the requests of one kind of caller. A request takes a slot only once its body has arrived complete, so whoever
 * sends slowly holds none; until then it counts as arriving, of which one owner has a fixed number.
 */
export class Admission {
  readonly slots: Slots;
  readonly #arriving = new Holdings();
  readonly #arrivingMax: number;

  constructor(slots: Slots, arrivingMax: number) {
    this.slots = slots;
    this.#arrivingMax = arrivingMax;
  }

  get arriving(): number {
    return this.#arriving.total;
  }

  /** A request has begun to arrive; refuses if the owner has too many of them. */
  arrive(owner: string): Admitted {
    return new Admitted(this.slots, this.#claim(owner), (next) => this.#claim(next));
  }

  /** Counts the request as arriving; returns what ends that. */
  #claim(owner: string): Claim {
    if (this.#arriving.of(owner) >= this.#arrivingMax) {
      throw this.slots.count(
        new TooManyRequests('Too many of your requests are incomplete; finish those first.', 1),
      );
    }
    this.#arriving.add(owner);
    return { owner, end: () => this.#arriving.remove(owner) };
  }
}

interface Claim {
  readonly owner: string;
  readonly end: () => void;
}

/** One request, from its head until its answer is sent and the work behind it has ended. */
export class Admitted {
  readonly #slots: Slots;
  readonly #claimOf: (owner: string) => Claim;
  #claim: Claim;
  #slot: Slot | undefined;
  #isOver = false;

  constructor(slots: Slots, claim: Claim, claimOf: (owner: string) => Claim) {
    this.#slots = slots;
    this.#claim = claim;
    this.#claimOf = claimOf;
  }

  /** Its caller has proven to be this owner; refuses if the owner has too many requests that are arriving. */
  belongTo(owner: string): void {
    if (this.#isOver) throw callerHasLeft();
    const claim = this.#claimOf(owner);
    this.#claim.end();
    this.#claim = claim;
  }

  /** Its body has arrived complete: takes a slot; why not, if there is none. */
  start(): Refusal | undefined {
    if (this.#isOver) return callerHasLeft();
    const refusal = this.#slots.refusal(this.#claim.owner);
    if (refusal !== undefined) return refusal;
    this.#slot = this.#slots.take(this.#claim.owner);
    this.#claim.end();
    return undefined;
  }

  lastUntil(work: Promise<unknown>): void {
    this.#slot?.lastUntil(work);
  }

  /** Idempotent. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#slot === undefined) this.#claim.end();
    else this.#slot.end();
  }
}

/** Nobody would give back what is taken now. */
const callerHasLeft = (): Refusal => new Refusal('temporarily_unavailable', 'The caller disconnected.');
