/** Pseudo-random numbers, reproducible by seed (mulberry32). */
export class Random {
  #state: number;

  constructor(...seeds: readonly number[]) {
    this.#state = seeds.reduce((state, seed) => scramble(state + seed + 0x9e3779b9), 0);
  }

  /** In [0, 1). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    return scramble(this.#state) / 2 ** 32;
  }

  /** A whole number from `min` to `max`, inclusive. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('there is nothing to pick from');
    return list[this.whole(0, list.length - 1)] as T;
  }
}

function scramble(state: number): number {
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return (t ^ (t >>> 14)) >>> 0;
}
