import { Refusal } from '../domain/refusal.js';

interface Waiting<T> {
  readonly item: T;
  readonly timer: NodeJS.Timeout | undefined;
}

/** What waits, by key. Keys take turns, an item each, so that the backlog of one is no other's. */
export class Turns<T> {
  readonly #waiting = new Map<string, Waiting<T>[]>();
  readonly #waitMsMax: number;
  #count = 0;

  /** What has waited for `waitMsMax` waits no longer; Infinity: it waits as long as it takes. */
  constructor(waitMsMax: number) {
    this.#waitMsMax = waitMsMax;
  }

  /** How many wait, of all keys. */
  get count(): number {
    return this.#count;
  }

  /** `refuse` hears it where the item's turn does not come in time. */
  add(key: string, item: T, refuse: (tooLate: Refusal) => void): void {
    const giveUp = (): void => {
      this.#keep(
        key,
        (this.#waiting.get(key) ?? []).filter((each) => each !== waiting),
      );
      this.#count -= 1;
      refuse(tooLate());
    };
    const timer = Number.isFinite(this.#waitMsMax) ? setTimeout(giveUp, this.#waitMsMax) : undefined;
    const waiting = { item, timer };
    this.#count += 1;
    const others = this.#waiting.get(key);
    if (others) others.push(waiting);
    else this.#waiting.set(key, [waiting]);
  }

  /** The item whose turn it is, of the keys that may go (told with how many wait); its key's next turn comes last. */
  take(mayGo: (key: string, waiting: number) => boolean): T | undefined {
    for (const [key, own] of this.#waiting) {
      const next = mayGo(key, own.length) ? own.shift() : undefined;
      if (next === undefined) continue;
      this.#count -= 1;
      clearTimeout(next.timer);
      this.#waiting.delete(key);
      this.#keep(key, own);
      return next.item;
    }
    return undefined;
  }

  #keep(key: string, waiting: Waiting<T>[]): void {
    if (waiting.length > 0) this.#waiting.set(key, waiting);
    else this.#waiting.delete(key);
  }
}

/** What else is to be done by now is done first. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** It may have been done: only the same key tells. */
export function noAnswerYet(): Refusal {
  return new Refusal('temporarily_unavailable', 'There is no answer yet; retry with the same key.');
}

/** Nothing of it was done, and nothing of it will be. */
function tooLate(): Refusal {
  return new Refusal('temporarily_unavailable', 'There was no time for it, so nothing was done; retry.');
}
