/**
 * Batches items that arrive in one turn of the event loop, or while the previous run is busy. There is no
 * timer. `work` returns one result for each item, in order; if it throws, all items of the run are rejected
 * with its error.
 */
export function gather<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  most: number,
): (item: Item) => Promise<Result> {
  let queue: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  let busy = false;

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const run = queue.slice(0, most);
      queue = queue.slice(most);
      try {
        const results = await work(run.map((waiting) => waiting.item));
        if (results.length !== run.length) throw new Error('gathered work left an item unanswered');
        run.forEach((waiting, index) => waiting.resolve(results[index] as Result));
      } catch (error) {
        for (const waiting of run) waiting.reject(error);
      }
    }
    busy = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (busy) return;
      busy = true;
      setImmediate(() => void drain());
    });
}
