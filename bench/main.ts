import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Bare } from './bare.ts';
import { checkInvariants, formatReport } from './built.ts';
import { openCeiling, shapes, type Ceiling } from './ceiling.ts';
import { startChild } from './child.ts';
import type { Load, LoadResult, Sent } from './load.ts';
import { openPayers } from './payers.ts';
import { pageOf } from './report.ts';
import { linesOf, tableOf, type Result } from './result.ts';
import { loadOf, measureRound, payoutOf, type Bench, type Pace, type Round } from './round.ts';
import { startSubject } from './subject.ts';

const usage = `npm run bench -- [--quick] [--json FILE] [--report FILE]

Measures the service and, in the same run, the ceiling that its machine sets: see bench/paths.ts.
  --quick        under two minutes, in place of about a quarter of an hour
  --json FILE    writes the result as JSON
  --report FILE  draws it as one HTML page`;

const paces: Record<Result['mode'], Pace> = {
  quick: { rounds: 3, ceilingMs: 1000, writeMs: 1000, readMs: 500 },
  full: { rounds: 5, ceilingMs: 4000, writeMs: 4000, readMs: 3000 },
};
const payersCount = 1001;
const knownKeys = 200;
/** A quick run starts no further round after this. */
const quickMs = 75_000;

const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    report: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (given.help) process.stdout.write(`${usage}\n`);
else await main();

async function main(): Promise<void> {
  const stops: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= stopAll(stops));
  let interrupted = false;
  process.once('SIGINT', () => {
    interrupted = true;
    void stop();
  });
  try {
    const result = await run(given.quick ? 'quick' : 'full', stops);
    process.stdout.write(`\n${tableOf(result)}\n`);
    if (given.json !== undefined) await writeFile(given.json, `${JSON.stringify(result, null, 2)}\n`);
    if (given.report !== undefined) await writeFile(given.report, pageOf(result));
    if (result.invariants === 'broken') process.exitCode = 1;
  } catch (error) {
    // What is measured when the bench is interrupted falls over: that is no fault of its own.
    if (!interrupted) throw error;
    process.exitCode = 130;
  } finally {
    await stop();
    // What was still starting when the bench was interrupted.
    await stopAll(stops);
  }
}

async function stopAll(stops: (() => Promise<unknown>)[]): Promise<void> {
  for (let each = stops.pop(); each; each = stops.pop()) await each();
}

async function run(mode: Result['mode'], stops: (() => Promise<unknown>)[]): Promise<Result> {
  const startedAt = new Date();
  const bench = await open(paces[mode], stops);
  const { ceiling, subject, progress, pace } = bench;
  const rounds: Round[] = [];
  const memory: { at: number; megabytes: number }[] = [];
  const weigh = async (): Promise<void> =>
    void memory.push({ at: performance.now(), megabytes: await subject.residentMegabytes() });
  await weigh();
  for (let nth = 1; nth <= pace.rounds; nth += 1) {
    if (mode === 'quick' && performance.now() > quickMs && nth > 1) break;
    progress(`round ${nth} of ${pace.rounds}`);
    rounds.push(await measureRound(bench));
    await weigh();
  }
  progress('other shapes of the ceiling, and the invariants');
  const checked = await checkInvariants(subject.databaseUrl);
  if (checked.violations.length > 0) progress(formatReport(checked));
  const [server] = await subject.rows<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  const afterAMinute = memory.filter(({ at }) => at > 60_000);
  const kept = afterAMinute.length > 1 ? afterAMinute : memory;
  return {
    started_at: startedAt.toISOString(),
    mode,
    node: process.versions.node,
    postgres: server?.version ?? '',
    cores: availableParallelism(),
    ceiling_driven_by: ceiling.drivenBy,
    lines: linesOf(
      rounds,
      kept.map(({ megabytes }) => megabytes),
    ),
    other_ceilings: await otherCeilings(ceiling, pace.ceilingMs),
    invariants: checked.violations.length === 0 ? 'hold' : 'broken',
  };
}

async function open(pace: Pace, stops: (() => Promise<unknown>)[]): Promise<Bench> {
  const progress = (text: string): void =>
    void process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
  const dir = await mkdtemp(join(tmpdir(), 'psp-bench-'));
  // Root's server runs as another user, who must be able to pass through.
  await chmod(dir, 0o711);
  stops.push(() => rm(dir, { recursive: true, force: true }));
  progress('starting the PostgreSQL of the ceiling, and the service with its own');
  const ceiling = await openCeiling(join(dir, 'ceiling'));
  stops.push(() => ceiling.stop());
  const subject = await startSubject(join(dir, 'service'));
  stops.push(() => subject.stop());
  const load = startChild<Load, LoadResult>('load');
  const bare = startChild<Bare, string>('bare');
  stops.push(() => Promise.all([load.stop(), bare.stop()]));
  const bareUrl = await bare.ask({ url: subject.databaseUrl });
  progress(`opening ${payersCount} accounts and funding them`);
  const [hot, ...spread] = await openPayers(subject, payersCount);
  if (!hot) throw new Error('no account was opened');
  const known = Array.from({ length: knownKeys }, (_, nth) => payoutOf(hot, `known-key-${nth}`));
  const bench: Bench = { pace, ceiling, subject, load, bareUrl, hot, spread, known, progress };
  progress('warming up');
  await warmUp(bench, known);
  return bench;
}

/** Binds the known keys, and lets both sides compile what they run most. */
async function warmUp(bench: Bench, known: readonly Sent[]): Promise<void> {
  const { load, subject, hot, spread } = bench;
  const made = { status: 201, text: '"status":"processing"' };
  await load.ask({ ...loadOf(bench, known), ms: 'once', expected: made });
  for (const payers of [[hot], spread]) {
    const requests = payers.map((payer) => payoutOf(payer, 'fresh'));
    await load.ask({ ...loadOf(bench, requests), ms: 1000, expected: made });
  }
  await subject.settled();
}

async function otherCeilings(ceiling: Ceiling, ms: number): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const name of ['hot, sets of 100', 'spread, sets of 100'] as const) {
    const [lone, some] = [
      await ceiling.measure(shapes[name], 1, ms),
      await ceiling.measure(shapes[name], 8, ms),
    ];
    found[name] = Math.max(lone, some);
  }
  return found;
}
