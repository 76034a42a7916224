import { join } from 'node:path';
import type { BenchContext } from '../beside.ts';
import type { Build } from '../build.ts';
import { checkInvariants, formatReport } from '../built.ts';
import { startChild, type Child } from '../child.ts';
import type { Load, LoadResult, Sent } from '../load.ts';
import { create, customerOf, openAccounts, type Holder } from '../payers.ts';
import type { Round, Sample } from '../round.ts';
import { percentile } from '../statistics.ts';
import { startSubject, type Subject } from '../subject.ts';
import { atAPace, tickMs } from './live.ts';
import type { Posts } from './post.ts';
import type { ReceivedDeliveries, Manner, Order } from './receiver.ts';
import { measureSilent, silentAccounts } from './silent.ts';

export interface WebhookPace {
  readonly rounds: number;
  /** Events for an account's drain, and duration of the ceiling and live measurements. */
  readonly events: number;
  readonly ms: number;
  /** Warm-up of live delivery, because a new process runs cold code. */
  readonly warmMs: number;
  /** Run time before memory is measured, and again until the second measurement; absent: not measured. */
  readonly weighMs?: number;
}

export interface Bench {
  readonly build: Pick<Build, 'startSubject' | 'openAccounts'>;
  readonly context: BenchContext;
  readonly pace: WebhookPace;
  readonly receiver: Child<Order, ReceivedDeliveries>;
  readonly post: Child<Posts, number>;
  readonly load: Child<Load, LoadResult>;
  readonly url: string;
}

/** Accounts and the URLs of their endpoints. */
export interface Cast {
  readonly many: readonly Holder[];
  readonly lone: readonly Holder[];
  readonly live: readonly Holder[];
  /** Endpoints of these accounts are created when measured. */
  readonly silent: readonly Holder[];
}

export const endpoints = 64;
/**
 * A worker starts at a fifth of the speed that it reaches after 1.5 seconds; fewer events would measure only
 * the start.
 */
export const inOrderEvents = 6_000;
const ofOneAccount = 10;
const liveAccounts = 20;
const hostileShare = 0.3;
/** Short, so that receivers see only a few failures: after ten in a row they are skipped for a while. */
const failingMs = 300;
const connections = 24;
const typicalBytes = 420;

/** Measures deliveries from event to receiver beside its ceiling, on a service of its own. */
export async function measureWebhooks(context: BenchContext, pace: WebhookPace) {
  const bench = await open(context, { startSubject, openAccounts }, pace);
  context.progress('opening accounts and webhook endpoints');
  const { cast, subject } = await openCast(bench);
  await subject.stop();
  const rounds: Round[] = [];
  for (let nth = 1; nth <= pace.rounds; nth += 1) {
    context.progress(`webhooks, round ${nth} of ${pace.rounds}`);
    rounds.push(await measureRound(bench, cast));
  }
  const { weighMs } = pace;
  const memory = weighMs === undefined ? undefined : await weigh(bench, cast.live, weighMs);
  if (memory !== undefined) rounds[0] = { ...rounds[0], webhookMemory: memory };
  const last = await start(bench, 'api');
  const checked = await checkInvariants(last.databaseUrl);
  await last.stop();
  if (checked.violations.length > 0) context.progress(formatReport(checked));
  return { rounds, postgres: last.postgres, hold: checked.violations.length === 0 };
}

export async function open(context: BenchContext, build: Bench['build'], pace: WebhookPace): Promise<Bench> {
  const receiver = startChild<Order, ReceivedDeliveries>('webhook/receiver');
  const post = startChild<Posts, number>('webhook/post');
  const load = startChild<Load, LoadResult>('load');
  context.stops.push(() => Promise.all([receiver.stop(), post.stop(), load.stop()]));
  const { url } = await receiver.ask({ open: true });
  return { build, context, pace, receiver, post, load, url };
}

async function start({ build, context }: Bench, roles: string): Promise<Subject> {
  const subject = await build.startSubject(join(context.dir, 'webhook'), {
    PSP_ROLES: roles,
    WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
  });
  context.stops.push(() => subject.stop());
  return subject;
}

export async function openCast(bench: Bench): Promise<{ cast: Cast; subject: Subject }> {
  const subject = await start(bench, 'api');
  const manyCount = Math.ceil(endpoints / ofOneAccount);
  const opened = await bench.build.openAccounts(subject, manyCount + 1 + liveAccounts + silentAccounts);
  const [many, lone, live, silent] = [
    opened.splice(0, manyCount),
    opened.splice(0, 1),
    opened.splice(0, liveAccounts),
    opened,
  ];
  const add = (holder: Holder, path: string) =>
    create(subject, holder.apiKey, { path: '/v1/webhook-endpoints', body: { url: `${bench.url}${path}` } });
  for (let nth = 0; nth < endpoints; nth += 1) {
    const holder = many[nth % many.length];
    if (holder) await add(holder, `/good/${nth}`);
  }
  for (const holder of lone) await add(holder, '/good/lone');
  for (const [nth, holder] of live.entries()) {
    await add(holder, `/${nth < hostileShare * liveAccounts ? 'hostile' : 'good'}/live-${nth}`);
  }
  return { cast: { many, lone, live, silent }, subject };
}

