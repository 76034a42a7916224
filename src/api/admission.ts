import { Refusal } from '../domain/refusal.js';
import { TooManyRequests } from './error.js';

/** One request under way, from its head to the end of its answer and of the work behind it. */
export interface Stay {
  /** Whose it is, once that is proven; refuses where that account has its share already. */
  belongTo(accountId: string): void;
  /** The work may outlast its answer: until it has ended, its place is taken. */
  lastUntil(work: Promise<unknown>): void;
  /** Once is as good as twice. */
  readonly end: () => void;
}

/**
 * Bounds what is under way: so many requests at once, and of one account no more than are left free. An account
 * alone has half of the places, n accounts that press in have an equal part each, and as much is free for the next.
 */
export class Admission {
  /** Requests turned away so far. */
  readonly refused = { rate_limited: 0, temporarily_unavailable: 0 };
  readonly #places: number;
  readonly #own = new Map<string, number>();
  #underWay = 0;

  constructor(places: number) {
    this.#places = places;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** Why one more is turned away, of that account where it is known whose it would be. */
  refusal(accountId?: string): Refusal | undefined {
    const free = this.#places - this.#underWay;
    if (free <= 0)
      return this.#counted(new Refusal('temporarily_unavailable', 'The service is full; retry.'));
    return accountId === undefined ? undefined : this.#overShare(accountId, free);
  }

  /** Takes a place, or refuses. */
  enter(): Stay {
    const refusal = this.refusal();
    if (refusal !== undefined) throw refusal;
    this.#underWay += 1;
    let owner: string | undefined;
    let parts = 1;
    let isOver = false;
    const leave = (): void => {
      parts -= 1;
      if (parts > 0) return;
      this.#underWay -= 1;
      if (owner !== undefined) this.#count(owner, -1);
    };
    return {
      belongTo: (accountId) => {
        const over = this.#overShare(accountId, this.#places - this.#underWay + 1);
        if (over !== undefined) throw over;
        owner = accountId;
        this.#count(accountId, 1);
      },
      lastUntil: (work) => {
        parts += 1;
        work.then(leave, leave);
      },
      end: () => {
        if (!isOver) leave();
        isOver = true;
      },
    };
  }

  #overShare(accountId: string, free: number): Refusal | undefined {
    if ((this.#own.get(accountId) ?? 0) < free) return undefined;
    return this.#counted(new TooManyRequests('Too many requests of this account are under way.', 1));
  }

  #count(accountId: string, change: 1 | -1): void {
    const left = (this.#own.get(accountId) ?? 0) + change;
    if (left > 0) this.#own.set(accountId, left);
    else this.#own.delete(accountId);
  }

  #counted(refusal: Refusal): Refusal {
    this.refused[refusal.code as keyof typeof this.refused] += 1;
    return refusal;
  }
}
