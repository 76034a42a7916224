import { paths, type PathName } from './paths.ts';
import { aligned, often, valueText, times } from './result.ts';
import { median, percentile } from './statistics.ts';

/** One turn of one build. */
export interface Turn {
  readonly measured: number;
  /** Processor time of service and PostgreSQL for one request, with everything that follows from it. */
  readonly cpuMs?: number;
  /** For sustained payouts only. */
  readonly sustained?: {
    /** Ended payouts a second, from the first acceptance to the last end. */
    readonly untilTheEnd: number;
    /** Processor time of PostgreSQL alone for one payout until its end. */
    readonly postgresMs: number;
  };
}

/** Two adjacent turns, which share the other load of the machine. */
export interface Pair {
  readonly other: Turn;
  readonly own: Turn;
}

/** One path of both builds: medians, and the ratio of their speeds. */
export interface Compared {
  readonly name: PathName;
  readonly path: string;
  readonly unit: string;
  readonly pairs: number;
  readonly other: number;
  readonly own: number;
  /** Median and quartiles of the pairs' ratios, this build's speed to the other's. */
  readonly speed: number;
  readonly quartiles: readonly [number, number];
  /** Median of the pairs' ratios of processor time, if known. */
  readonly cpu: number | null;
}

/** The cost of sustained payouts is shown in a line of its own, from the same turns. */
const costs: Partial<Record<PathName, PathName>> = { sustainedHot: 'costHot', sustainedSpread: 'costSpread' };

export function linesOf(name: PathName, pairs: readonly Pair[]): Compared[] {
  const line = comparedOf(name, pairs);
  const cost = costs[name];
  if (cost === undefined) return [line];
  const only = (part: 'untilTheEnd' | 'postgresMs'): Pair[] =>
    pairs.map(({ other, own }) => ({ other: partOf(other, part), own: partOf(own, part) }));
  const path = line.path.replace(/:.*/, ': from the first accepted to the last ended');
  return [line, { ...comparedOf(name, only('untilTheEnd')), path }, comparedOf(cost, only('postgresMs'))];
}

const partOf = ({ sustained }: Turn, part: 'untilTheEnd' | 'postgresMs'): Turn => ({
  measured: sustained?.[part] ?? Number.NaN,
});

export function comparedOf(name: PathName, pairs: readonly Pair[]): Compared {
  const { title: path, unit } = paths[name];
  const speeds = pairs.map(({ other, own }) =>
    unit === 'ms' ? other.measured / own.measured : own.measured / other.measured,
  );
  const quartile = (share: number): number => percentile(Float64Array.from(speeds), share);
  const cpus = pairs.flatMap(({ other, own }) =>
    other.cpuMs === undefined || own.cpuMs === undefined ? [] : own.cpuMs / other.cpuMs,
  );
  return {
    name,
    path,
    unit,
    pairs: pairs.length,
    other: median(pairs.map(({ other }) => other.measured)),
    own: median(pairs.map(({ own }) => own.measured)),
    speed: median(speeds),
    quartiles: [quartile(0.25), quartile(0.75)],
    cpu: cpus.length === 0 ? null : median(cpus),
  };
}

/** The comparison as a table for the terminal. */
export function comparedTable(lines: readonly Compared[]): string {
  const head = ['path', 'other build', 'this build', 'speed', 'quartiles', 'processor time', 'pairs'];
  const rows = lines.map(({ path, unit, pairs, other, own, speed, quartiles, cpu }) => [
    path,
    valueText(other, unit),
    valueText(own, unit),
    times(speed),
    quartiles.map(often).join(' – '),
    cpu === null ? '–' : times(cpu),
    String(pairs),
  ]);
  const note =
    'Speed is this build by the other, the median of pairs of turns next to each other: above 1 this build is faster. Half of the pairs lie between the quartiles: where 1 does too, no difference was seen.';
  return [...aligned(head, rows), '', note].join('\n');
}
