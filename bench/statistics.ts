/** Latencies in milliseconds. */
export interface Distribution {
  readonly count: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
  /** Bins of equal width on a logarithmic scale; `upTo` is the upper edge in milliseconds. */
  readonly histogram: readonly { readonly upTo: number; readonly count: number }[];
}

/** The median; for an even number of values the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

const binsPerDecade = 12;
/** Ratio of a bin's upper edge to its lower edge. */
export const binRatio = 10 ** (1 / binsPerDecade);
const leastMs = 0.01;

/** Percentiles and histogram of measured latencies. */
export function distribution(latenciesMs: Float64Array): Distribution {
  const sorted = latenciesMs.toSorted();
  const at = (share: number): number => atShare(sorted, share);
  return {
    count: sorted.length,
    p50: at(0.5),
    p90: at(0.9),
    p99: at(0.99),
    max: at(1),
    histogram: histogram(sorted),
  };
}

/** The smallest value that at least this share of the values does not exceed. */
export function percentile(values: Float64Array, share: number): number {
  return atShare(values.toSorted(), share);
}

function atShare(sorted: Float64Array, share: number): number {
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

function histogram(sorted: Float64Array): Distribution['histogram'] {
  const binOf = (ms: number): number => Math.ceil(Math.log10(Math.max(ms, leastMs)) * binsPerDecade);
  const counts = new Map<number, number>();
  for (const ms of sorted) counts.set(binOf(ms), (counts.get(binOf(ms)) ?? 0) + 1);
  const bins = [...counts.keys()];
  if (bins.length === 0) return [];
  const [first, last] = [Math.min(...bins), Math.max(...bins)];
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    upTo: 10 ** ((first + index) / binsPerDecade),
    count: counts.get(first + index) ?? 0,
  }));
}

/** Joins several measurements. */
export function merged(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
