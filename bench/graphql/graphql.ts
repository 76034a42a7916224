import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext } from '../beside.ts';
import { checkInvariants, formatReport } from '../built.ts';
import { startChild, type Child } from '../child.ts';
import type { Load, LoadResult, Sent } from '../load.ts';
import { create, openPayers, type Payer, customerOf } from '../payers.ts';
import type { Round, Sample } from '../round.ts';
import { percentile } from '../statistics.ts';
import { startSubject, type Subject } from '../subject.ts';
import { abusive } from './abuse.ts';
import type { Order as Bare } from './bare.ts';
import type { ReceivedMessages, Order } from './reader.ts';

export interface GraphqlPace {
  readonly rounds: number;
  /** Duration of the query and paced measurements, and number of events in a burst. */
  readonly ms: number;
  readonly events: number;
}

interface Bench {
  readonly context: BenchContext;
  readonly pace: GraphqlPace;
  readonly subject: Subject;
  readonly payer: Payer;
  readonly token: string;
  readonly load: Child<Load, LoadResult>;
  readonly bare: Child<Bare, string>;
  readonly readers: Child<Order, ReceivedMessages>;
}

const payouts = 200;
const subscribers = 1000;
const connections = 64;
const perSecond = 10;
const writers = 8;
const fewSubscribers = 8;
const abusesPerSecond = 20;
const settleMs = 500;
const query = `query ($id: ID!) { payout(id: $id) { id status source { total currency } destination { amount currency }
  beneficiary { id displayName accountHint } events { id type occurredAt }
  entries { ledger direction money { amount currency } } } }`;
const subscription = `subscription ($accountId: ID!, $after: String) { events(accountId: $accountId, after: $after) {
  id position type resourceId occurredAt body } }`;

/** Measures each part of the internal API beside its ceiling, on a service of its own. */
export async function measureGraphql(context: BenchContext, pace: GraphqlPace) {
  const bench = await open(context, pace);
  const ids = await paid(bench);
  const { subject, bare } = bench;
  const rounds: Round[] = [];
  const bareQueryUrl = await bare.ask({ payout: await answerOf(bench, ids[0] ?? '') });
  const bareSocketUrl = await bare.ask({ listen: true });
  const subscriber = await weigh(bench);
  for (let nth = 1; nth <= pace.rounds; nth += 1) {
    context.progress(`GraphQL, round ${nth} of ${pace.rounds}`);
    const queries = await ask(bench, ids, bareQueryUrl);
    context.progress(summary('queries', queries));
    const abused = await askBeside(bench, ids);
    context.progress(
      `  p99 ${abused.measured.toFixed(1)} ms beside abuse, ${abused.ceiling?.toFixed(1)} ms without`,
    );
    rounds.push({
      graphql: queries,
      abused,
      ...(await watch(bench, bareSocketUrl)),
      ...(nth === 1 && { subscriber }),
    });
  }
  await subject.settled();
  const checked = await checkInvariants(subject.databaseUrl);
  if (checked.violations.length > 0) context.progress(formatReport(checked));
  return { rounds, hold: checked.violations.length === 0, postgres: subject.postgres };
}

const summary = (what: string, { measured, ceiling }: Sample): string =>
  `  ${what}: ${Math.round(measured)}/s, ceiling ${Math.round(ceiling ?? Number.NaN)}/s`;

async function open(context: BenchContext, pace: GraphqlPace): Promise<Bench> {
  context.progress('starting the service for GraphQL');
  const subject = await startSubject(join(context.dir, 'graphql'));
  context.stops.push(() => subject.stop());
  const load = startChild<Load, LoadResult>('load');
  const bare = startChild<Bare, string>('graphql/bare');
  const readers = startChild<Order, ReceivedMessages>('graphql/reader');
  context.stops.push(() => Promise.all([load, bare, readers].map((each) => each.stop())));
  const [payer] = await openPayers(subject, 1);
  if (!payer) throw new Error('no account was opened');
  const credentials = readFileSync(join(subject.dataDir, 'credentials.json'), 'utf8');
  const { operator_token: token } = JSON.parse(credentials) as { operator_token: string };
  return { context, pace, subject, payer, token, load, bare, readers };
}

/** Ids of ended payouts. */
async function paid({ subject, payer }: Bench): Promise<string[]> {
  const { apiKey, beneficiaryId } = payer;
  const body = {
    beneficiary_id: beneficiaryId,
    source_currency: 'MXN',
    amount: '10.00',
    amount_side: 'source',
  };
  const ids = await Promise.all(
    Array.from({ length: payouts }, () => create(subject, apiKey, { path: '/v1/payouts', body })),
  );
  await subject.settled();
  return ids;
}

const asking = (id: string): string => JSON.stringify({ query, variables: { id } });

async function answerOf(bench: Bench, id: string): Promise<object> {
  return (await dataOf<{ payout: object }>(bench, asking(id))).payout;
}

async function lastEvent(bench: Bench): Promise<string> {
  const { accountId } = bench.payer;
  const body = `{ events(accountId: "${accountId}", first: 1) { nodes { id } } }`;
  const { events } = await dataOf<{ events: { nodes: { id: string }[] } }>(
    bench,
    JSON.stringify({ query: body }),
  );
  return events.nodes[0]?.id ?? '';
}

