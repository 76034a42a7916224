/** Edit distance: how many letters must be inserted, removed or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (const [index, wanted] of Array.from(other).entries())
      next.push(
        Math.min(
          (row[index] ?? 0) + (letter === wanted ? 0 : 1),
          (row[index + 1] ?? 0) + 1,
          (next[index] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The name with the smallest edit distance to the text. */
export const nearest = <T extends string>(text: string, names: readonly [T, ...T[]]): T =>
  names.reduce((best, name) => (distance(text, name) < distance(text, best) ? name : best));
