import { Turns } from './turn.js';

/** A read of several items in one statement, and how its rows are assigned to them. */
export interface Read<I, R> {
  readonly read: (items: readonly I[]) => Promise<R[]>;
  readonly nameOf: (item: I) => string;
  readonly ownerOf: (row: R) => string;
}

interface WaitingRead<I, R> {
  readonly items: readonly I[];
  readonly resolve: (rows: R[]) => void;
  readonly reject: (error: unknown) => void;
}

interface JointReadOptions {
  readonly atOnce: number;
  readonly itemsMax: number;
  /** Whether an error would hit each of the reads. */
  readonly isForAll: (error: unknown) => boolean;
}

/**
 * Joins equal reads: a bounded number of statements run at once. Items requested in one turn of the event loop, or
 * while all slots are taken, share the next statement. A single read is not delayed.
 */
export class JointReads {
  readonly #waiting = new Map<string, unknown>();
  readonly #turns: Turns;
  readonly #itemsMax: number;
  readonly #isForAll: (error: unknown) => boolean;

  /** A statement reads at most `itemsMax` items, unless one caller asks for more. */
  constructor({ atOnce, itemsMax, isForAll }: JointReadOptions) {
    this.#turns = new Turns(atOnce);
    this.#itemsMax = itemsMax;
    this.#isForAll = isForAll;
  }

  /**
   * Reads with the same name must be of the same kind. Returns the rows of these items only, in the order of the
   * statement.
   */
  ask<I, R>(name: string, items: readonly I[], how: Read<I, R>): Promise<R[]> {
    return new Promise((resolve, reject) => {
      const waiting = { items, resolve, reject };
      const others = this.#waiting.get(name) as WaitingRead<I, R>[] | undefined;
      const count = others?.reduce((sum, each) => sum + each.items.length, items.length) ?? 0;
      if (others !== undefined && count <= this.#itemsMax) return void others.push(waiting);
      const all = [waiting];
      this.#waiting.set(name, all);
      setImmediate(() => {
        void this.#turns.take(async () => {
          if (this.#waiting.get(name) === all) this.#waiting.delete(name);
          await this.#answer(all, how);
        });
      });
    });
  }

  async #answer<I, R>(all: readonly WaitingRead<I, R>[], how: Read<I, R>): Promise<void> {
    const items = new Map(all.flatMap((each) => each.items).map((item) => [how.nameOf(item), item]));
    try {
      const rows = Map.groupBy(await how.read([...items.values()]), how.ownerOf);
      for (const each of all) each.resolve(each.items.flatMap((item) => rows.get(how.nameOf(item)) ?? []));
    } catch (error) {
      if (all.length === 1 || this.#isForAll(error)) {
        for (const each of all) each.reject(error);
        return;
      }
      // If one item cannot be read, only its caller fails: the items are halved until it is found.
      const half = Math.ceil(all.length / 2);
      await this.#answer(all.slice(0, half), how);
      await this.#answer(all.slice(half), how);
    }
  }
}
