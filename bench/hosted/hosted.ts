import { once } from 'node:events';
import { get, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { inParallel } from '../../test/setup/parallel.ts';
import type { BenchContext } from '../beside.ts';
import {
  checkInvariants,
  confirmHostedSession,
  createLog,
  formatReport,
  freezePrice,
  keysOf,
  readConfig,
  wire,
} from '../built.ts';
import { startChild, type Child } from '../child.ts';
import type { Load, LoadResult, Sent } from '../load.ts';
import { openAccounts, type Holder } from '../payers.ts';
import type { Round, Sample } from '../round.ts';
import { startSubject, type Subject } from '../subject.ts';
import type { Page } from './bare.ts';

export interface HostedPace {
  readonly rounds: number;
  readonly ms: number;
  /** Whether the memory of open streams is measured too. */
  readonly weighs: boolean;
}

interface Bench {
  readonly context: BenchContext;
  readonly pace: HostedPace;
  readonly subject: Subject;
  readonly holder: Holder;
  readonly load: Child<Load, LoadResult>;
  readonly bare: Child<Page, string>;
}

const connections = 64;
const sessions = 100;
/**
 * A session may have two streams, and a client a limited number of sessions, so each session has its own
 * client address.
 */
const streams = 500;
const ofOneSession = 2;
const addresses = 20_000;
const atOnce = 8;
const settleMs = 2_000;

const addressOf = (nth: number): string => `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;

/** Measures the hosted page beside a bare route with the same bytes, on a service of its own. */
export async function measureHosted(context: BenchContext, pace: HostedPace) {
  context.progress('starting the service for the hosted page');
  // The load sets the visitors' addresses in X-Forwarded-For, as a trusted proxy.
  const subject = await startSubject(join(context.dir, 'hosted'), { PSP_TRUSTED_PROXIES: '127.0.0.1' });
  context.stops.push(() => subject.stop());
  const load = startChild<Load, LoadResult>('load');
  const bare = startChild<Page, string>('hosted/bare');
  context.stops.push(() => Promise.all([load, bare].map((each) => each.stop())));
  const [holder] = await openAccounts(subject, 1);
  if (!holder) throw new Error('no account was opened');
  const bench: Bench = { context, pace, subject, holder, load, bare };
  await ask(bench, 'PUT', '/v1/hosted-page', { enabled: true });
  const rounds: Round[] = [];
  const paths = await openSessions(bench, sessions);
  const bareUrl = await bare.ask(await pageAt(bench, paths[0]?.path ?? ''));
  const hostedStreams = pace.weighs ? await weigh(bench) : undefined;
  for (let nth = 1; nth <= pace.rounds; nth += 1) {
    const hostedStep = await show(bench, { paths: paths.map(({ path }) => path), bareUrl });
    const { ceiling, measured } = hostedStep;
    context.progress(
      `hosted page, round ${nth} of ${pace.rounds}: ${measured.toFixed(0)}/s, bare ${ceiling?.toFixed(0)}/s`,
    );
    rounds.push({ hostedStep, ...(nth === 1 && hostedStreams && { hostedStreams }) });
  }
  const checked = await checkInvariants(subject.databaseUrl);
  if (checked.violations.length > 0) context.progress(formatReport(checked));
  return { rounds, hold: checked.violations.length === 0, postgres: subject.postgres };
}

async function ask({ subject, holder }: Bench, method: string, path: string, body: object) {
  const answer = await fetch(`${subject.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${holder.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': `bench-hosted-${(sentCount += 1)}`,
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  return (await answer.json()) as Record<string, string>;
}
let sentCount = 0;

function openSessions(bench: Bench, count: number) {
  return inParallel(Array.from({ length: count }), atOnce, async () => {
    const { id = '', path = '' } = await ask(bench, 'POST', '/v1/hosted-sessions', {});
    return { id, path };
  });
}

async function pageAt({ subject }: Bench, path: string): Promise<Page> {
  const answer = await fetch(`${subject.baseUrl}${path}/amount`);
  const own = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !own.includes(name)));
  return { headers, html: await answer.text() };
}

