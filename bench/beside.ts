import { join } from 'node:path';
import type { Bare } from './bare.ts';
import { measureBatches, payerOf } from './batch.ts';
import type { Burn } from './burn.ts';
import { checkInvariants, formatReport } from './built.ts';
import { openCeiling, shapes } from './ceiling.ts';
import { startChild } from './child.ts';
import type { Flood } from './flood.ts';
import { besideFloors } from './floor-pace.ts';
import { atSpeed, measureFloors, type Floors } from './floor.ts';
import type { Load, LoadResult } from './load.ts';
import { openPayers, type Payer } from './payers.ts';
import { measureOverload } from './overload.ts';
import { linesOf, type Result } from './result.ts';
import {
  loadOf,
  measureRound,
  payoutOf,
  type Asking,
  type Bench,
  type Cast,
  type Pace,
  type Round,
} from './round.ts';
import { median } from './statistics.ts';
import { startSubject, type Subject } from './subject.ts';
import { measureSustained } from './sustained.ts';

/** Context of a bench run: working folder, progress output, and what must be stopped at the end. */
export interface BenchContext {
  readonly dir: string;
  readonly progress: (text: string) => void;
  readonly stops: (() => Promise<unknown>)[];
}

export interface BesideAsk extends BenchContext {
  readonly pace: Pace;
  /** No further round starts after this process time. */
  readonly untilMs: number;
}

const payersCount = 1001;
const knownKeys = 200;
const firstMinuteMs = 60_000;

type MeasuredRun = Pick<
  Result,
  'postgres' | 'rounds' | 'lines' | 'other_ceilings' | 'floors' | 'ceiling_driven_by' | 'invariants'
>;

/** Measures the service and its ceiling round by round, and checks all invariants afterwards. */
export async function measureBeside(ask: BesideAsk): Promise<MeasuredRun> {
  const bench = await open(ask);
  const { ceiling, subject, progress, pace } = bench;
  const rounds: Round[] = [];
  const startMs = performance.now();
  const memory: { at: number; megabytes: number }[] = [];
  const weigh = async (): Promise<void> =>
    void memory.push({ at: performance.now() - startMs, megabytes: await subject.residentMegabytes() });
  await weigh();
  for (let nth = 1; nth <= pace.rounds; nth += 1) {
    if (performance.now() > ask.untilMs && nth > 1) break;
    progress(`round ${nth} of ${pace.rounds}`);
    const round = await measureRound(bench);
    const sustained = await measureSustained(bench, round);
    const batches = await measureBatches(bench, round);
    rounds.push({ ...round, ...sustained, ...batches, ...(await measureOverload(bench, round)) });
    await weigh();
  }
  progress('other shapes of the ceiling, and the invariants');
  const checked = await checkInvariants(subject.databaseUrl);
  if (checked.violations.length > 0) progress(formatReport(checked));
  const floors = await floorsOf(bench, rounds);
  const afterAMinute = memory.filter(({ at }) => at > firstMinuteMs);
  return {
    postgres: subject.postgres,
    rounds: rounds.length,
    ceiling_driven_by: ceiling.drivenBy,
    lines: linesOf(
      rounds.map((round) => besideFloors(round, floors)),
      afterAMinute.length > 1 ? afterAMinute.map(({ megabytes }) => megabytes) : undefined,
    ),
    other_ceilings: await otherCeilings(bench),
    floors,
    invariants: checked.violations.length === 0 ? 'hold' : 'broken',
  };
}

async function open({ dir, stops, progress, pace }: BesideAsk): Promise<Bench> {
  progress('starting the PostgreSQL of the ceiling, and the service with its own');
  const ceiling = await openCeiling(join(dir, 'ceiling'));
  stops.push(() => ceiling.stop());
  const subject = await startSubject(join(dir, 'service'));
  stops.push(() => subject.stop());
  const load = startChild<Load, LoadResult>('load');
  const flood = startChild<Flood, number>('flood');
  const burn = startChild<Burn, number>('burn');
  const bare = startChild<Bare, string>('bare');
  stops.push(() => Promise.all([load, flood, burn, bare].map((each) => each.stop())));
  const bareUrl = await bare.ask({ url: subject.databaseUrl, ceilingUrl: ceiling.url });
  progress(`opening ${payersCount} accounts and funding them`);
  const bench: Bench = {
    pace,
    ceiling,
    subject,
    load,
    flood,
    burn,
    bare: { url: bareUrl, pid: bare.pid },
    ...(await openCast(subject, openPayers)),
    progress,
  };
  progress('warming up');
  await warmUp(bench);
  return bench;
}

/** One hot account and a thousand others. */
export async function openCast(subject: Subject, openThem: typeof openPayers): Promise<Cast> {
  const [hot, ...spread] = await openThem(subject, payersCount);
  if (!hot) throw new Error('no account was opened');
  const known = Array.from({ length: knownKeys }, (_, nth) => payoutOf(hot, `known-key-${nth}`));
  return { hot, spread, known };
}

/** Creates the known keys, and lets both sides compile their hot code. */
export async function warmUp(bench: Asking): Promise<void> {
  const { load, subject, hot, spread, known } = bench;
  const made = { status: 201, text: '"status":"processing"' };
  await load.ask({ ...loadOf(bench, known), ms: 'once', expected: made });
  const pay = async (payers: readonly Payer[], over?: number): Promise<unknown> => {
    const requests = payers.map((payer) => payoutOf(payer, 'fresh'));
    return load.ask({ ...loadOf(bench, requests, over), ms: 1000, expected: made });
  };
  await pay([hot]);
  await pay(spread);
  await pay([hot], 1);
  await subject.settled();
}

/**
 * Scaled to the speed of the machine during the rounds, by the same ceiling: a shared machine may be faster
 * or slower at the end.
 */
async function floorsOf(
  { ceiling, subject, hot, spread, pace }: Bench,
  rounds: readonly Round[],
): Promise<Floors> {
  const measure = (): Promise<number> => ceiling.measure(shapes.hot, 1, pace.ceilingMs);
  const before = await measure();
  const rows = await measureFloors(subject, { hotId: hot.accountId, batchId: payerOf(spread, 0).accountId });
  const exchange = 1000 / (await ceiling.measure(shapes.nothing, 1, pace.ceilingMs));
  const now = (before + (await measure())) / 2;
  const inRounds = 1000 / median(rounds.flatMap(({ lone }) => lone?.clientMs ?? []));
  return atSpeed({ ...rows, exchange }, inRounds / now);
}

async function otherCeilings({ ceiling, pace }: Bench): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const name of ['hot, sets of 100', 'spread, sets of 100'] as const) {
    const [lone, some] = [
      await ceiling.measure(shapes[name], 1, pace.ceilingMs),
      await ceiling.measure(shapes[name], 8, pace.ceilingMs),
    ];
    found[name] = Math.max(lone, some);
  }
  return found;
}
