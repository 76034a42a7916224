import { join } from 'node:path';
import type { BenchContext } from './beside.ts';
import { checkInvariants, formatReport } from './built.ts';
import { startChild, type Child } from './child.ts';
import { cpuEach, cpuOf } from './cpu.ts';
import type { Load, LoadResult, Sent } from './load.ts';
import { openPayers, type Payer } from './payers.ts';
import type { PathName } from './paths.ts';
import { payoutOf, type Round, type Sample } from './round.ts';
import { median, merged, percentile } from './statistics.ts';
import { startSubject, type Subject } from './subject.ts';

export interface LoggedPace {
  readonly rounds: number;
  /** Duration of one turn. */
  readonly ms: number;
}

/** A service with its own payers. */
interface Side {
  readonly subject: Subject;
  readonly payers: readonly Payer[];
}

const accounts = 100;
/** `many` saturates the machine; `light` leaves enough room that no request waits for it. */
const connections = { many: 64, light: 2 };
/** Pause until all lines are in the log; lines are batched for a quarter of a second. */
const flushMs = 500;

/**
 * Measures the service with and without the request log: the same load in short turns, with, without,
 * without, with. Other load on the machine affects both, so each figure is the median of such groups of four.
 */
export async function measureLogged(context: BenchContext, pace: LoggedPace) {
  context.progress('starting the service with the request log, and without it');
  const on = await openSide(context, 'on');
  const off = await openSide(context, 'off');
  const load = startChild<Load, LoadResult>('load');
  context.stops.push(() => load.stop());
  const beside: Beside = { load, on, off, ms: pace.ms };
  await four(beside, { ask: payouts, over: connections.many });
  const rounds: Round[] = [];
  for (let nth = 1; nth <= pace.rounds; nth += 1) {
    const payout = await four(beside, { ask: payouts, over: connections.many });
    const read = await four(beside, { ask: reads, over: connections.many });
    const calmPayout = await four(beside, { ask: payouts, over: connections.light });
    const calmRead = await four(beside, { ask: reads, over: connections.light });
    const round = {
      loggedPayout: payout.throughput,
      loggedPayoutCpu: payout.cpu,
      loggedPayoutWait: calmPayout.wait,
      loggedRead: read.throughput,
      loggedReadCpu: read.cpu,
      loggedReadWait: calmRead.wait,
    } satisfies Round;
    rounds.push(round);
    context.progress(`request log, round ${nth} of ${pace.rounds}: ${ratiosOf(round)}`);
  }
  const lines = await loggedLines(on.subject);
  context.progress(`${lines} lines are in the request log`);
  if (lines === 0) throw new Error('nothing was logged');
  const checked = await checkInvariants(on.subject.databaseUrl);
  if (checked.violations.length > 0) context.progress(formatReport(checked));
  return { rounds, hold: checked.violations.length === 0, postgres: on.subject.postgres };
}

const ratiosOf = (round: Partial<Record<PathName, Sample>>): string =>
  Object.entries(round)
    .map(([name, { measured, ceiling }]) => `${name} ${(measured / (ceiling ?? Number.NaN)).toFixed(3)}`)
    .join(', ');

async function openSide({ dir, stops }: BenchContext, requestLog: 'on' | 'off'): Promise<Side> {
  const subject = await startSubject(join(dir, `request-log-${requestLog}`), { REQUEST_LOG: requestLog });
  stops.push(() => subject.stop());
  return { subject, payers: await openPayers(subject, accounts) };
}

interface Beside {
  readonly load: Child<Load, LoadResult>;
  readonly on: Side;
  readonly off: Side;
  readonly ms: number;
}

/** The requests of a path, the expected responses, and the number of connections. */
interface Way {
  readonly ask: (side: Side) => Promise<Pick<Load, 'requests' | 'expected'>>;
  readonly over: number;
}

interface Turn {
  readonly perSecond: number;
  readonly latenciesMs: Float64Array;
  /** Processor time of service and PostgreSQL for one request, until everything is done and written. */
  readonly cpuMs: number;
}

async function four({ load, on, off, ms }: Beside, way: Way) {
  const turns = { on: [] as Turn[], off: [] as Turn[] };
  for (const name of ['on', 'off', 'off', 'on'] as const)
    turns[name].push(await turn({ load, side: name === 'on' ? on : off, ms }, way));
  const sample = (of: (turn: Turn) => number): Sample => ({
    measured: median(turns.on.map(of)),
    ceiling: median(turns.off.map(of)),
    latenciesMs: merged(turns.on.map(({ latenciesMs }) => latenciesMs)),
    ceilingLatenciesMs: merged(turns.off.map(({ latenciesMs }) => latenciesMs)),
  });
  return {
    throughput: sample(({ perSecond }) => perSecond),
    cpu: sample(({ cpuMs }) => cpuMs),
    wait: sample(({ latenciesMs }) => percentile(latenciesMs, 0.5)),
  };
}

async function turn(
  { load, side, ms }: { load: Beside['load']; side: Side; ms: number },
  { ask, over }: Way,
): Promise<Turn> {
  const { subject } = side;
  const loaded = await ask(side);
  const pids = { ...subject.pids, load: load.pid };
  const before = cpuOf(pids);
  const { perSecond, latenciesMs } = await load.ask({
    baseUrl: subject.baseUrl,
    connections: over,
    ms,
    ...loaded,
  });
  await subject.settled();
  await new Promise((resolve) => setTimeout(resolve, flushMs));
  const { service, postgres } = cpuEach(before, cpuOf(pids), latenciesMs.length);
  return { perSecond, latenciesMs, cpuMs: service + postgres };
}

const payouts: Way['ask'] = async ({ payers }) => ({
  requests: payers.map((payer) => payoutOf(payer, 'fresh')),
  expected: { status: 201, text: '"status":"processing"' },
});

const reads: Way['ask'] = async ({ subject, payers }) => {
  const rows = await subject.rows<{ id: string; account_id: string }>(
    'select distinct on (account_id) id, account_id from payout order by account_id, id desc limit 1000',
  );
  const keys = new Map(payers.map(({ accountId, apiKey }) => [accountId, apiKey]));
  const requests = rows.flatMap(({ id, account_id: accountId }): Sent[] => {
    const apiKey = keys.get(accountId);
    return apiKey === undefined ? [] : [{ method: 'GET', path: `/v1/payouts/${id}`, apiKey }];
  });
  return { requests, expected: { status: 200, text: '{' } };
};

async function loggedLines(subject: Subject): Promise<number> {
  const [found] = await subject.rows<{ count: string }>('select count(*) from request');
  return Number(found?.count ?? 0);
}
