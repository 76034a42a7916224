interface Page {
  readonly has_more?: boolean;
  readonly next_cursor?: string | null;
}

/** A list. Await it for the first page, or iterate it for all resources, page by page. */
export interface Pages<Item, First> extends Promise<First>, AsyncIterable<Item> {
  /** The pages, one by one. */
  pages(): AsyncIterable<First>;
}

/** Creates a list from a function that reads a page. The first page is requested at once. */
export function pagesOf<Item, First>(
  read: (cursor: string | undefined) => Promise<First>,
): Pages<Item, First> {
  const first = read(undefined);
  // Its error is thrown when the list is awaited or iterated, which may be later.
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
