import type { Answered, Arrivals } from './arrival.ts';
import { askTogether } from './arrivals.ts';
import { cpuEach, cpuOf } from './cpu.ts';
import { payerOf } from './batch.ts';
import type { Payer } from './payers.ts';
import { payoutOf, reportProgress, type Bench, type Round } from './round.ts';
import { percentile } from './statistics.ts';

/** Concurrency at which the service accepts most payouts: it fills groups and leaves room. */
const capacityAtOnce = 64;
const overload = 5;
const modestPerSecond = 40;
/** The statuses of an overloaded service. */
const away = ['429', '503'];

/** The part of a bench used here. */
export type OverloadBench = Pick<Bench, 'burn' | 'hot' | 'spread' | 'progress'> & {
  readonly subject: Pick<Bench['subject'], 'baseUrl' | 'pids' | 'settled'>;
  readonly pace: Pick<Bench['pace'], 'overloadMs'>;
};

/**
 * One account sends five times as many payouts as the service can accept, while another sends a few. The
 * other is then measured beside a process that uses as much processor time. `lone` is the cost of a lone
 * payout.
 */
export async function measureOverload(bench: OverloadBench, { lone }: Pick<Round, 'lone'>): Promise<Round> {
  const { burn, hot, pace, spread, subject, progress } = bench;
  if (lone?.cpuMs === undefined) throw new Error('nobody has measured a payout by itself');
  const modest = arrivalsOf(bench, payerOf(spread, 1), { perSecond: modestPerSecond });
  const filling = arrivalsOf(bench, hot, { atOnce: capacityAtOnce });
  const [full] = await askTogether([filling(), modest()]);
  await subject.settled();
  const capacity = acceptedPerSecond(full);
  const pids = { ...subject.pids, load: process.pid };
  const before = cpuOf(pids);
  const crowd = arrivalsOf(bench, hot, { perSecond: overload * capacity });
  const [flooded, meanwhile] = await askTogether([crowd(), modest()]);
  const { service, postgres } = cpuEach(before, cpuOf(pids), 1);
  await subject.settled();
  const own = (lone.cpuMs.service + lone.cpuMs.postgres) * latenciesOf(meanwhile).length;
  const cores = (service + postgres + (flooded?.cpuMs ?? Number.NaN) - own) / pace.overloadMs;
  const [[beside]] = await Promise.all([askTogether([modest()]), burn.ask({ cores, ms: pace.overloadMs })]);
  await subject.settled();
  progress(`    ${answersOf(flooded)}; beside a process that took ${cores.toFixed(2)} cores`);
  const [latenciesMs, ceilingLatenciesMs] = [latenciesOf(meanwhile), latenciesOf(beside)];
  const round: Round = {
    overload: {
      ceiling: percentile(ceilingLatenciesMs, 0.99),
      measured: percentile(latenciesMs, 0.99),
      latenciesMs,
      ceilingLatenciesMs,
    },
    overloadGoodput: { ceiling: capacity, measured: acceptedPerSecond(flooded) },
    overloadOthers: { ceiling: null, measured: wrongAnswers([flooded, meanwhile, beside]) },
  };
  for (const name of ['overload', 'overloadGoodput', 'overloadOthers'] as const)
    reportProgress(bench, name, round[name] ?? { ceiling: null, measured: Number.NaN });
  return round;
}

let loads = 0;

/** Builds requests with a new key each time. */
function arrivalsOf({ subject, pace }: OverloadBench, payer: Payer, at: Arrivals['pace']): () => Arrivals {
  const { body = '' } = payoutOf(payer, 'fresh');
  const { baseUrl } = subject;
  return () => ({
    baseUrl,
    apiKey: payer.apiKey,
    body,
    keyPrefix: `overload-${(loads += 1)}-`,
    ms: pace.overloadMs,
    pace: at,
  });
}

type Maybe = Answered | undefined;

const latenciesOf = (answered: Maybe): Float64Array => Float64Array.from(answered?.latenciesMs['201'] ?? []);

const acceptedPerSecond = (answered: Maybe): number =>
  (latenciesOf(answered).length / (answered?.elapsedMs ?? Number.NaN)) * 1000;

const answersOf = (answered: Maybe): string =>
  Object.entries(answered?.latenciesMs ?? {})
    .map(([status, { length }]) => `${length} were answered ${status}`)
    .join(', ');

/**
 * Responses that are neither accepted nor a rejection with Retry-After, and rejections of the modest account.
 */
const wrongAnswers = ([crowd, ...others]: readonly Maybe[]): number =>
  countBeside(crowd, ['201', ...away.filter((status) => saysWhen(crowd?.samples[status] ?? ''))]) +
  others.reduce((count, each) => count + countBeside(each, ['201']), 0);

const saysWhen = (answer: string): boolean => /^Retry-After: [1-9]\d*\r$/im.test(answer);

const countBeside = (answered: Maybe, statuses: readonly string[]): number =>
  Object.entries(answered?.latenciesMs ?? {}).reduce(
    (count, [status, { length }]) => (statuses.includes(status) ? count : count + length),
    0,
  );
