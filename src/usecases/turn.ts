import { Refusal } from '../domain/refusal.js';

interface Waiting<T> {
  readonly item: T;
  readonly timer: NodeJS.Timeout | undefined;
}

/** Told with how many of the key wait. */
type MayGo = (key: string, waiting: number) => boolean;

/** What waits, by key. Keys take turns, an item each, so that the backlog of one is no other's. */
export class Turns<T> {
  readonly #waiting = new Map<string, Waiting<T>[]>();
  readonly #waitMsMax: number;

  /** What has waited for `waitMsMax` waits no longer; Infinity: it waits as long as it takes. */
  constructor(waitMsMax: number) {
    this.#waitMsMax = waitMsMax;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** How many of a key wait. */
  countOf(key: string): number {
    return this.#waiting.get(key)?.length ?? 0;
  }

  /** How many keys may go, as far as it matters. */
  keysThat(mayGo: MayGo, most: number): number {
    let count = 0;
    for (const [key, { length }] of this.#waiting) {
      if (count === most) break;
      if (mayGo(key, length)) count += 1;
    }
    return count;
  }

  /** `refuse` hears it where the item's turn does not come in time. Answers how the item leaves before its turn. */
  add(key: string, item: T, refuse: (tooLate: Refusal) => void): () => void {
    const leave = (): void => {
      clearTimeout(timer);
      this.#keep(
        key,
        (this.#waiting.get(key) ?? []).filter((each) => each !== waiting),
      );
    };
    const giveUp = (): void => {
      leave();
      refuse(tooLate());
    };
    const timer = Number.isFinite(this.#waitMsMax) ? setTimeout(giveUp, this.#waitMsMax) : undefined;
    const waiting = { item, timer };
    const others = this.#waiting.get(key);
    if (others) others.push(waiting);
    else this.#waiting.set(key, [waiting]);
    return leave;
  }

  /** The item whose turn it is, of the keys that may go; its key's next turn comes last. */
  take(mayGo: MayGo): T | undefined {
    for (const [key, own] of this.#waiting) {
      const next = mayGo(key, own.length) ? own.shift() : undefined;
      if (next === undefined) continue;
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

/** So long ago is lately. */
const lateMs = 1_000;

/** When keys were here: the last one, and the last other one before it. */
export class Lately {
  #last = { key: '', at: Number.NEGATIVE_INFINITY };
  #before = this.#last;

  note(key: string): void {
    if (key !== this.#last.key) this.#before = this.#last;
    this.#last = { key, at: performance.now() };
  }

  otherThan(key: string): boolean {
    const other = this.#last.key === key ? this.#before : this.#last;
    return performance.now() - other.at < lateMs;
  }
}

/** What else is to be done by now is done first. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** It may have been done: only the same key tells. */
export function noAnswerYet(): Refusal {
  return new Refusal('temporarily_unavailable', 'There is no answer yet; retry with the same key.');
}

/** It may have been done, and no key tells. */
export function noAnswerWithoutKey(): Refusal {
  return new Refusal(
    'temporarily_unavailable',
    'There is no answer yet: it may still be done. Look before asking again.',
  );
}

/** Nothing of it was done, and nothing of it will be. */
export function tooLate(): Refusal {
  return new Refusal('temporarily_unavailable', 'There was no time for it, so nothing was done; retry.');
}
