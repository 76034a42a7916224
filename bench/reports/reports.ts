import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import type * as statements from '../../src/adapters/postgres/connection.js';
import type * as definitions from '../../src/adapters/postgres/report/definition.js';
import type * as snapshots from '../../src/adapters/postgres/report/snapshot.js';
import type { BenchContext } from '../beside.ts';
import { built } from '../built.ts';
import { openPayers, type Payer } from '../payers.ts';
import type { Round, Sample } from '../round.ts';
import { percentile } from '../statistics.ts';
import { startSubject, type Subject } from '../subject.ts';

const { compiled } = await built<typeof statements>('adapters/postgres/connection.js');
const { reportQuery } = await built<typeof definitions>('adapters/postgres/report/definition.js');
const { inlined } = await built<typeof snapshots>('adapters/postgres/report/snapshot.js');

export interface ReportPace {
  readonly rounds: number;
  /** Balance reports of each account in a round. */
  readonly balances: number;
}

interface Bench {
  readonly context: BenchContext;
  readonly pace: ReportPace;
  readonly subject: Subject;
  readonly small: Payer;
  readonly large: Payer;
}

const sizes = { small: 10_000, large: 1_000_000 };
const currency = 'MXN';
const period = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-12-31T00:00:00Z') };
const firstMs = Date.parse('2026-02-01T00:00:00Z');
const periodText = `from=${period.from.toISOString()}&to=${period.to.toISOString()}`;

/**
 * Measures reports of an account with 10,000 entries and one with 1,000,000, in turns, on a service of its
 * own.
 */
export async function measureReports(context: BenchContext, pace: ReportPace) {
  const bench = await open(context, pace);
  const { subject, small, large } = bench;
  // Short streams first: the memory that they use must not count for the long ones.
  for (let nth = 0; nth < warmStreams; nth += 1) await read(subject, small);
  await copied(bench, small);
  for (const payer of [small, large]) await balances(bench, payer);
  const before = residentMegabytes(subject);
  const rounds: Round[] = [];
  let most = before;
  for (let nth = 1; nth <= pace.rounds; nth += 1) {
    context.progress(`reports, round ${nth} of ${pace.rounds}`);
    const weighing = setInterval(() => (most = Math.max(most, residentMegabytes(subject))), weighMs);
    const stream = await streamed(bench, nth);
    clearInterval(weighing);
    const period = await balancesOf(bench, nth);
    rounds.push({ reportStream: stream, reportBalances: period });
  }
  rounds[0] = { ...rounds[0], reportMemory: { ceiling: null, measured: most - before } };
  context.progress(`  the process grew by ${(most - before).toFixed(0)} MB at most`);
  return { rounds, postgres: subject.postgres };
}

const weighMs = 50;
const warmStreams = 40;

/** Resident megabytes from the kernel: asking the service would add load. */
function residentMegabytes({ pids }: Subject): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pids.service}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

async function open(context: BenchContext, pace: ReportPace): Promise<Bench> {
  context.progress(`reports: ${sizes.small} and ${sizes.large} entries of two accounts`);
  const subject = await startSubject(join(context.dir, 'reports'));
  context.stops.push(() => subject.stop());
  const [small, large] = await openPayers(subject, 2);
  if (!small || !large) throw new Error('no account was opened');
  await subject.settled();
  await fill(subject, small, sizes.small);
  await fill(subject, large, sizes.large);
  await subject.rows('select add_marks()');
  await subject.rows('vacuum (analyze)');
  await subject.rows('checkpoint');
  return { context, pace, subject, small, large };
}

/** Adds deposits, a millisecond apart, before the account's other entries. */
async function fill(subject: Subject, { accountId }: Payer, entries: number): Promise<void> {
  const [own] = await subject.rows<{ seq: string; nth: string }>(
    `select seq, (select count(*) from journal where id like 'jrn\\_0000%') as nth from balance where account_id = $1 and currency = $2`,
    [accountId, currency],
  );
  const count = entries - Number(own?.seq ?? 0);
  const id = (prefix: string) => `'${prefix}_' || lpad((n + ${Number(own?.nth ?? 0)} * 2)::text, 26, '0')`;
  const at = `'${new Date(firstMs).toISOString()}'::timestamptz + n * interval '1 ms'`;
  await subject.rows(
    `begin;
    set local session_replication_role = replica;
    update entry set seq = seq + ${count} where account_id = '${accountId}' and currency = '${currency}' and seq is not null;
    delete from balance_mark where account_id = '${accountId}' and currency = '${currency}';
    update balance set seq = seq + ${count}, available = available + ${count} where account_id = '${accountId}' and currency = '${currency}';
    insert into journal (id, account_id, purpose, origin_type, origin_id, occurred_at)
      select ${id('jrn')}, '${accountId}', 'funding_deposit', 'payin', ${id('pin')}, ${at} from generate_series(1, ${count}) n;
    insert into entry (id, account_id, journal_id, ledger, currency, direction, amount, seq, occurred_at)
      select ${id('ent')}, '${accountId}', ${id('jrn')}, 'available', '${currency}', 'credit', 1, n, ${at} from generate_series(1, ${count}) n;
    commit`,
  );
}

