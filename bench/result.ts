import { availableParallelism } from 'node:os';
import type { Cpu } from './cpu.ts';
import type { Floors } from './floor.ts';
import { paceOf } from './floor-pace.ts';
import { goalText, isMet, type MeasuredRatio, type Goal } from './goal.ts';
import type { GrowthLine } from './growth/line.ts';
import { paths, type Path, type PathName } from './paths.ts';
import type { Round, Sample } from './round.ts';
import { distribution, median, merged, type Distribution } from './statistics.ts';

/** One line of the table: medians of the rounds. */
export interface Line {
  readonly name: string;
  readonly path: string;
  readonly unit: string;
  readonly ceiling_is: string;
  readonly ceiling: number | null;
  readonly measured: number;
  readonly ratio: number | null;
  readonly hold: string;
  readonly aim: string;
  /** Whether the goal to hold and the goal to reach are met. */
  readonly met: boolean;
  readonly reached: boolean;
  readonly rounds: readonly { readonly ceiling: number | null; readonly measured: number }[];
  readonly latency_ms?: Distribution;
  readonly ceiling_latency_ms?: Distribution;
  /**
   * Processor time in milliseconds by process, and the requests a second that all cores could handle at that
   * cost.
   */
  readonly cpu_ms?: Cpu;
  readonly at_most?: number;
  /** The minimal schema behind a bare route, and the cost of such a route and its load. */
  readonly behind_http?: number;
  readonly http_ms?: number;
  /** Operations a second until everything that follows is done: created payouts are sent and completed. */
  readonly whole?: number;
}

/** The cost of growth from `small` to `large` payouts. */
export interface GrowthResult {
  readonly small: number;
  readonly large: number;
  /** How many of the large history's payouts are archived. */
  readonly archived: number;
  /** How long the large history took to create, or the archive to take its days. */
  readonly seconds: number;
  readonly check_seconds: number;
  readonly lines: readonly GrowthLine[];
  /** Number of reads explained at the large size, and the faults of their plans. */
  readonly reads: number;
  readonly plan_faults: readonly string[];
}

/** The result of one run, as `--json` prints it. */
export interface Result {
  readonly started_at: string;
  readonly mode:
    'quick' | 'full' | 'growth' | 'webhooks' | 'graphql' | 'reports' | 'hosted' | 'logged' | 'archive';
  readonly node: string;
  readonly postgres: string;
  readonly cores: number;
  /** Null if the ceiling was not measured. */
  readonly ceiling_driven_by: string | null;
  readonly rounds: number;
  readonly lines: readonly Line[];
  /** Payouts a second of the minimal schema in other shapes, for comparison. */
  readonly other_ceilings: Readonly<Record<string, number>>;
  /** PostgreSQL's milliseconds for writing only an operation's rows; null if not measured. */
  readonly floors: Floors | null;
  readonly invariants: 'hold' | 'broken';
  /** With the whole history, and with most of it archived. Empty if not measured. */
  readonly growth: readonly GrowthResult[];
}

/** Lines of all rounds; `memory` is resident megabytes over the run, starting after the first minute. */
export function linesOf(rounds: readonly Round[], memory?: readonly number[]): Line[] {
  const names = Object.keys(paths) as PathName[];
  return names.flatMap((name) =>
    name !== 'memory' ? lineOf(name, rounds) : memory ? [memoryLine(memory)] : [],
  );
}

function lineOf(name: PathName, rounds: readonly Round[]): Line[] {
  const samples = rounds.flatMap((round) => round[name] ?? []);
  if (samples.length === 0) return [];
  const ceilings = samples.flatMap((sample) => sample.ceiling ?? []);
  const ceiling = ceilings.length === 0 ? null : median(ceilings);
  const measured = median(samples.map((sample) => sample.measured));
  const { isPaired }: Path = paths[name];
  const pairs = samples.flatMap((sample) =>
    sample.ceiling === null ? [] : sample.measured / sample.ceiling,
  );
  const ratio = isPaired ? median(pairs) : measured / (ceiling ?? Number.NaN);
  const own = samples.flatMap(({ latenciesMs }) => latenciesMs ?? []);
  const other = samples.flatMap(({ ceilingLatenciesMs }) => ceilingLatenciesMs ?? []);
  const behind = samples.flatMap(({ behindHttp }) => behindHttp ?? []);
  const http = samples.flatMap(({ httpMs }) => httpMs ?? []);
  return [
    {
      ...judged(name, { ceiling, measured, ratio: ceiling === null ? null : ratio }),
      rounds: samples.map((sample) => ({ ceiling: sample.ceiling, measured: sample.measured })),
      ...(own.length > 0 && { latency_ms: distribution(merged(own)) }),
      ...(other.length > 0 && { ceiling_latency_ms: distribution(merged(other)) }),
      ...(behind.length > 0 && { behind_http: median(behind) }),
      ...(http.length > 0 && { http_ms: median(http) }),
      ...costOf(samples),
    },
  ];
}

