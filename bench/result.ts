import { paths, type PathName } from './paths.ts';
import type { Round } from './round.ts';
import { distribution, median, merged, type Distribution } from './statistics.ts';

/** One line of the table: medians of the rounds. */
export interface Line {
  readonly name: PathName;
  readonly path: string;
  readonly unit: string;
  readonly ceiling_is: string;
  readonly ceiling: number | null;
  readonly measured: number;
  readonly ratio: number | null;
  readonly goal: string;
  readonly met: boolean;
  readonly rounds: readonly { readonly ceiling: number; readonly measured: number }[];
  readonly latency_ms?: Distribution;
  readonly ceiling_latency_ms?: Distribution;
}

/** What one run of the bench found, as `--json` writes it. */
export interface Result {
  readonly started_at: string;
  readonly mode: 'quick' | 'full';
  readonly node: string;
  readonly postgres: string;
  readonly cores: number;
  readonly ceiling_driven_by: string;
  readonly lines: readonly Line[];
  /** Payouts a second of the minimal schema in other shapes, for comparison. */
  readonly other_ceilings: Readonly<Record<string, number>>;
  readonly invariants: 'hold' | 'broken';
}

/** The lines of all rounds; `memory` are resident megabytes over the run, the first after the first minute. */
export function linesOf(rounds: readonly Round[], memory: readonly number[]): Line[] {
  const names = Object.keys(paths) as PathName[];
  return names.flatMap((name) => (name === 'memory' ? [memoryLine(memory)] : lineOf(name, rounds)));
}

function lineOf(name: PathName, rounds: readonly Round[]): Line[] {
  const samples = rounds.flatMap((round) => round[name] ?? []);
  if (samples.length === 0) return [];
  const ceiling = median(samples.map((sample) => sample.ceiling));
  const measured = median(samples.map((sample) => sample.measured));
  const ratio = measured / ceiling;
  const own = samples.flatMap(({ latenciesMs }) => latenciesMs ?? []);
  const other = samples.flatMap(({ ceilingLatenciesMs }) => ceilingLatenciesMs ?? []);
  return [
    {
      ...described(name, ratio),
      ceiling,
      measured,
      ratio,
      rounds: samples.map((sample) => ({ ceiling: sample.ceiling, measured: sample.measured })),
      ...(own.length > 0 && { latency_ms: distribution(merged(own)) }),
      ...(other.length > 0 && { ceiling_latency_ms: distribution(merged(other)) }),
    },
  ];
}

function memoryLine(memory: readonly number[]): Line {
  const growth = (memory.at(-1) ?? Number.NaN) - (memory[0] ?? Number.NaN);
  return { ...described('memory', growth), ceiling: null, measured: growth, ratio: null, rounds: [] };
}

function described(name: PathName, value: number) {
  const { title, unit, ceiling, goal } = paths[name];
  const shown = 'least' in goal ? `≥ ${goal.least} ×` : `≤ ${goal.most} ${unit}`;
  const met = 'least' in goal ? value >= goal.least : value <= goal.most;
  return { name, path: title, unit, ceiling_is: ceiling, goal: shown, met };
}

/** The result as a table for the terminal. */
export function tableOf(result: Result): string {
  const head = ['path', 'ceiling', 'measured', 'ratio', 'goal', 'met', 'p50 / p99 ms'];
  const rows = result.lines.map((line) => [
    line.path,
    shown(line.ceiling, line.unit),
    shown(line.measured, line.unit),
    line.ratio === null ? '–' : `${line.ratio.toFixed(2)} ×`,
    line.goal,
    line.met ? 'yes' : 'NO',
    line.latency_ms ? `${line.latency_ms.p50.toFixed(2)} / ${line.latency_ms.p99.toFixed(2)}` : '–',
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  const aligned = [head, ...rows].map((row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    ),
  );
  const [titles = [], ...cells] = aligned.map((row) => row.join('   '));
  return [titles, '-'.repeat(titles.length), ...cells, '', ...notesOf(result)].join('\n');
}

/** What the figures rest on. */
export function notesOf(result: Result): string[] {
  const others = Object.entries(result.other_ceilings).map(
    ([name, value]) => `${name} ${shown(value, '/s')}`,
  );
  return [
    `Ceiling driven by ${result.ceiling_driven_by}; PostgreSQL ${result.postgres}, durable as shipped; Node ${result.node}; ${result.cores} cores.`,
    `Medians of ${result.lines[0]?.rounds.length ?? 0} interleaved rounds (${result.mode}). Load over HTTP comes from one process on the same machine: it costs both sides. What is created is also sent to the sandbox bank and completed meanwhile.`,
    ...(others.length > 0 ? [`The minimal schema otherwise: ${others.join(', ')}.`] : []),
    `Invariants after the load: ${result.invariants}.`,
  ];
}

export function shown(value: number | null, unit: string): string {
  if (value === null) return '–';
  return unit === 'MB'
    ? `${value.toFixed(1)} MB`
    : `${Math.round(value).toLocaleString('en')} ${unit}`.replace(' /', '/');
}
