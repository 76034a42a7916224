/** A read of rows by what they hang on, and how a row and what is asked for are told to belong together. */
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

/** More than this is not asked for at once, unless one asks for it alone. */
const itemsMax = 1_000;

/** What several requests ask for while all turns are taken is read with one statement; a lone one waits for nothing. */
export class Merged {
  readonly #waiting = new Map<string, Asked<never, never>[]>();

  constructor(private readonly turn: <T>(work: () => Promise<T>) => Promise<T>) {}

  /** Reads of one name are of one kind. Answers with the rows of these items alone, in the order of the read. */
  ask<I, R>(name: string, items: readonly I[], how: Read<I, R>): Promise<R[]> {
    return new Promise((resolve, reject) => {
      const asked = { items, resolve, reject };
      const waiting = this.#waiting.get(name) as Asked<I, R>[] | undefined;
      const count = waiting?.reduce((sum, each) => sum + each.items.length, items.length) ?? 0;
      if (waiting !== undefined && count <= itemsMax) return void waiting.push(asked);
      const all = [asked];
      this.#waiting.set(name, all as unknown as Asked<never, never>[]);
      void this.turn(async () => {
        if ((this.#waiting.get(name) as unknown) === all) this.#waiting.delete(name);
        await answer(all, how);
      });
    });
  }
}

async function answer<I, R>(
  all: readonly Asked<I, R>[],
  { read, nameOf, ownerOf }: Read<I, R>,
): Promise<void> {
  const [only] = all;
  try {
    if (only !== undefined && all.length === 1) return only.resolve(await read(only.items));
    const items = new Map(all.flatMap((each) => each.items).map((item) => [nameOf(item), item]));
    const rows = Map.groupBy(await read([...items.values()]), ownerOf);
    for (const each of all) each.resolve(each.items.flatMap((item) => rows.get(nameOf(item)) ?? []));
  } catch (error) {
    for (const each of all) each.reject(error);
  }
}