function costOf(samples: readonly Sample[]): Pick<Line, 'cpu_ms' | 'at_most' | 'whole'> {
  const costs = samples.flatMap(({ cpuMs }) => cpuMs ?? []);
  if (costs.length === 0) return {};
  const of = (who: keyof Cpu): number => median(costs.map((cost) => cost[who]));
  const cpu = { service: of('service'), postgres: of('postgres'), load: of('load') };
  return {
    cpu_ms: cpu,
    at_most: (availableParallelism() * 1000) / (cpu.service + cpu.postgres + cpu.load),
    whole: median(samples.flatMap(({ wholePerSecond }) => wholePerSecond ?? [])),
  };
}

function memoryLine(memory: readonly number[]): Line {
  const growth = (memory.at(-1) ?? Number.NaN) - (memory[0] ?? Number.NaN);
  return { ...judged('memory', { ceiling: null, measured: growth, ratio: null }), rounds: [] };
}

function judged(name: PathName, found: Pick<Line, 'ceiling' | 'measured' | 'ratio'>) {
  const { title, unit, ceiling, hold, aim }: Path = paths[name];
  return { name, path: title, unit, ceiling_is: ceiling, ...found, ...verdictOf({ hold, aim, unit }, found) };
}

/** The goals of a path as text, and whether they are met. */
export function verdictOf(
  { hold, aim = hold, unit }: { hold: Goal; aim?: Goal | undefined; unit: string },
  found: MeasuredRatio,
): Pick<Line, 'hold' | 'aim' | 'met' | 'reached'> {
  return {
    hold: goalText(hold, unit),
    aim: aim === hold ? '–' : goalText(aim, unit),
    met: isMet(hold, found),
    reached: isMet(aim, found),
  };
}

/** The result as tables for the terminal. */
export function tableOf(result: Result): string {
  const head = ['path', 'measured', 'floor or ceiling', 'ratio', 'hold', 'aim', 'met', 'p50 / p99 ms'];
  const rows = result.lines.map((line) => [
    line.path,
    valueText(line.measured, line.unit),
    valueText(line.ceiling, line.unit),
    line.ratio === null ? '–' : times(line.ratio),
    line.hold,
    line.aim,
    metText(line),
    line.latency_ms ? `${line.latency_ms.p50.toFixed(2)} / ${line.latency_ms.p99.toFixed(2)}` : '–',
  ]);
  const { growth, lines, cores } = result;
  const costs = costRows(lines);
  return [
    ...aligned(head, rows),
    '',
    ...(costs.length > 0 ? [...aligned(costHead(cores), costs), ''] : []),
    ...growth.flatMap((each) => [...growthTable(each), '']),
    ...notesOf(result),
  ].join('\n');
}

export const metText = ({ met, reached, aim }: Pick<Line, 'met' | 'reached' | 'aim'>): string =>
  met ? (reached && aim !== '–' ? 'aim' : 'yes') : 'NO';

/** The table of processor time. */
export const costHead = (cores: number): string[] => [
  'processor time of each, ms',
  'service',
  'PostgreSQL',
  'load',
  `so ${cores} cores carry at most`,
  'with all that follows',
];

export function costRows(lines: readonly Line[]): string[][] {
  return lines.flatMap(({ path, cpu_ms: cpu, at_most: most, whole }) =>
    cpu === undefined
      ? []
      : [
          [
            path,
            ...[cpu.service, cpu.postgres, cpu.load].map((ms) => ms.toFixed(3)),
            valueText(most ?? null, '/s'),
            valueText(whole ?? null, '/s'),
          ],
        ],
  );
}

/** The size of the large history: `1,000,000 payouts, 740,000 of them archived`. */
export const sizeText = ({ large, archived }: Pick<GrowthResult, 'large' | 'archived'>): string =>
  `${count(large)} payouts${archived > 0 ? `, ${count(archived)} of them archived` : ''}`;

function growthTable({ lines, ...sizesOf }: GrowthResult): string[] {
  const sizes = `${count(sizesOf.small)} / ${sizeText(sizesOf)}`;
  const head = [`after ${sizes}`, 'p50', 'ratio', 'p99', 'ratio', 'met'];
  const rows = lines.map(({ path, ceiling, measured, ratio, p99, met }) => [
    path,
    `${valueText(ceiling, 'ms')} / ${valueText(measured, 'ms')}`,
    times(ratio ?? Number.NaN),
    `${valueText(p99.ceiling, 'ms')} / ${valueText(p99.measured, 'ms')}`,
    times(p99.ratio),
    met ? 'yes' : 'NO',
  ]);
  return aligned(head, rows);
}

export function aligned(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  const padded = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('   ');
  const titles = padded(head);
  return [titles, '-'.repeat(titles.length), ...rows.map(padded)];
}

/** A ratio as shown; compared with zero it is infinite. */
export const often = (ratio: number): string => (ratio === Number.POSITIVE_INFINITY ? '∞' : ratio.toFixed(2));

export const times = (ratio: number): string => `${often(ratio)} ×`;

