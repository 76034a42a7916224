import type { JsonObject } from '../../json.js';

/** Hands a message to the library; of a `subscribe`, resolves once the subscription is over. */
type Hand = () => Promise<void>;

/**
 * The library knows a subscription by its id alone and mixes up two of one id while it is not done with the first: one
 * of them is then told to nobody, or ended by nobody. A socket's message about an id waits until the subscription
 * that it has just completed under that id is over.
 */
export class IdQueue {
  readonly #last = new Map<string, Promise<void>>();
  readonly #running = new Map<string, Promise<void>>();
  #waiting = 0;

  get waiting(): number {
    return this.#waiting;
  }

  async take({ type, id }: JsonObject, hand: Hand): Promise<void> {
    if (typeof id !== 'string' || (type !== 'subscribe' && type !== 'complete')) return hand();
    const { promise: turn, resolve: pass } = Promise.withResolvers<void>();
    const before = this.#last.get(id);
    this.#last.set(id, turn);
    try {
      if (before !== undefined) await this.#wait(before);
      const handed = hand();
      if (type === 'subscribe') {
        this.#running.set(id, handed);
        pass();
      }
      await handed;
      if (type === 'complete') await this.#running.get(id);
    } finally {
      pass();
      if (type === 'subscribe') this.#running.delete(id);
      if (this.#last.get(id) === turn) this.#last.delete(id);
    }
  }

  async #wait(before: Promise<void>): Promise<void> {
    this.#waiting += 1;
    await before;
    this.#waiting -= 1;
  }
}