async function dataOf<T>({ subject, token }: Bench, body: string): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${subject.internalUrl}/graphql`, { method: 'POST', headers, body });
  return ((await answer.json()) as { data: T }).data;
}

async function ask(
  { load, pace, token, subject }: Bench,
  ids: readonly string[],
  bareUrl: string,
): Promise<Sample> {
  const requests = ids.map((id): Sent => ({
    method: 'POST',
    path: '/graphql',
    apiKey: token,
    body: asking(id),
  }));
  const expected = { status: 200, text: '"status":"completed"' };
  const from = (baseUrl: string, ms: number) => load.ask({ baseUrl, connections, ms, requests, expected });
  for (const url of [bareUrl, subject.internalUrl]) await from(url, pace.ms / 4);
  const ceiling = await from(bareUrl, pace.ms);
  const own = await from(subject.internalUrl, pace.ms);
  return {
    ceiling: ceiling.perSecond,
    measured: own.perSecond,
    latenciesMs: own.latenciesMs,
    ceilingLatenciesMs: ceiling.latenciesMs,
  };
}

/** The same query at a moderate pace, with and without documents beside it that are all refused. */
async function askBeside(bench: Bench, ids: readonly string[]): Promise<Sample> {
  const { load, pace, token, subject } = bench;
  const healthy = {
    baseUrl: subject.internalUrl,
    connections: fewSubscribers,
    ms: pace.ms,
    requests: ids.map((id): Sent => ({ method: 'POST', path: '/graphql', apiKey: token, body: asking(id) })),
    expected: { status: 200, text: '"status":"completed"' },
  };
  const alone = await load.ask(healthy);
  const [beside] = await Promise.all([load.ask(healthy), abuse(bench)]);
  return {
    ceiling: percentile(alone.latenciesMs, 0.99),
    measured: percentile(beside.latenciesMs, 0.99),
    latenciesMs: beside.latenciesMs,
    ceilingLatenciesMs: alone.latenciesMs,
  };
}

/** Sends documents one after another at its pace. */
async function abuse({ pace, subject, token }: Bench): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (let nth = 0; nth < (pace.ms / 1000) * abusesPerSecond; nth += 1) {
    const next = new Promise((resolve) => setTimeout(resolve, 1000 / abusesPerSecond));
    const body = JSON.stringify({ query: abusive[nth % abusive.length] });
    const answer = await fetch(`${subject.internalUrl}/graphql`, { method: 'POST', headers, body });
    const { errors } = (await answer.json()) as { errors?: unknown };
    if (errors === undefined) throw new Error('an abusive document was answered');
    await next;
  }
}

/** Memory for each subscriber, in a process that has done nothing else. */
async function weigh(bench: Bench): Promise<Sample> {
  const { subject, readers } = bench;
  // The first sockets also load and compile code, which must not count as their memory.
  await subscribe(bench, subscribers / 10);
  await burst(bench, 5, subscribers / 10);
  await readers.ask({ leave: true });
  const before = await subject.residentMegabytes();
  await subscribe(bench, subscribers);
  await burst(bench, 5, subscribers);
  const kilobytes = (((await subject.residentMegabytes()) - before) * 1024) / subscribers;
  await readers.ask({ leave: true });
  bench.context.progress(`  ${kilobytes.toFixed(1)} KB a subscriber`);
  return { ceiling: null, measured: kilobytes };
}

async function subscribe(bench: Bench, count: number): Promise<void> {
  const { readers, subject, token, payer } = bench;
  // There is no message when a subscription is active. With a cursor nothing is lost, whenever that is.
  const variables = { accountId: payer.accountId, after: await lastEvent(bench) };
  const subscribed = { token, payload: { query: subscription, variables } };
  await readers.ask({ url: `${subject.internalUrl}/graphql`, count, ask: subscribed });
  await new Promise((resolve) => setTimeout(resolve, settleMs));
}

/** Latency and throughput for a thousand subscribers of one account. */
async function watch(bench: Bench, bareUrl: string): Promise<Round> {
  const { readers, bare, pace, context } = bench;
  await subscribe(bench, subscribers);
  const paced = await atAPace(bench);
  const received = await burst(bench, pace.events, subscribers);
  await readers.ask({ leave: true });
  await readers.ask({ url: bareUrl, count: subscribers });
  await bare.ask({ text: received.text, times: pace.events });
  const ceiling = rateOf(await readers.ask({ until: pace.events * subscribers }));
  await readers.ask({ leave: true });
  const watched = { ceiling, measured: rateOf(received) };
  const p99 = percentile(paced.latenciesMs, 0.99);
  context.progress(`${summary('messages', watched)}; p99 ${p99.toFixed(1)} ms`);
  return { watched, pushed: { ceiling: null, measured: p99, latenciesMs: paced.latenciesMs } };
}

const rateOf = ({ count, elapsedMs }: ReceivedMessages): number => (count / elapsedMs) * 1000;

/** Creates events at once, and waits until all subscribers have received them. */
async function burst(
  { load, subject, payer, readers }: Bench,
  events: number,
  listeners: number,
): Promise<ReceivedMessages> {
  const requests = Array.from({ length: events }, () => customerOf(payer));
  const expected = { status: 201, text: '"id":"cus_' };
  await load.ask({ baseUrl: subject.baseUrl, connections: writers, ms: 'once', requests, expected });
  return readers.ask({ until: events * listeners });
}

async function atAPace({ pace, subject, payer, readers }: Bench): Promise<ReceivedMessages> {
  const events = Math.ceil((pace.ms / 1000) * perSecond);
  for (let nth = 0; nth < events; nth += 1) {
    const next = new Promise((resolve) => setTimeout(resolve, 1000 / perSecond));
    const { path, body = '' } = customerOf(payer);
    await create(subject, payer.apiKey, { path, body: JSON.parse(body) as object });
    await next;
  }
  return readers.ask({ until: events * subscribers });
}
