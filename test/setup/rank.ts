/**
 * By how many standard deviations the ranks of one sample among both are off what they were if nothing but chance told
 * the two apart (Mann-Whitney; ties share their ranks). Beyond four it is not chance: that would come once in 16,000.
 */
export function rankDeviation(one: readonly number[], other: readonly number[]): number {
  const all = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  let ranks = 0;
  for (let from = 0; from < all.length;) {
    let until = from;
    while (all[until]?.value === all[from]?.value) until += 1;
    const shared = (from + 1 + until) / 2;
    ranks += shared * all.slice(from, until).filter(({ isOne }) => isOne).length;
    from = until;
  }
  const [m, n] = [one.length, other.length];
  const above = ranks - (m * (m + 1)) / 2;
  return (above - (m * n) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12);
}
