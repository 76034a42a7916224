import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answered, Arrivals } from '../../bench/arrival.ts';
import { askTogether } from '../../bench/arrivals.ts';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { buildCommandLine, runCommand } from '../setup/cli.js';
import { startProcess, type ServiceProcess } from '../setup/process.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, type Client } from '../setup/running.js';
import { progressOf } from '../setup/size.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

const rounds = 3;
/** Long enough for sending to go on beside the crowd, and for the onset to be no more than it is. */
const roundMs = 20_000;
/** Where the service gives the most: enough to fill its groups, few enough to have room for all. */
const capacityAtOnce = 64;
const overload = 5;
const modestPerSecond = 40;

interface Payer {
  readonly apiKey: string;
  readonly body: string;
}

const progress = progressOf('overload');
let dir: string;
let service: ServiceProcess;
let first: Payer;
let second: Payer;
beforeAll(async () => {
  await buildCommandLine();
  dir = await mkdtemp(join(tmpdir(), 'psp-overload-'));
  service = await startProcess(dir, { RATE_LIMIT_PER_SECOND: '1000000' });
  const opened = await runCommand(['account', 'open', '--name', 'Second', '--json'], { PSP_DATA_DIR: dir });
  const { api_key: secondKey } = JSON.parse(opened.stdout) as { api_key: string };
  first = await payerOf(service.apiKey);
  second = await payerOf(secondKey);
}, 120_000);
afterAll(async () => {
  await service.end('SIGTERM');
  await rm(dir, { recursive: true, force: true });
});

async function payerOf(apiKey: string): Promise<Payer> {
  const client: Client = clientOf(service.baseUrl, apiKey);
  await fund(client, 'MXN', '5000000.00');
  return { apiKey, body: JSON.stringify(mxnPayout(await speiBeneficiary(client), '1.00')) };
}

let loads = 0;

interface Load {
  readonly payer: Payer;
  readonly pace: Arrivals['pace'];
}

const load = async (ask: Load): Promise<Answered> => (await together<[Load]>([ask]))[0];

async function together<T extends readonly Load[]>(asks: T): Promise<{ [K in keyof T]: Answered }> {
  const arrivals = asks.map(({ payer, pace }) => ({
    ...payer,
    baseUrl: service.baseUrl,
    keyPrefix: `overload-${(loads += 1)}-`,
    ms: roundMs,
    pace,
  }));
  return (await askTogether(arrivals)) as { [K in keyof T]: Answered };
}

/** Until nothing is left to send from the load before; how long that took. */
async function settled(): Promise<number> {
  const start = performance.now();
  const due = () =>
    queryRows(service.databaseUrl, 'select 1 from payout where next_step_at is not null limit 1');
  await expect.poll(due, { timeout: 60_000, interval: 50 }).toEqual([]);
  return performance.now() - start;
}

/** Payouts a second that were accepted, over so much more time than it took to accept them. */
const madePerSecond = ({ latenciesMs, elapsedMs }: Answered, moreMs = 0): number =>
  ((latenciesMs['201'] ?? []).length / (elapsedMs + moreMs)) * 1000;

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN;
}

const median = (values: readonly number[]): number => percentile(values, 0.5);

interface Round {
  /** The rate that it accepts of the first account, without a flood and of one; the second one asks in both. */
  readonly capacity: number;
  readonly goodput: number;
  /** The same payouts a second until all of them were completed too; told, not judged. */
  readonly completed: { readonly capacity: number; readonly goodput: number };
  readonly alone: Answered;
  readonly beside: Answered;
  readonly flooded: Answered;
}

async function measure(): Promise<Round> {
  const modest = { payer: second, pace: { perSecond: modestPerSecond } };
  const [full] = await together<[Load, Load]>([{ payer: first, pace: { atOnce: capacityAtOnce } }, modest]);
  const capacity = madePerSecond(full);
  const completedFull = madePerSecond(full, await settled());
  const alone = await load(modest);
  await settled();
  const crowd = { payer: first, pace: { perSecond: overload * capacity } };
  const [flooded, beside] = await together<[Load, Load]>([crowd, modest]);
  const completed = { capacity: completedFull, goodput: madePerSecond(flooded, await settled()) };
  return { capacity, goodput: madePerSecond(flooded), completed, alone, beside, flooded };
}

function tellOf({ capacity, goodput, completed, alone, beside, flooded }: Round): string {
  const p99 = ({ latenciesMs }: Answered) => percentile(latenciesMs['201'] ?? [], 0.99).toFixed(1);
  const answers = Object.entries(flooded.latenciesMs).map(([status, { length }]) => `${status} ${length}`);
  return [
    `capacity ${capacity.toFixed(0)}/s (${completed.capacity.toFixed(0)}/s until all were completed)`,
    `at ${overload} times that ${goodput.toFixed(0)}/s (${completed.goodput.toFixed(0)}/s until all were completed)`,
    `answers ${answers.join(', ')}, unsent ${flooded.unsent}`,
    `second account's p99 ${p99(alone)} ms alone, ${p99(beside)} ms beside`,
  ].join('; ');
}

test(`at ${overload} times its capacity it answers 429 and 503 beside successes, and another account is served`, async () => {
  // Both sides compile what they run most.
  for (const pace of [{ atOnce: capacityAtOnce }, { perSecond: modestPerSecond }]) {
    await load({ payer: first, pace });
    await settled();
  }
  const measured: Round[] = [];
  while (measured.length < rounds) {
    const round = await measure();
    measured.push(round);
    console.log(tellOf(round));
    progress(tellOf(round));
  }
  for (const { flooded, alone, beside } of measured) {
    expect(Object.keys(flooded.latenciesMs)).toContain('429');
    expect(['201', '429', '503']).toEqual(expect.arrayContaining(Object.keys(flooded.latenciesMs)));
    for (const status of ['429', '503']) {
      const sample = flooded.samples[status];
      if (sample !== undefined) expect(sample).toMatch(/^Retry-After: [1-9]\d*\r$/m);
    }
    expect(Object.keys({ ...alone.latenciesMs, ...beside.latenciesMs })).toEqual(['201']);
  }
  const share = median(measured.map(({ goodput, capacity }) => goodput / capacity));
  expect(share).toBeGreaterThanOrEqual(0.8);
  const p99 = (of: 'alone' | 'beside') =>
    percentile(
      measured.flatMap((round) => round[of].latenciesMs['201'] ?? []),
      0.99,
    );
  expect(p99('beside')).toBeLessThanOrEqual(2 * p99('alone'));

  const report = await checkInvariants(service.databaseUrl);
  expect(report.violations, formatReport(report)).toEqual([]);
  const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
  expect(metrics).toMatch(/^psp_transaction_retries_total 0$/m);
}, 900_000);
