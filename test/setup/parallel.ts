/** Works on the list with so many under way at once; the results in the list's order. */
export async function inParallel<T, R>(
  list: readonly T[],
  width: number,
  work: (each: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const take = async (): Promise<void> => {
    while (next < list.length) {
      const index = next;
      next += 1;
      results[index] = await work(list[index] as T);
    }
  };
  await Promise.all(Array.from({ length: width }, take));
  return results;
}