async function streamed(bench: Bench, nth: number): Promise<Sample> {
  const { subject, large, context } = bench;
  const first = nth % 2 === 0 ? await read(subject, large) : undefined;
  const ceiling = await copied(bench, large);
  const measured = first ?? (await read(subject, large));
  context.progress(`  entries as CSV: ${Math.round(measured)}/s, COPY alone ${Math.round(ceiling)}/s`);
  return { ceiling, measured };
}

/** Rows a second of the whole stream, read and dropped. */
async function read({ baseUrl }: Subject, { apiKey }: Payer): Promise<number> {
  const start = performance.now();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const path = `/v1/reports/transactions?${periodText}&currency=${currency}&format=csv`;
    request(`${baseUrl}${path}`, { headers, agent: false }, resolve).on('error', reject).end();
  });
  answer.resume();
  await new Promise((resolve, reject) => answer.once('end', resolve).once('error', reject));
  const rows = Number(answer.trailers['report-rows']);
  if (answer.statusCode !== 200 || !(rows >= sizes.small))
    throw new Error('the stream of a report is not whole');
  return (rows / (performance.now() - start)) * 1000;
}

/** Rows a second of the same query by COPY on an otherwise idle connection, read and dropped. */
async function copied({ subject }: Bench, { accountId }: Payer): Promise<number> {
  const ask = {
    name: 'transactions',
    accountId,
    currency,
    ...period,
    asOf: new Date(),
    limit: undefined,
  } as const;
  const text = inlined(compiled(reportQuery(ask, { withId: false })));
  const client = new pg.Client({ connectionString: subject.databaseUrl });
  await client.connect();
  try {
    const start = performance.now();
    const stream = client.query(to(`copy (${text}) to stdout (format csv, header)`)).resume();
    await new Promise((resolve, reject) => stream.once('end', resolve).once('error', reject));
    const { rowCount } = stream;
    if (!(rowCount >= sizes.small)) throw new Error('COPY has no rows');
    return (rowCount / (performance.now() - start)) * 1000;
  } finally {
    await client.end();
  }
}

async function balancesOf(bench: Bench, nth: number): Promise<Sample> {
  const { small, large, context } = bench;
  const first = nth % 2 === 0 ? await balances(bench, large) : undefined;
  const ceilingLatenciesMs = await balances(bench, small);
  const latenciesMs = first ?? (await balances(bench, large));
  const [ceiling, measured] = [percentile(ceilingLatenciesMs, 0.5), percentile(latenciesMs, 0.5)];
  context.progress(`  balances report: ${measured.toFixed(2)} ms, of few entries ${ceiling.toFixed(2)} ms`);
  return { ceiling, measured, latenciesMs, ceilingLatenciesMs };
}

/** Latencies of reports for random periods within the account's entries. */
async function balances({ subject, pace, small }: Bench, payer: Payer): Promise<Float64Array> {
  const span = payer === small ? sizes.small : sizes.large;
  const times = new Float64Array(pace.balances);
  for (let nth = 0; nth < pace.balances; nth += 1) {
    const [from = 0, to = 0] = [Math.random(), Math.random()]
      .map((share) => Math.floor(share * span))
      .sort((a, b) => a - b);
    const iso = (ms: number): string => new Date(firstMs + ms).toISOString();
    const start = performance.now();
    const answer = await fetch(`${subject.baseUrl}/v1/reports/balances?from=${iso(from)}&to=${iso(to + 1)}`, {
      headers: { authorization: `Bearer ${payer.apiKey}` },
    });
    const text = await answer.text();
    times[nth] = performance.now() - start;
    if (!text.includes('"available"')) throw new Error(`no balances report: ${text}`);
  }
  return times;
}
