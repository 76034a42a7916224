import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Burn } from '../../bench/burn.ts';
import { startChild } from '../../bench/child.ts';
import { cpuEach, cpuOf } from '../../bench/cpu.ts';
import type { Load, LoadResult } from '../../bench/load.ts';
import { measureOverload } from '../../bench/overload.ts';
import { openPayers, type Payer } from '../../bench/payers.ts';
import { linesOf, metText, valueText } from '../../bench/result.ts';
import { payoutOf, type Round } from '../../bench/round.ts';
import { startSubject, type Subject } from '../../bench/subject.ts';
import { formatReport } from '../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { progressOf, sized } from '../setup/size.js';

const rounds = sized(1, 3);
/** Long enough for sending to continue beside the load, and for the start to weigh little. */
const roundMs = sized(10_000, 20_000);
const warmMs = 4_000;

const progress = progressOf('overload');
const burn = startChild<Burn, number>('burn');
const load = startChild<Load, LoadResult>('load');
let dir: string;
let subject: Subject;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'psp-overload-'));
  subject = await startSubject(dir);
});
afterAll(async () => {
  await subject.stop();
  await Promise.all([burn.stop(), load.stop()]);
  await rm(dir, { recursive: true, force: true });
});

/** Processor time of a lone payout. */
async function loneOf(payer: Payer): Promise<Pick<Round, 'lone'>> {
  const requests = [payoutOf(payer, 'fresh')];
  const expected = { status: 201, text: '{' };
  const pids = { ...subject.pids, load: load.pid };
  const before = cpuOf(pids);
  const { baseUrl } = subject;
  const { latenciesMs } = await load.ask({ baseUrl, connections: 1, ms: warmMs, requests, expected });
  await subject.settled();
  return { lone: { ceiling: null, measured: 0, cpuMs: cpuEach(before, cpuOf(pids), latenciesMs.length) } };
}

test('at five times its capacity it answers 429 and 503 as well as successes, and another account is served', async () => {
  const [hot, ...spread] = await openPayers(subject, 3);
  if (!hot) throw new Error('no account was opened');
  const lone = await loneOf(hot);
  const measure = (overloadMs: number): Promise<Round> =>
    measureOverload({ burn, hot, spread, subject, progress, pace: { overloadMs } }, lone);
  // Lets both sides compile their hot code.
  await measure(warmMs);
  const measured: Round[] = [];
  while (measured.length < rounds) measured.push(await measure(roundMs));
  const lines = linesOf(measured);
  const rows = lines.map((line) => {
    const { path, unit, ceiling, ratio, hold } = line;
    const against = ratio === null ? '' : ` of ${valueText(ceiling, unit)}, ${ratio.toFixed(2)} ×`;
    return `${path}: ${valueText(line.measured, unit)}${against}, ${hold}: ${metText(line)}`;
  });
  console.log(rows.join('\n'));

  const report = await checkInvariants(subject.databaseUrl);
  expect(report.violations, formatReport(report)).toEqual([]);
  const metrics = await (await fetch(`${subject.internalUrl}/metrics`)).text();
  expect(metrics).toMatch(/^psp_transaction_retries_total 0$/m);
  expect(lines.filter(({ met }) => !met).map(({ name }) => name)).toEqual([]);
}, 900_000);