/** The first step of sessions, for visitors from many addresses. */
async function show(
  { load, pace, subject }: Bench,
  { paths, bareUrl }: { readonly paths: readonly string[]; readonly bareUrl: string },
): Promise<Sample> {
  const requests = Array.from({ length: addresses }, (_, nth): Sent => ({
    method: 'GET',
    path: `${paths[nth % paths.length]}/amount`,
    from: addressOf(nth),
  }));
  const expected = { status: 200, text: '</html>' };
  const from = (baseUrl: string, ms: number) => load.ask({ baseUrl, connections, ms, requests, expected });
  for (const url of [bareUrl, subject.baseUrl]) await from(url, pace.ms / 4);
  const ceiling = await from(bareUrl, pace.ms);
  const own = await from(subject.baseUrl, pace.ms);
  return {
    ceiling: ceiling.perSecond,
    measured: own.perSecond,
    latenciesMs: own.latenciesMs,
    ceilingLatenciesMs: ceiling.latenciesMs,
  };
}

/** Megabytes used by open progress streams, without the code that the first streams load. */
async function weigh(bench: Bench): Promise<Sample> {
  const { subject, context } = bench;
  const made = await openSessions(bench, streams / ofOneSession);
  await confirm(bench, made);
  await subject.settled();
  const paths = made.flatMap(({ path }) => Array.from({ length: ofOneSession }, () => `${path}/events`));
  await close(await open(bench, paths.slice(0, streams / 10)));
  const before = await subject.residentMegabytes();
  const opened = await open(bench, paths);
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const measured = (await subject.residentMegabytes()) - before;
  context.progress(`  ${opened.length} open streams: ${measured.toFixed(1)} MB`);
  await close(opened);
  return { ceiling: null, measured };
}

function open({ subject }: Bench, paths: readonly string[]): Promise<ClientRequest[]> {
  return inParallel([...paths.entries()], atOnce, async ([nth, path]) => {
    const headers = { 'x-forwarded-for': addressOf(nth) };
    const request = get(`${subject.baseUrl}${path}`, { agent: false, headers });
    const [response] = (await once(request, 'response')) as [{ statusCode?: number; resume: () => void }];
    if (response.statusCode !== 200) throw new Error(`a stream was answered ${response.statusCode}`);
    response.resume();
    return request;
  });
}

async function close(requests: readonly ClientRequest[]): Promise<void> {
  for (const request of requests) request.destroy();
  await new Promise((resolve) => setTimeout(resolve, settleMs));
}

/** Calls the use cases that the page's forms call. */
async function confirm(
  { subject: { databaseUrl, dataDir } }: Bench,
  made: readonly { readonly id: string }[],
): Promise<void> {
  const config = readConfig({ PSP_DATA_DIR: dataDir });
  const log = createLog('error');
  const wired = await wire({ config, databaseUrl, keys: keysOf(config), log, onRetry: () => undefined });
  const chosen = {
    method: 'mobile_payment',
    currency: 'VES',
    country: 'VE',
    sourceCurrency: 'PEN',
    sourceMethod: 'bank_transfer',
    amount: '100',
    amountSide: 'source',
  } as const;
  const details = { phone: '04141234567', bank_code: '0102', document: { type: 'V', number: '12345678' } };
  try {
    await inParallel(made, atOnce, async ({ id }) => {
      const frozen = await freezePrice(wired.ports, { id, ask: chosen });
      if (!('quote' in frozen)) throw new Error(`a session is ${frozen.outcome}`);
      const agreed = { id, quoteId: frozen.quote.id, beneficiary: { details } };
      const { outcome } = await confirmHostedSession(wired.ports, agreed);
      if (outcome !== 'confirmed') throw new Error(`a session is ${outcome}`);
    });
  } finally {
    await wired.stop();
  }
}