async function measureRound(bench: Bench, cast: Cast): Promise<Round> {
  const { pace, context, post, url } = bench;
  const body = JSON.stringify({ id: 'evt_', data: 'x'.repeat(typicalBytes) });
  const ceilingOf = (urls: readonly string[]) => post.ask({ urls, ms: pace.ms, body });
  const urls = Array.from({ length: endpoints }, (_, nth) => `${url}/good/${nth}`);
  const drained = {
    ceiling: await ceilingOf(urls),
    measured: await drainBacklog(bench, cast.many, { lanes: endpoints, events: pace.events }),
  };
  context.progress(summary('drained', drained));
  const inOrder = {
    ceiling: await ceilingOf(urls.slice(0, 1)),
    measured: await drainBacklog(bench, cast.lone, { lanes: 1, events: inOrderEvents }),
  };
  context.progress(summary('one endpoint', inOrder));
  const [quiet, beside] = await live(bench, cast.live);
  context.progress(`  live p99 ${quiet.measured} ms, beside hostile receivers ${beside.measured} ms`);
  const silent = await besideSilent(bench, cast);
  context.progress(
    `  a healthy endpoint's p99 ${silent.ceiling} ms, beside silent ones ${silent.measured} ms`,
  );
  return {
    silent,
    webhooks: drained,
    endpoint: inOrder,
    live: quiet,
    hostile: { ...beside, ceiling: quiet.measured },
  };
}

const summary = (what: string, { measured, ceiling }: Sample): string =>
  `  ${what}: ${Math.round(measured)}/s, ceiling ${Math.round(ceiling ?? Number.NaN)}/s`;

/** Drains events created while no worker ran; measured from the first to the last delivery. */
export async function drainBacklog(
  bench: Bench,
  holders: readonly Holder[],
  { lanes, events }: { readonly lanes: number; readonly events: number },
): Promise<number> {
  const { receiver } = bench;
  const api = await start(bench, 'api');
  await makeCustomers(bench, api, { holders, each: events });
  await api.stop();
  await receiver.ask({ forget: true, manner: 'good' });
  const worker = await start(bench, 'worker');
  const wanted = events * lanes;
  const { elapsedMs } = await receiver.ask({ until: wanted });
  await worker.stop();
  return ((wanted - 1) / elapsedMs) * 1000;
}

async function makeCustomers(
  { load }: Bench,
  { baseUrl }: Subject,
  { holders, each }: { holders: readonly Holder[]; each: number },
): Promise<void> {
  const requests = holders.flatMap(({ apiKey }) =>
    Array.from({ length: each }, (): Sent => customerOf({ apiKey })),
  );
  const expected = { status: 201, text: '"id":"cus_' };
  await load.ask({ baseUrl, connections, ms: 'once', requests, expected });
}

/** The p99 of good receivers, without and with hostile ones beside them. */
async function live(bench: Bench, holders: readonly Holder[]): Promise<[Sample, Sample]> {
  const { receiver, pace } = bench;
  const subject = await start(bench, 'api,worker');
  const measure = async (manner: Manner, ms: number): Promise<Sample> => {
    await receiver.ask({ forget: true, manner });
    await atAPace(subject, holders, ms);
    const good = holders.length - hostileShare * holders.length;
    const sent = Math.floor(ms / tickMs);
    const wanted = Math.floor(sent / holders.length) * good;
    const { latenciesMs } = await receiver.ask({ until: wanted });
    return { ceiling: null, measured: percentile(latenciesMs, 0.99), latenciesMs };
  };
  // The first failure of a POST runs cold code, too.
  await measure('failing', failingMs);
  await measure('good', pace.warmMs);
  const quiet = await measure('good', 2 * pace.ms);
  const beside = await measure('hostile', 2 * pace.ms);
  await subject.stop();
  return [quiet, beside];
}

async function besideSilent(bench: Bench, { lone, silent }: Cast): Promise<Sample> {
  const subject = await start(bench, 'api,worker');
  const { receiver, url, pace } = bench;
  const sample = await measureSilent({ subject, receiver, url, ms: 4 * pace.ms }, { healthy: lone, silent });
  await subject.stop();
  return sample;
}

/** Memory growth of a process that delivers at the live pace, after its first minute. */
async function weigh(bench: Bench, holders: readonly Holder[], ms: number): Promise<Sample> {
  const subject = await start(bench, 'api,worker');
  await bench.receiver.ask({ forget: true, manner: 'good' });
  await atAPace(subject, holders, ms);
  const first = await subject.residentMegabytes();
  await atAPace(subject, holders, ms);
  const grown = (await subject.residentMegabytes()) - first;
  bench.context.progress(`  memory ${first.toFixed(1)} MB, then ${grown.toFixed(1)} MB more`);
  await subject.stop();
  return { ceiling: null, measured: grown };
}
