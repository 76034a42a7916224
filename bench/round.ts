import type { Burn } from './burn.ts';
import { execute, shapes, type Ceiling, type Shape } from './ceiling.ts';
import type { Child } from './child.ts';
import { cpuEach, cpuOf, type Cpu } from './cpu.ts';
import type { Flood } from './flood.ts';
import type { Load, LoadResult, Sent } from './load.ts';
import type { Payer } from './payers.ts';
import { paths, type PathName } from './paths.ts';
import { valueText } from './result.ts';
import { median, merged, percentile } from './statistics.ts';
import type { Subject } from './subject.ts';

/** Durations of the measurements. */
export interface Pace {
  readonly rounds: number;
  readonly ceilingMs: number;
  readonly writeMs: number;
  readonly readMs: number;
  /** Durations of sustained payouts and of overload. */
  readonly sustainMs: number;
  readonly overloadMs: number;
}

/** The accounts and requests of a load. */
export interface Cast {
  readonly hot: Payer;
  readonly spread: readonly Payer[];
  /** Requests whose keys exist already. */
  readonly known: readonly Sent[];
}

/** A service and everything needed to send requests to it. */
export interface Asking extends Cast {
  readonly pace: Pick<Pace, 'writeMs' | 'readMs' | 'sustainMs'>;
  readonly subject: Subject;
  readonly load: Child<Load, LoadResult>;
  readonly progress: (text: string) => void;
}

export interface Bench extends Asking {
  readonly pace: Pace;
  readonly ceiling: Ceiling;
  readonly flood: Child<Flood, number>;
  readonly burn: Child<Burn, number>;
  readonly bare: { readonly url: string; readonly pid: number };
}

/** Ceiling and service in one round, with latencies if both use HTTP; or the service alone. */
export interface Sample {
  readonly ceiling: number | null;
  readonly measured: number;
  readonly latenciesMs?: Float64Array;
  readonly ceilingLatenciesMs?: Float64Array;
  /** Processor time by process, including the sending of created payouts. */
  readonly cpuMs?: Cpu;
  /** Payouts a second of the minimal schema behind a bare route, under the same load. */
  readonly behindHttp?: number;
  /**
   * Cost of a bare POST in milliseconds: processor time of route and load; on one connection, elapsed time.
   */
  readonly httpMs?: number;
  /** Milliseconds for a payout of the minimal schema with one client, as a measure of the machine's speed. */
  readonly clientMs?: number;
  /** Operations a second, from the first until everything that follows from the last is done. */
  readonly wholePerSecond?: number;
}

export type Round = Partial<Record<PathName, Sample>>;

const connections = 64;
const slowCommits = { on: '2000', off: '0' };

/** Measures every path once, beside its ceiling. Work left by one path is finished before the next. */
export async function measureRound(bench: Bench): Promise<Round> {
  const round: Round = {};
  const keep = (name: PathName, sample: Sample): void => {
    round[name] = sample;
    reportProgress(bench, name, sample);
  };
  const hot = await clientsOf(bench, shapes.hot);
  const behindHot = await payBare(bench, 1);
  keep('hot', { ceiling: hot.best, ...behindHot, ...(await pay(bench, [bench.hot])) });
  keep('tagged', await withMetadata(bench));
  const behindLone = await payBare(bench, 1, 1);
  const lone = await pay(bench, [bench.hot], 1);
  const clientMs = 1000 / hot.lone;
  keep('lone', {
    ...lone,
    ceiling: null,
    measured: percentile(lone.latenciesMs, 0.5),
    clientMs,
    httpMs: Math.max(0, 1000 / behindLone.behindHttp - clientMs),
  });
  const replayed = await replay(bench);
  keep('replay', { ceiling: lone.measured, ceilingLatenciesMs: lone.latenciesMs, ...replayed });
  const spread = await clientsOf(bench, shapes.spread);
  const behindSpread = await payBare(bench, bench.spread.length);
  keep('spread', { ceiling: spread.best, ...behindSpread, ...(await pay(bench, bench.spread)) });
  keep('payin', { ceiling: spread.best, httpMs: behindSpread.httpMs, ...(await collect(bench)) });
  for (const [name, { bare, own }] of Object.entries(await reads(bench))) {
    const bareLoad = { ...loadOf(bench, bare), baseUrl: bench.bare.url };
    const ceiling = await bench.load.ask(bareLoad);
    keep(name as PathName, {
      ceiling: ceiling.perSecond,
      ceilingLatenciesMs: ceiling.latenciesMs,
      ...(await measureLoad(bench, loadOf(bench, own))),
    });
  }
  keep('flooded', await besideFlood(bench));
  keep('strangers', await besideStrangers(bench));
  keep('slow', { httpMs: behindHot.httpMs, ...(await withSlowCommits(bench)) });
  return round;
}

