import { shapes } from './ceiling.ts';
import { cpuEach, cpuOf, type Cpu } from './cpu.ts';
import { create, type Payer } from './payers.ts';
import { paths } from './paths.ts';
import { valueText } from './result.ts';
import { loadOf, payoutOf, type Bench, type Round, type Sample } from './round.ts';
import { median, percentile } from './statistics.ts';

const items = 1000;
/** Batches in a round; the median counts. */
const batches = 3;

/** Runs in the same round as the other paths. */
export async function measureBatches(bench: Bench, { lone }: Round): Promise<Round> {
  const batch = await measureBatch(bench);
  const besideBatch = await besideBatches(bench, lone?.cpuMs);
  for (const [name, { measured, ceiling }] of Object.entries({ batch, besideBatch })) {
    const { title, unit } = paths[name as 'batch' | 'besideBatch'];
    bench.progress(`  ${title}: ${valueText(measured, unit)}, ceiling ${valueText(ceiling, unit)}`);
  }
  return { batch, besideBatch };
}

/** Batches of 1000 in sequence, each measured from acceptance until all items are reserved. */
async function measureBatch(bench: Bench): Promise<Sample> {
  const { ceiling, pace, spread, subject } = bench;
  const sets = shapes['hot, sets of 100'];
  const best = Math.max(
    await ceiling.measure(sets, 1, pace.ceilingMs),
    await ceiling.measure(sets, 8, pace.ceilingMs),
  );
  const lasted: number[] = [];
  for (let count = 0; count < batches; count += 1) {
    lasted.push(await reserve(bench, payerOf(spread, 0)));
    await subject.settled();
  }
  return { ceiling: best, measured: (items / median(lasted)) * 1000 };
}

/**
 * Payouts of another account on one connection, first beside batches and then beside a process that uses as
 * much processor time. `each` is the cost of a lone payout.
 */
async function besideBatches(bench: Bench, each: Cpu | undefined): Promise<Sample> {
  if (each === undefined) throw new Error('nobody has measured a payout by itself');
  const { burn, load, pace, spread, subject } = bench;
  const [payer, other] = [payerOf(spread, 0), payerOf(spread, 1)];
  const expected = { status: 201, text: '"status":"processing"' };
  const ask = { ...loadOf(bench, [payoutOf(other, 'fresh')], 1), ms: pace.writeMs, expected };
  const pids = { ...subject.pids, load: process.pid };
  const before = cpuOf(pids);
  let isOver = false;
  const paying = async (): Promise<void> => {
    while (!isOver) await reserve(bench, payer);
  };
  const [meanwhile] = await Promise.all([load.ask(ask).finally(() => (isOver = true)), paying()]);
  const { service, postgres, load: own } = cpuEach(before, cpuOf(pids), 1);
  const payouts = (each.service + each.postgres) * meanwhile.latenciesMs.length;
  await subject.settled();
  const cores = (service + postgres + own - payouts) / meanwhile.elapsedMs;
  const [beside] = await Promise.all([load.ask(ask), burn.ask({ cores, ms: pace.writeMs })]);
  await subject.settled();
  bench.progress(
    `    ${meanwhile.latenciesMs.length} payouts beside batches that took ${cores.toFixed(2)} cores`,
  );
  return {
    ceiling: percentile(beside.latenciesMs, 0.99),
    ceilingLatenciesMs: beside.latenciesMs,
    measured: percentile(meanwhile.latenciesMs, 0.99),
    latenciesMs: meanwhile.latenciesMs,
  };
}

/** Milliseconds from the response of a batch until none of its items is waiting. */
async function reserve({ subject }: Bench, { apiKey, beneficiaryId }: Payer): Promise<number> {
  const item = {
    beneficiary_id: beneficiaryId,
    source_currency: 'MXN',
    amount: '1.00',
    amount_side: 'source',
  };
  const body = { items: Array.from({ length: items }, () => item), description: crypto.randomUUID() };
  const id = await create(subject, apiKey, { path: '/v1/payout-batches', body });
  const accepted = performance.now();
  const waiting = `select 1 from payout_batch_item where batch_id = $1 and stage = 'pending' limit 1`;
  while ((await subject.rows(waiting, [id])).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 1));
  const lasted = performance.now() - accepted;
  const [made] = await subject.rows<{ count: string }>('select count(*) from payout where batch_id = $1', [
    id,
  ]);
  if (Number(made?.count) !== items) throw new Error(`of a batch of ${items} ${made?.count} became payouts`);
  return lasted;
}

/** The first payer is the account of the batches. */
export function payerOf(payers: readonly Payer[], index: number): Payer {
  const payer = payers[index];
  if (payer === undefined) throw new Error('there are too few accounts');
  return payer;
}
