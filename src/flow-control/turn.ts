/** Runs a bounded amount of work at once; the rest waits, first come first served. */
export class Turns {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // The turn passes directly to the next in line, so that no one can jump the queue.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
