import type { Goal } from '../goal.ts';
import { sizeText, verdictOf, type GrowthResult, type Line } from '../result.ts';
import { distribution, median, merged, percentile } from '../statistics.ts';
import type { Growth } from './growth.ts';
import { growthPaths, type GrowthPath } from './path.ts';

/** A path at both sizes. The line shows its p50; the small history takes the place of the ceiling. */
export interface GrowthLine extends Line {
  readonly p95: number;
  readonly p99: { readonly ceiling: number; readonly measured: number; readonly ratio: number };
}

interface Goals {
  readonly hold: Goal;
  readonly aim?: Goal;
}

const p50Asked = { hold: { ratio: { most: 1.25 } }, aim: { ratio: { most: 1.1 } } };
const p99Asked = { hold: { ratio: { most: 1.6 } }, aim: { ratio: { most: 1.3 } } };
const searches: readonly GrowthPath[] = ['reference', 'metadata'];
const searchGoals: Goals = { hold: { value: { most: 50 } }, aim: { value: { most: 10 } } };
const planGoals: Goals = { hold: { value: { most: 0 } } };

/** The measurements by path. */
export function growthResult(growth: Growth): GrowthResult {
  const { small, large, archived, seconds, check_seconds, reads, plan_faults } = growth;
  const names = Object.keys(growthPaths) as GrowthPath[];
  const lines = names.map((name) => growthLine(name, growth));
  return { small, large, archived, seconds, check_seconds, lines, reads, plan_faults };
}

function growthLine(name: GrowthPath, { rounds, small }: Growth): GrowthLine {
  const samples = rounds.map((round) => round[name]);
  const at = (side: 'small' | 'large', share: number) => samples.map((each) => percentile(each[side], share));
  const both = (share: number) => {
    const [ceiling, measured] = [median(at('small', share)), median(at('large', share))];
    return { ceiling, measured, ratio: measured / ceiling };
  };
  const [p50, p99] = [both(0.5), both(0.99)];
  const [smallEach, largeEach] = [at('small', 0.5), at('large', 0.5)];
  return {
    name,
    path: growthPaths[name],
    unit: 'ms',
    ceiling_is: `itself after ${small.toLocaleString('en')} payouts`,
    ...p50,
    p95: median(at('large', 0.95)),
    p99,
    ...bothOf(verdictOf({ ...p50Asked, unit: '' }, p50), verdictOf({ ...p99Asked, unit: '' }, p99)),
    rounds: largeEach.map((measured, nth) => ({ ceiling: smallEach[nth] ?? Number.NaN, measured })),
    latency_ms: distribution(merged(samples.map((each) => each.large))),
    ceiling_latency_ms: distribution(merged(samples.map((each) => each.small))),
  };
}

type Verdict = ReturnType<typeof verdictOf>;

const bothOf = (p50: Verdict, p99: Verdict): Verdict => ({
  hold: `p50 ${p50.hold}, p99 ${p99.hold}`,
  aim: `p50 ${p50.aim}, p99 ${p99.aim}`,
  met: p50.met && p99.met,
  reached: p50.reached && p99.reached,
});

/** Rows of the table: the paths with the largest growth of p50 and of p99, and the plans. */
export function growthSummary(result: GrowthResult): Line[] {
  const { small, lines, plan_faults } = result;
  const ceiling_is = `itself after ${small.toLocaleString('en')} payouts`;
  const size = sizeText(result);
  const worst = (what: string, goals: Goals, of: (line: GrowthLine) => GrowthLine['p99']): Line[] => {
    // A value that is not a number counts as worst.
    const rank = (line: GrowthLine): number => (Number.isFinite(of(line).ratio) ? of(line).ratio : Infinity);
    const [line] = lines.toSorted((one, other) => rank(other) - rank(one));
    if (!line) return [];
    const path = `${what} after ${size}, worst: ${line.path}`;
    const said = verdictOf({ ...goals, unit: 'ms' }, of(line));
    return [{ name: `growth_${what}`, path, unit: 'ms', ceiling_is, ...of(line), ...said, rounds: [] }];
  };
  const search = {
    ceiling: null,
    measured: Math.max(
      ...lines.flatMap(({ name, p95 }) => (searches.some((each) => each === name) ? p95 : [])),
    ),
    ratio: null,
  };
  const faults = { ceiling: null, measured: plan_faults.length, ratio: null };
  return [
    ...worst('p50', p50Asked, ({ ceiling, measured, ratio }) => ({
      ceiling: ceiling ?? Number.NaN,
      measured,
      ratio: ratio ?? Number.NaN,
    })),
    ...worst('p99', p99Asked, ({ p99 }) => p99),
    {
      name: 'growth_search',
      path: `p95 of a search by reference or metadata after ${size}, the slower of both`,
      unit: 'ms',
      ceiling_is: '–',
      ...search,
      ...verdictOf({ ...searchGoals, unit: 'ms' }, search),
      rounds: [],
    },
    {
      name: 'growth_plans',
      path: `plans after ${size} that sort, scan or read too much`,
      unit: '',
      ceiling_is: '–',
      ...faults,
      ...verdictOf({ ...planGoals, unit: '' }, faults),
      rounds: [],
    },
  ];
}
