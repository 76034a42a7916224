import { Refusal } from '../domain/refusal.js';
import { AtCapacity, TooManyRequests } from './error.js';
import { Holdings } from '../flow-control/holding.js';

/** A request slot that is in use. */
export interface Slot {
  /** Keeps the slot until this work has ended, which may be after the response. */
  lastUntil(work: Promise<unknown>): void;
  /** Idempotent. */
  readonly end: () => void;
}

/**
 * Bounds concurrent requests. Owners share the slots: an owner may hold at most as many slots as are free. So one owner
 * alone gets half of the slots, and n owners get 1/(n+1) each.
 */
export class Slots {
  /** Refusals so far, by code. */
  readonly refused = { rate_limited: 0, temporarily_unavailable: 0 };
  readonly #count: number;
  readonly #owned = new Holdings();
  readonly #whose: string;

  /** `whose`: the noun for the owner in a refusal. */
  constructor(count: number, whose: 'account' | 'address') {
    this.#count = count;
    this.#whose = whose;
  }

  get underWay(): number {
    return this.#owned.total;
  }

  /** Whether an owner could be refused. No owner is while half of the slots are free. */
  get isPressed(): boolean {
    return 2 * this.underWay >= this.#count;
  }

  /** Why the owner's next request is refused; undefined if it is not. */
  refusal(owner: string): Refusal | undefined {
    const free = this.#count - this.underWay;
    if (free <= 0) return this.count(new AtCapacity());
    if (this.#owned.of(owner) < free) return undefined;
    return this.count(new TooManyRequests(`Too many concurrent requests of this ${this.#whose}; retry.`, 1));
  }

  /** Takes a slot or throws the refusal. */
  enter(owner: string): Slot {
    const refusal = this.refusal(owner);
    if (refusal !== undefined) throw refusal;
    return this.take(owner);
  }

  /** Takes a slot; the caller has checked `refusal`. */
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
 * Admits the requests of one kind of caller. A request takes a slot only when its body is complete, so slow
 * senders hold none. Until then it counts as arriving; each owner may have a fixed number of arriving
 * requests.
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

  /** A request has begun to arrive. Throws if the owner has too many arriving requests. */
  arrive(owner: string): Admitted {
    return new Admitted(this.slots, this.#claim(owner), (next) => this.#claim(next));
  }

  /** Counts the request as arriving; the result ends that. */
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

/** One request, from its head until the response is sent and the work behind it has ended. */
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

  /** The caller has authenticated as this owner. Throws if the owner has too many arriving requests. */
  belongTo(owner: string): void {
    if (this.#isOver) throw callerHasLeft();
    const claim = this.#claimOf(owner);
    this.#claim.end();
    this.#claim = claim;
  }

  /** The body is complete: takes a slot, or returns why there is none. */
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

/** The request is over, so a slot taken now would never be released. */
const callerHasLeft = (): Refusal => new Refusal('temporarily_unavailable', 'The caller disconnected.');
