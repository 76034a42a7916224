import { startChild } from '../child.ts';
import type { Load, LoadResult } from '../load.ts';
import { median } from '../statistics.ts';
import { growthPaths, type GrowthPath } from './path.ts';
import { archiveSide, openSide, type Side, type SideAsk } from './side.ts';

/** Latencies in ms of one path in one round, with a small and a large history. */
export interface GrowthSample {
  readonly small: Float64Array;
  readonly large: Float64Array;
}

/** The measured cost of growth. */
export interface Growth {
  readonly postgres: string;
  readonly small: number;
  readonly large: number;
  /** How many of the large history's payouts are archived. */
  readonly archived: number;
  /** How long the large history took to create, or the archive to take its days. */
  readonly seconds: number;
  readonly check_seconds: number;
  readonly rounds: readonly Readonly<Record<GrowthPath, GrowthSample>>[];
  /** Number of reads explained at the large size, and the faults of their plans. */
  readonly reads: number;
  readonly plan_faults: readonly string[];
}

export type GrowthAsk = Pick<SideAsk, 'dir' | 'progress' | 'stops'> & { readonly rows: number };

/** Payouts in the small history, enough to fill every page. */
export const smallRows = 10_000;

const pace = { rounds: 5, warmUpMs: 500, readMs: 2_000, creations: 800 };
/** Enough to keep both sides busy and few enough not to queue, because latency is measured. */
const connections = 4;
const names = Object.keys(growthPaths) as GrowthPath[];

/**
 * Measures the same requests with 10,000 payouts and with `rows`, in alternating turns; then once more with most of
 * the large history archived.
 */
export async function measureGrowth({ rows, ...ask }: GrowthAsk): Promise<Growth[]> {
  const { progress, stops } = ask;
  progress(`growth: seeding ${smallRows} and ${rows} payouts`);
  const { creations } = pace;
  const load = startChild<Load, LoadResult>('load');
  stops.push(() => load.stop());
  const small = await openSide({ ...ask, load, creations, payouts: smallRows });
  const asked = { ...ask, load, creations, payouts: rows };
  const large = await openSide(asked);
  const whole = await compare(load, { small, large }, progress);
  const archived = await archiveSide(asked, large);
  return [whole, await compare(load, { small, large: archived }, progress)];
}

async function compare(
  load: ReturnType<typeof startChild<Load, LoadResult>>,
  { small, large }: { readonly small: Side; readonly large: Side },
  progress: (text: string) => void,
): Promise<Growth> {
  for (const side of [small, large]) {
    for (const name of names) await latencies(load, { side, name, ms: pace.warmUpMs });
  }
  const rounds: Record<GrowthPath, GrowthSample>[] = [];
  for (let nth = 1; nth <= pace.rounds; nth += 1) {
    progress(`growth: round ${nth} of ${pace.rounds}`);
    rounds.push(await measureRound(load, { small, large }, { nth, progress }));
  }
  return {
    postgres: large.subject.postgres,
    small: small.payouts,
    large: large.payouts,
    archived: large.archived,
    seconds: large.seconds,
    check_seconds: large.checkSeconds,
    rounds,
    reads: large.plans.length,
    plan_faults: faultsOf(large),
  };
}

async function measureRound(
  load: ReturnType<typeof startChild<Load, LoadResult>>,
  { small, large }: { small: Side; large: Side },
  { nth, progress }: { nth: number; progress: (text: string) => void },
): Promise<Record<GrowthPath, GrowthSample>> {
  const round: Partial<Record<GrowthPath, GrowthSample>> = {};
  for (const name of names) {
    const ask = { name, ms: pace.readMs };
    const first = nth % 2 === 0 ? await latencies(load, { ...ask, side: large }) : undefined;
    const sample = {
      small: await latencies(load, { ...ask, side: small }),
      large: first ?? (await latencies(load, { ...ask, side: large })),
    };
    round[name] = sample;
    const [before, after] = [sample.small, sample.large].map((each) => median([...each]).toFixed(2));
    progress(`  ${growthPaths[name]}: p50 ${before} ms, then ${after} ms`);
  }
  return round as Record<GrowthPath, GrowthSample>;
}

/** A fixed number of creations, not a time, so that the small history does not grow by being measured. */
async function latencies(
  load: ReturnType<typeof startChild<Load, LoadResult>>,
  { side, name, ms }: { side: Side; name: GrowthPath; ms: number },
): Promise<Float64Array> {
  const creates = name === 'create';
  const { latenciesMs } = await load.ask({
    baseUrl: side.subject.baseUrl,
    connections,
    ms: creates ? 'once' : ms,
    requests: side.requests[name],
    expected: creates ? { status: 201, text: '"status":"processing"' } : { status: 200, text: '{' },
  });
  if (creates) await side.subject.settled();
  return latenciesMs;
}

function faultsOf({ plans }: Side): string[] {
  return plans.flatMap(({ read, plans: explained }) =>
    explained.flatMap(({ faults, statement }) => faults.map((fault) => `${read} ${fault}: ${statement}`)),
  );
}
