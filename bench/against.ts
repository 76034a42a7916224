import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openCast, warmUp, type BenchContext } from './beside.ts';
import { buildIn, ownBuild, type Build } from './build.ts';
import { startChild, type Child } from './child.ts';
import { comparedOf, linesOf, type Compared, type Pair, type Turn } from './compared.ts';
import type { Load, LoadResult } from './load.ts';
import type { Payer } from './payers.ts';
import {
  measureLoad,
  collect,
  loadOf,
  pay,
  reads,
  replay,
  slowly,
  type LoadCost,
  type Asking,
} from './round.ts';
import { percentile } from './statistics.ts';
import { sustain } from './sustained.ts';
import * as webhooks from './webhook/webhook.ts';

const pace = { writeMs: 1000, readMs: 500, sustainMs: 3000 };
/** Pause for the work that the previous turn left behind: request log lines, dirty pages. */
const settleMs = 300;

const paying = {
  sustainedHot: (asking: Asking) => keepUp(asking, [asking.hot]),
  sustainedSpread: (asking: Asking) => keepUp(asking, asking.spread),
  hot: (asking: Asking) => pay(asking, [asking.hot]),
  spread: (asking: Asking) => pay(asking, asking.spread),
  lone: async (asking: Asking) => {
    const sent = await pay(asking, [asking.hot], 1);
    return { ...sent, measured: percentile(sent.latenciesMs, 0.5) };
  },
  replay,
  payin: collect,
  balances: (asking: Asking) => read(asking, 'balances'),
  payout: (asking: Asking) => read(asking, 'payout'),
  page: (asking: Asking) => read(asking, 'page'),
  slow: (asking: Asking) => slowly([asking.subject.databaseUrl], () => pay(asking, [asking.hot])),
};
/** Deliveries of one turn to each endpoint. */
const draining = {
  webhooks: ({ bench, cast }: Receivers) =>
    webhooks.drainBacklog(bench, cast.many, { lanes: webhooks.endpoints, events: 100 }),
  endpoint: ({ bench, cast }: Receivers) =>
    webhooks.drainBacklog(bench, cast.lone, { lanes: 1, events: webhooks.inOrderEvents }),
};

type PayingName = keyof typeof paying;
type DrainingName = keyof typeof draining;
export type AgainstName = PayingName | DrainingName;

const pays = (name: AgainstName): name is PayingName => name in paying;
export const isAgainstName = (name: string): name is AgainstName => name in paying || name in draining;
export const againstNames = [...Object.keys(paying), ...Object.keys(draining)].filter(isAgainstName);

interface Receivers {
  readonly bench: webhooks.Bench;
  readonly cast: webhooks.Cast;
}

export interface AgainstAsk {
  /** Folder of the other build. */
  readonly folder: string;
  readonly names: readonly AgainstName[];
  readonly rounds: number;
}

/** Compares another build with this one in alternating turns: other, this, this, other. */
export async function measureAgainst(
  context: BenchContext,
  { folder, names, rounds }: AgainstAsk,
): Promise<{ lines: Compared[]; hold: boolean }> {
  const load = startChild<Load, LoadResult>('load');
  context.stops.push(() => load.stop());
  const other = await openSide({ build: await buildIn(folder), context, side: 'other', load });
  const own = await openSide({ build: await ownBuild(), context, side: 'own', load });
  const pairs = new Map<AgainstName, Pair[]>(names.map((name) => [name, []]));
  for (let nth = 1; nth <= rounds; nth += 1) {
    context.progress(`round ${nth} of ${rounds}`);
    for (const [name, found] of pairs) {
      if (nth === 1 && pays(name)) for (const side of [other, own]) await side.turn(name);
      const before = { other: await other.turn(name), own: await own.turn(name) };
      const after = { own: await own.turn(name), other: await other.turn(name) };
      found.push(before, after);
      const { speed } = comparedOf(name, [before, after]);
      context.progress(`  ${name}: ${speed.toFixed(3)}`);
    }
  }
  const hold = [await other.holds(), await own.holds()].every(Boolean);
  return { lines: [...pairs].flatMap(([name, found]) => linesOf(name, found)), hold };
}

interface SideAsk {
  readonly build: Build;
  readonly context: BenchContext;
  readonly side: string;
  readonly load: Child<Load, LoadResult>;
}

/**
 * A build with one service that accepts payouts and another that delivers webhooks, each started on first
 * use.
 */
async function openSide({ build, context, side, load }: SideAsk) {
  const dir = join(context.dir, side);
  // If run by root, the server runs as another user, who must be able to pass through.
  await mkdir(dir, { mode: 0o711 });
  const own: BenchContext = { ...context, dir, progress: () => undefined };
  const opened: { asking?: Promise<Asking>; receivers?: Promise<Receivers> } = {};
  const turn = async (name: AgainstName): Promise<Turn> => {
    if (!pays(name)) {
      const receivers = await (opened.receivers ??= openReceivers(build, own));
      return { measured: await draining[name](receivers) };
    }
    const asking = await (opened.asking ??= openAsking(build, own, load));
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const { measured, cpuMs, sustained }: LoadCost & Pick<Turn, 'sustained'> = await paying[name](asking);
    return {
      measured,
      cpuMs: cpuMs.service + cpuMs.postgres,
      ...(sustained && { sustained }),
    };
  };
  const holds = async (): Promise<boolean> => {
    const asking = await opened.asking;
    if (asking === undefined) return true;
    const checked = await build.checkInvariants(asking.subject.databaseUrl);
    if (checked.violations.length > 0) context.progress(build.formatReport(checked));
    return checked.violations.length === 0;
  };
  return { turn, holds };
}

async function openAsking(
  build: Build,
  { dir, stops, progress }: BenchContext,
  load: SideAsk['load'],
): Promise<Asking> {
  const subject = await build.startSubject(join(dir, 'service'));
  stops.push(() => subject.stop());
  const asking = { pace, subject, load, progress, ...(await openCast(subject, build.openPayers)) };
  await warmUp(asking);
  return asking;
}

async function openReceivers(build: Build, context: BenchContext): Promise<Receivers> {
  const bench = await webhooks.open(context, build, { rounds: 1, events: 0, ms: 0, warmMs: 0 });
  const { cast, subject } = await webhooks.openCast(bench);
  await subject.stop();
  return { bench, cast };
}

/**
 * One build may send at once and another later, so the cost includes everything until the last payout has
 * ended.
 */
async function keepUp(asking: Asking, payers: readonly Payer[]): Promise<LoadCost & Pick<Turn, 'sustained'>> {
  const { sustained, postgresMs } = await sustain(asking, payers);
  return { ...sustained, sustained: { untilTheEnd: sustained.wholePerSecond, postgresMs } };
}

async function read(asking: Asking, name: 'balances' | 'payout' | 'page'): Promise<LoadCost> {
  return measureLoad(asking, loadOf(asking, (await reads(asking))[name].own));
}
