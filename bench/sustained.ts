import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOfAll } from './cpu.ts';
import type { Payer } from './payers.ts';
import type { PathName } from './paths.ts';
import {
  measureLoad,
  payLoad,
  reportProgress,
  type LoadCost,
  type Asking,
  type Bench,
  type Round,
  type Sample,
} from './round.ts';
import { median } from './statistics.ts';
import type { Subject } from './subject.ts';

const lookMs = 250;

/**
 * Payouts over a time long enough that earlier ones must end meanwhile; uses the bare routes of the same
 * round.
 */
export async function measureSustained(bench: Bench, { hot, spread }: Round): Promise<Round> {
  const one = await sustain(bench, [bench.hot]);
  const many = await sustain(bench, bench.spread);
  const round: Round = {
    sustainedHot: { ...one.sustained, ...(hot?.httpMs !== undefined && { httpMs: hot.httpMs }) },
    sustainedSpread: { ...many.sustained, ...(spread?.httpMs !== undefined && { httpMs: spread.httpMs }) },
    sustainedDue: { ceiling: null, measured: Math.max(one.growth, many.growth) },
    costHot: { ceiling: null, measured: one.postgresMs },
    costSpread: { ceiling: null, measured: many.postgresMs },
  };
  for (const [name, sample] of Object.entries(round)) reportProgress(bench, name as PathName, sample);
  return round;
}

interface Sustained {
  readonly sustained: Sample & LoadCost;
  /** Growth of the accepted but not ended payouts, in per cent of the accepted ones. */
  readonly growth: number;
  /** For one payout, without the sandbox bank. */
  readonly postgresMs: number;
}

/** Counts the payouts that ended before the last one was accepted. */
export async function sustain(bench: Asking, payers: readonly Payer[]): Promise<Sustained> {
  const { subject, pace } = bench;
  const bankBefore = await bankMs(subject);
  const left: number[] = [];
  let isOver = false;
  const watch = async (): Promise<void> => {
    while (!isOver) {
      await sleep(lookMs);
      left.push(await leftOf(subject));
    }
  };
  const watching = watch();
  const load = { ...payLoad(bench, payers), ms: pace.sustainMs };
  let ended = 0;
  const paid = await measureLoad(bench, load, async ({ latenciesMs }) => {
    ended = latenciesMs.length - (await leftOf(subject));
    isOver = true;
    await watching;
    await subject.settled();
  }).finally(() => (isOver = true));
  const accepted = paid.latenciesMs.length;
  const half = Math.floor(left.length / 2);
  const grown = median(left.slice(half)) - median(left.slice(0, half));
  const bank = ((await bankMs(subject)) - bankBefore) / accepted;
  return {
    sustained: { ...paid, ceiling: null, measured: (paid.measured * ended) / accepted },
    growth: (Math.max(0, grown) / (accepted / 2)) * 100,
    postgresMs: paid.cpuMs.postgres - bank,
  };
}

/** Accepted payouts that have not ended. */
async function leftOf(subject: Subject): Promise<number> {
  const [found] = await subject.rows<{ count: string }>(
    'select count(*) from payout where next_step_at is not null',
  );
  return Number(found?.count);
}

/** Processor time of the connections that the sandbox bank uses in the same PostgreSQL. */
async function bankMs(subject: Subject): Promise<number> {
  const rows = await subject.rows<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'psp-simulator'",
  );
  return cpuOfAll(rows.map(({ pid }) => pid));
}
