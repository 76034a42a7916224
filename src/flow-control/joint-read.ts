import { Turns } from './turn.js';

/** Reads for several items at once, and tells which of them a row is for. */
export interface Read<I, R> {
  readonly read: (items: readonly I[]) => Promise<R[]>;
  readonly nameOf: (item: I) => string;
  readonly ownerOf: (row: R) => string;
}

interface Asked<I, R> {
  readonly items: readonly I[];
  readonly resolve: (rows: R[]) => void;
  readonly reject: (error: unknown) => void;
}

interface JointReadOptions {
  readonly atOnce: number;
  readonly itemsMax: number;
  /** An error that each of the reads would end with. */
  readonly isForAll: (error: unknown) => boolean;
}

/**
 * The one place that gathers equal reads: so many statements run at once, and what is asked for in one turn of the event
 * loop, or while all places are taken, is read by the next. A lone one waits for nothing.
 */
export class JointReads {
  readonly #asked = new Map<string, unknown>();
  readonly #turns: Turns;
  readonly #itemsMax: number;
  readonly #isForAll: (error: unknown) => boolean;

  /** More items than `itemsMax` are not read at once, unless one asks for them alone. */
  constructor({ atOnce, itemsMax, isForAll }: JointReadOptions) {
    this.#turns = new Turns(atOnce);
    this.#itemsMax = itemsMax;
    this.#isForAll = isForAll;
  }

  /** Reads of one name are of one kind. Answers with the rows of these items alone, in the order of the read. */
  ask<I, R>(name: string, items: readonly I[], how: Read<I, R>): Promise<R[]> {
    return new Promise((resolve, reject) => {
      const asked = { items, resolve, reject };
      const others = this.#asked.get(name) as Asked<I, R>[] | undefined;
      const count = others?.reduce((sum, each) => sum + each.items.length, items.length) ?? 0;
      if (others !== undefined && count <= this.#itemsMax) return void others.push(asked);
      const all = [asked];
      this.#asked.set(name, all);
      setImmediate(() => {
        void this.#turns.take(async () => {
          if (this.#asked.get(name) === all) this.#asked.delete(name);
          await this.#answer(all, how);
        });
      });
    });
  }

  async #answer<I, R>(all: readonly Asked<I, R>[], how: Read<I, R>): Promise<void> {
    const items = new Map(all.flatMap((each) => each.items).map((item) => [how.nameOf(item), item]));
    try {
      const rows = Map.groupBy(await how.read([...items.values()]), how.ownerOf);
      for (const each of all) each.resolve(each.items.flatMap((item) => rows.get(how.nameOf(item)) ?? []));
    } catch (error) {
      if (all.length === 1 || this.#isForAll(error)) {
        for (const each of all) each.reject(error);
        return;
      }
      // One that cannot be read is only its asker's fault: it is looked for by halves.
      const half = Math.ceil(all.length / 2);
      await this.#answer(all.slice(0, half), how);
      await this.#answer(all.slice(half), how);
    }
  }
}