/** Without, with, with, without: other load on the machine affects both. */
async function withMetadata(bench: Bench): Promise<Sample> {
  const turns = { plain: [] as LoadCost[], tagged: [] as LoadCost[] };
  for (const name of ['plain', 'tagged', 'tagged', 'plain'] as const) {
    const requests = [
      name === 'tagged' ? payoutOf(bench.hot, 'fresh', fiveKeys) : payoutOf(bench.hot, 'fresh'),
    ];
    turns[name].push(await paid(bench, { ...payLoad(bench, []), requests }));
  }
  const perSecond = (name: keyof typeof turns) =>
    median(turns[name].map(({ wholePerSecond }) => wholePerSecond));
  return {
    measured: perSecond('tagged'),
    ceiling: perSecond('plain'),
    latenciesMs: merged(turns.tagged.map(({ latenciesMs }) => latenciesMs)),
    ceilingLatenciesMs: merged(turns.plain.map(({ latenciesMs }) => latenciesMs)),
  };
}

const fiveKeys = { order: '1042', customer: 'c-77', cost_centre: 'retail', run: '2026-11', source: 'erp' };

export function reportProgress(
  { progress }: Pick<Bench, 'progress'>,
  name: PathName,
  { measured, ceiling }: Sample,
): void {
  const { title, unit } = paths[name];
  const beside = ceiling === null ? '' : `, ceiling ${valueText(ceiling, unit)}`;
  progress(`  ${title}: ${valueText(measured, unit)}${beside}`);
}

/** An account works while a page without a key is requested as fast as possible. */
const besideFlood = (bench: Bench): Promise<Sample> =>
  beside(bench, { path: '/v1/openapi.json', connections: 40, share: 0.5, ms: bench.pace.readMs });

/** Strangers keep as many requests open as they can, without sending the rest of them. */
export const besideStrangers = (bench: BesideBench): Promise<Sample> =>
  beside(bench, {
    path: '/dashboard/sign-in',
    connections: 600,
    isHalfSent: true,
    share: 0.99,
    ms: bench.pace.writeMs,
  });

type BesideBench = Pick<Bench, 'flood' | 'hot' | 'load' | 'subject' | 'pace'>;

/** By then every connection of the flood is open. */
const openMs = 1_000;

/**
 * Reads of one account on one connection, beside a flood and alone; returns the latency at this percentile.
 */
async function beside(
  bench: BesideBench,
  { share, ms, ...flooding }: Omit<Flood, 'baseUrl'> & { readonly share: number },
): Promise<Sample> {
  const { flood, load, subject, hot } = bench;
  const requests: Sent[] = [{ method: 'GET', path: '/v1/balances', apiKey: hot.apiKey }];
  const ask = { ...loadOf(bench, requests, 1), ms };
  const alone = await load.ask(ask);
  const flooded = flood.ask({ baseUrl: subject.baseUrl, ...flooding, ms: ms + openMs });
  await new Promise((resolve) => setTimeout(resolve, openMs));
  const [found] = await Promise.all([load.ask(ask), flooded]);
  return {
    ceiling: percentile(alone.latenciesMs, share),
    ceilingLatenciesMs: alone.latenciesMs,
    measured: percentile(found.latenciesMs, share),
    latenciesMs: found.latenciesMs,
  };
}

async function withSlowCommits(bench: Bench): Promise<Sample> {
  return slowly([bench.ceiling.url, bench.subject.databaseUrl], async () => {
    const { best } = await clientsOf(bench, shapes.hot);
    return { ceiling: best, ...(await pay(bench, [bench.hot])) };
  });
}

/** Adds 2 ms to every commit on those servers, like a network disk. */
export async function slowly<T>(urls: readonly string[], measure: () => Promise<T>): Promise<T> {
  const slow = async (microseconds: string): Promise<void> => {
    for (const url of urls) {
      await execute(url, `alter system set commit_delay = ${microseconds}`);
      await execute(url, 'alter system set commit_siblings = 0');
      await execute(url, 'select pg_reload_conf()');
    }
  };
  await slow(slowCommits.on);
  try {
    return await measure();
  } finally {
    await slow(slowCommits.off);
  }
}

async function clientsOf({ ceiling, pace }: Bench, shape: Shape): Promise<{ lone: number; best: number }> {
  const lone = await ceiling.measure(shape, 1, pace.ceilingMs);
  const some = await ceiling.measure(shape, 8, pace.ceilingMs);
  const many = await ceiling.measure(shape, 32, pace.ceilingMs);
  return { lone, best: Math.max(lone, some, many) };
}

export interface LoadCost {
  readonly measured: number;
  readonly latenciesMs: Float64Array;
  readonly cpuMs: Cpu;
  readonly wholePerSecond: number;
}

/** Runs a load and the work that follows; the cost covers both. */
export async function measureLoad(
  { load, subject }: Asking,
  ask: Load,
  follow: (result: LoadResult) => Promise<void> = async () => undefined,
): Promise<LoadCost> {
  const pids = { ...subject.pids, load: load.pid };
  const before = cpuOf(pids);
  const start = performance.now();
  const result = await load.ask(ask);
  await follow(result);
  const { perSecond, latenciesMs } = result;
  const wholePerSecond = (latenciesMs.length / (performance.now() - start)) * 1000;
  const cpuMs = cpuEach(before, cpuOf(pids), latenciesMs.length);
  return { measured: perSecond, latenciesMs, cpuMs, wholePerSecond };
}