/** Notes about the figures. */
export function notesOf(result: Result): string[] {
  const { growth } = result;
  const others = Object.entries(result.other_ceilings).map(
    ([name, value]) => `${name} ${valueText(value, '/s')}`,
  );
  const driver = result.ceiling_driven_by === null ? '' : `Ceiling driven by ${result.ceiling_driven_by}; `;
  return [
    `${driver}PostgreSQL ${result.postgres}, durable as shipped; Node ${result.node}; ${result.cores} cores.`,
    `Medians of interleaved rounds: ${result.rounds} (${result.mode}). Load over HTTP comes from one process on the same machine: it costs both sides. Everything created is also sent to the sandbox bank and completed, meanwhile or soon after.`,
    ...(others.length > 0 ? [`The minimal schema otherwise: ${others.join(', ')}.`] : []),
    ...behindNotes(result.lines),
    ...(result.floors ? floorNotes(result, result.floors) : []),
    ...(growth.length > 0 ? growth.flatMap(growthNotes) : ['Growth is left out of this run.']),
    `Invariants after the load: ${result.invariants}.`,
  ];
}

/** How close the minimal schema behind bare HTTP comes to the ceiling, and where it misses the goal. */
function behindNotes(lines: readonly Line[]): string[] {
  return lines.flatMap((line) => {
    const { path, unit, behind_http: behind } = line;
    if (behind === undefined) return [];
    const verdict = verdictOn(line, behind, 'not reached here without a service either');
    return [`${path}: the minimal schema behind a bare route comes to ${valueText(behind, unit)}${verdict}.`];
  });
}

/** The rate that no service with these rows can sustain on this machine. */
function floorNotes({ lines, cores }: Result, floors: Floors): string[] {
  return lines.flatMap((line) => {
    if (line.name === 'batch') return [batchNote(line, floors)];
    const rows = rowsOf[line.name];
    if (rows === undefined || line.http_ms === undefined) return [];
    const { creating, ending, bank } = floors[rows];
    const most = paceOf(floors[rows], line.http_ms, cores);
    const each = `${ms(creating)} until the answer and ${ms(ending + bank)} until its end, a bare POST and its load ${ms(line.http_ms)}`;
    const verdict = verdictOn(line, most, 'what is accepted has to be ended, so it cannot be sustained here');
    return [
      `${line.path}: writing the same rows, guarded as they are, and nothing else takes PostgreSQL ${each}; were that all there is to do, ${cores} cores would carry ${valueText(most, line.unit)}${verdict}.`,
    ];
  });
}

/** The rows that a path writes in groups. */
const rowsOf: Readonly<Partial<Record<string, Exclude<keyof Floors, 'lone' | 'item' | 'exchange'>>>> = {
  hot: 'hot',
  slow: 'hot',
  spread: 'spread',
  payin: 'payin',
};

/** Sets of one account run one after another, because each needs the balance that the previous one left. */
function batchNote(line: Line, { item }: Floors): string {
  const { path, unit } = line;
  const most = 1000 / item;
  const verdict = verdictOn(line, most, 'not reached here by one that keeps these rows');
  return `${path}: writing the same rows, guarded as they are, in sets of 100 and nothing else takes ${ms(item)} each; were that all there is to do, one set after another comes to ${valueText(most, unit)}${verdict}.`;
}

const ms = (value: number): string => `${value.toFixed(3)} ms`;

/** Notes if the rate is below a path's goal, which makes the goal unreachable on this machine. */
function verdictOn({ name, unit, ceiling }: Line, rate: number, words: string): string {
  const { hold, aim }: Path = paths[name as PathName];
  const goalOf = ({ ratio }: Goal): number => (ratio && 'least' in ratio ? ratio.least * (ceiling ?? 0) : 0);
  const below = (what: string, most: number): string =>
    `, less than the ${what}'s ${valueText(most, unit)}: ${words}`;
  if (rate < goalOf(hold)) return below('hold', goalOf(hold));
  return aim && rate < goalOf(aim) ? below('aim', goalOf(aim)) : '';
}

function growthNotes(growth: GrowthResult): string[] {
  const made = growth.archived > 0 ? 'were archived and removed' : 'were created';
  const seeded = `${count(growth.archived || growth.large)} payouts ${made} in ${growth.seconds.toFixed(0)} s`;
  const checked = `proved by the checker in ${growth.check_seconds.toFixed(0)} s`;
  return [
    `Growth: ${seeded} and ${checked}; ${growth.reads} reads were explained there.`,
    ...growth.plan_faults,
  ];
}

/** An integer with thousands separators. */
export const count = (value: number): string => value.toLocaleString('en');

/** A value with its unit; milliseconds with two decimals, below one with three. */
export function valueText(value: number | null, unit: string): string {
  if (value === null) return '–';
  if (unit === 'MB') return `${value.toFixed(1)} MB`;
  if (unit === 'ms') return `${value.toFixed(value < 1 ? 3 : 2)} ms`;
  if (unit === '%') return `${value.toFixed(1)} %`;
  return `${count(Math.round(value))} ${unit}`.replace(' /', '/').trim();
}
