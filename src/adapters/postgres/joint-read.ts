import { Refusal } from '../../domain/refusal.js';
import { sqlState } from './failure.js';

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

/**
 * The one place that gathers equal reads: so many statements run at once, and what is asked for in one turn of the event
 * loop, or while all places are taken, is read by the next. A lone one waits for nothing.
 */
export class JointReads {
  readonly #asked = new Map<string, Asked<never, never>[]>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** More items than `itemsMax` are not read at once, unless one asks for them alone. */
  constructor(
    private readonly atOnce: number,
    private readonly itemsMax: number,
  ) {}

  /** Runs the work in one of the places; the rest waits its turn. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // The one who waits takes the place over, so that nobody slips in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  /** Reads of one name are of one kind. Answers with the rows of these items alone, in the order of the read. */
  ask<I, R>(name: string, items: readonly I[], how: Read<I, R>): Promise<R[]> {
    return new Promise((resolve, reject) => {
      const asked = { items, resolve, reject };
      const others = this.#asked.get(name) as Asked<I, R>[] | undefined;
      const count = others?.reduce((sum, each) => sum + each.items.length, items.length) ?? 0;
      if (others !== undefined && count <= this.itemsMax) return void others.push(asked);
      const all = [asked];
      this.#asked.set(name, all as unknown as Asked<never, never>[]);
      setImmediate(() => {
        void this.inTurn(async () => {
          if ((this.#asked.get(name) as unknown) === all) this.#asked.delete(name);
          await answer(all, how);
        });
      });
    });
  }
}

async function answer<I, R>(all: readonly Asked<I, R>[], how: Read<I, R>): Promise<void> {
  const items = new Map(all.flatMap((each) => each.items).map((item) => [how.nameOf(item), item]));
  try {
    const rows = Map.groupBy(await how.read([...items.values()]), how.ownerOf);
    for (const each of all) each.resolve(each.items.flatMap((item) => rows.get(how.nameOf(item)) ?? []));
  } catch (error) {
    if (all.length === 1 || isForAll(error)) {
      for (const each of all) each.reject(error);
      return;
    }
    // One that cannot be read is only its asker's fault: it is looked for by halves.
    const half = Math.ceil(all.length / 2);
    await answer(all.slice(0, half), how);
    await answer(all.slice(half), how);
  }
}

/** A database that is away is away for all, and a statement that it does not take is wrong for all. */
const isForAll = (error: unknown): boolean =>
  error instanceof Refusal
    ? error.code === 'temporarily_unavailable'
    : (sqlState(error)?.startsWith('42') ?? false);
