import { setTimeout as sleep } from 'node:timers/promises';
import { covers, type Position } from './position.js';

interface Waiting {
  readonly needed: Position;
  readonly settle: (isReached: boolean) => void;
  readonly fail: (error: unknown) => void;
}

const askEveryMs = 2;

/** How far a replica has replayed the log. All waiting reads share one query at a time. */
export class Replay {
  readonly #ask: () => Promise<Position>;
  readonly #waitMs: number;
  readonly #waiting = new Set<Waiting>();
  #known: Position | undefined;
  #isAsking = false;

  constructor(ask: () => Promise<Position>, waitMs: number) {
    this.#ask = ask;
    this.#waitMs = waitMs;
  }

  /** Whether the replica covered the position at the last query. */
  has(needed: Position): boolean {
    return this.#known !== undefined && covers(this.#known, needed);
  }

  /** Whether the replica covers the position within `waitMs`. Rejects if the replica cannot be queried. */
  reaches(needed: Position): Promise<boolean> {
    if (this.has(needed)) return Promise.resolve(true);
    return new Promise((resolve, reject) => {
      const settle = (isReached: boolean): void => {
        clearTimeout(late);
        this.#waiting.delete(waiting);
        resolve(isReached);
      };
      const fail = (error: unknown): void => {
        clearTimeout(late);
        this.#waiting.delete(waiting);
        reject(error);
      };
      const late = setTimeout(() => settle(false), this.#waitMs);
      const waiting = { needed, settle, fail };
      this.#waiting.add(waiting);
      void this.#askOn();
    });
  }

  async #askOn(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      while (this.#waiting.size > 0) {
        const known = await this.#ask();
        this.#known = known;
        for (const each of this.#waiting) if (covers(known, each.needed)) each.settle(true);
        if (this.#waiting.size > 0) await sleep(askEveryMs);
      }
    } catch (error) {
      this.#known = undefined;
      for (const each of this.#waiting) each.fail(error);
    } finally {
      this.#isAsking = false;
    }
  }
}
