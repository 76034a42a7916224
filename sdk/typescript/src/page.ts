interface Page {
  readonly has_more?: boolean;
  readonly next_cursor?: string | null;
}

/** A list: awaited it is its first page, iterated it is each of its resources, page after page. */
export interface Pages<Item, First> extends Promise<First>, AsyncIterable<Item> {
  /** Each page as it is answered. */
  pages(): AsyncIterable<First>;
}

/** The list whose pages are read so; the first is asked for at once. */
export function pagesOf<Item, First>(
  read: (cursor: string | undefined) => Promise<First>,
): Pages<Item, First> {
  const first = read(undefined);
  // Its failure reaches whoever awaits or iterates the list, which may be later.
  first.catch(() => undefined);
  async function* pages(): AsyncGenerator<First, void> {
    for (let page = await first; ;) {
      yield page;
      const { has_more, next_cursor } = page as Page;
      if (has_more !== true || typeof next_cursor !== 'string') return;
      page = await read(next_cursor);
    }
  }
  async function* items(): AsyncGenerator<Item, void> {
    for await (const page of pages()) yield* (page as { data: Item[] }).data;
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: items });
}
