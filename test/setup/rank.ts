import { median } from '../../bench/statistics.js';

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

/** More than this many deviations are not chance. */
export const chance = 4;

/** Milliseconds of answers of one kind and of another, told by what both are called. */
export interface Compared {
  readonly name: string;
  readonly one: readonly number[];
  readonly other: readonly number[];
}

/** In how many deviations of chance the ranks differ, and in how many if the first kind took a tenth longer. */
export function ranksOf({ name, one, other }: Compared): { readonly found: number; readonly slower: number } {
  const found = rankDeviation(one, other);
  const middles = [median(one), median(other)].map((ms) => ms.toFixed(3));
  console.log(`${name}: medians ${middles.join(' and ')} ms, ${found.toFixed(2)} sigma`);
  const slower = one.map((ms) => ms + median(one) / 10);
  return { found: Math.abs(found), slower: rankDeviation(slower, other) };
}

/**
 * Milliseconds of each kind, in an order of chance, so that whatever else the machine does meets them alike. The first
 * hundred of all are left out.
 */
export async function timedInTurn<K extends string>(
  kinds: Readonly<Record<K, (nth: number) => Promise<number>>>,
  count: number,
  onProgress: (done: number) => void,
): Promise<Readonly<Record<K, number[]>>> {
  const names = Object.keys(kinds) as K[];
  for (let nth = 0; nth < 100; nth += 1) await kinds[names[nth % names.length] as K](nth);
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let done = 0; done < names.length * count; done += 1) {
    const left = names.filter((name) => samples[name].length < count);
    const name = left[Math.floor(Math.random() * left.length)] as K;
    samples[name].push(await kinds[name](samples[name].length));
    onProgress(done + 1);
  }
  return samples;
}