export function payLoad(bench: Asking, payers: readonly Payer[], over = connections): Load {
  const requests = payers.map((payer) => payoutOf(payer, 'fresh'));
  const expected = { status: 201, text: '"status":"processing"' };
  return { ...loadOf(bench, requests, over), ms: bench.pace.writeMs, expected };
}

/** Payouts are sent as in production, during the load or soon after; the cost includes that. */
export function pay(bench: Asking, payers: readonly Payer[], over = connections): Promise<LoadCost> {
  return paid(bench, payLoad(bench, payers, over));
}

function paid(bench: Asking, load: Load): Promise<LoadCost> {
  return measureLoad(bench, load, async ({ latenciesMs }) => {
    const left = await bench.subject.settled();
    bench.progress(`    ${latenciesMs.length} payouts, the last one completed ${Math.round(left)} ms later`);
  });
}

/**
 * The minimal schema behind a bare route with the service's batching: payouts a second, and the cost of HTTP.
 */
async function payBare(
  { load, bare, subject, pace }: Bench,
  accounts: number,
  over = connections,
): Promise<{ behindHttp: number; httpMs: number }> {
  const requests = Array.from({ length: accounts }, (_, nth): Sent => ({
    method: 'POST',
    path: `/pay/${nth + 1}`,
    body: '{"amount":"1.00"}',
    idempotencyKey: 'fresh',
  }));
  const expected = { status: 200, text: '{' };
  const pids = { service: bare.pid, postgres: subject.pids.postgres, load: load.pid };
  const before = cpuOf(pids);
  const { perSecond, latenciesMs } = await load.ask({
    baseUrl: bare.url,
    connections: over,
    ms: pace.readMs,
    requests,
    expected,
  });
  const each = cpuEach(before, cpuOf(pids), latenciesMs.length);
  return { behindHttp: perSecond, httpMs: each.service + each.load };
}

/** Counts until the last pay-in is credited. */
export async function collect(bench: Asking): Promise<LoadCost> {
  const { subject, pace } = bench;
  const requests = bench.spread.map(({ apiKey, fundingAccountId }): Sent => ({
    method: 'POST',
    path: '/v1/sandbox/deposits',
    apiKey,
    body: JSON.stringify({ funding_account_id: fundingAccountId, amount: '10.00' }),
  }));
  const expected = { status: 201, text: '"status":' };
  let lastedMs = 0;
  const ask = { ...loadOf(bench, requests), ms: pace.writeMs, expected };
  const sent = await measureLoad(bench, ask, async ({ elapsedMs }) => {
    lastedMs = elapsedMs + (await subject.settled());
  });
  return { ...sent, measured: (sent.latenciesMs.length / lastedMs) * 1000 };
}

export const replay = (bench: Asking): Promise<LoadCost> => measureLoad(bench, loadOf(bench, bench.known, 1));

/** A load that expects 200. */
export function loadOf(
  { subject, pace }: Pick<Asking, 'subject' | 'pace'>,
  requests: readonly Sent[],
  over = connections,
): Load {
  const expected = { status: 200, text: '{' };
  return { baseUrl: subject.baseUrl, connections: over, ms: pace.readMs, requests, expected };
}

/** A request for a payout of 1.00 MXN to the payer's beneficiary. */
export function payoutOf(
  { apiKey, beneficiaryId }: Pick<Payer, 'apiKey' | 'beneficiaryId'>,
  idempotencyKey: string,
  metadata?: Readonly<Record<string, string>>,
): Sent {
  const body = JSON.stringify({
    beneficiary_id: beneficiaryId,
    source_currency: 'MXN',
    amount: '1.00',
    amount_side: 'source',
    ...(metadata && { metadata }),
  });
  return { method: 'POST', path: '/v1/payouts', apiKey, body, idempotencyKey };
}

export async function reads({ subject, hot, spread }: Asking) {
  const ids = await subject.rows<{ id: string }>(
    'select id from payout where account_id = $1 order by id desc limit 1000',
    [hot.accountId],
  );
  const get = (path: string, apiKey?: string): Sent => ({
    method: 'GET',
    path,
    ...(apiKey !== undefined && { apiKey }),
  });
  const { accountId, apiKey } = hot;
  return {
    balances: {
      bare: spread.map((payer) => get(`/balances/${payer.accountId}`)),
      own: spread.map((payer) => get('/v1/balances', payer.apiKey)),
    },
    payout: {
      bare: ids.map(({ id }) => get(`/payout/${accountId}/${id}`)),
      own: ids.map(({ id }) => get(`/v1/payouts/${id}`, apiKey)),
    },
    page: {
      bare: [get(`/payouts/${accountId}`)],
      own: [get('/v1/payouts?limit=25', apiKey)],
    },
  };
}
