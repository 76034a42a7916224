import type { JsonObject } from '../../json.js';

/** Passes a message to the library. For `subscribe` it resolves once the subscription has ended. */
type Hand = () => Promise<void>;

/**
 * Queues messages by subscription id. The library identifies a subscription by its id alone. If an id is reused before
 * its first subscription has ended, the library confuses the two, and one is never answered or never ended. So a
 * message waits until the subscription just completed under its id has ended.
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
