import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { formatReport } from '../../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../../src/adapters/postgres/check/run.js';
import { queryRows } from '../../setup/rows.js';
import { patience, type Installation } from './installation.js';

const unfinished = `select id, status from payout where status in ('processing', 'verification_pending')
  union all select id, status from payin where status = 'processing'`;

/** Fails if an acknowledged request is missing. The repeat executes any other request, unless it was executed unanswered. */
export async function judge(
  { databaseUrl, bankUrl, inStreams }: Pick<Installation, 'databaseUrl' | 'bankUrl' | 'inStreams'>,
  statuses: ReadonlyMap<string, number>,
  pay: (key: string) => Promise<number>,
): Promise<string> {
  const { lost, counts } = await repeated(statuses, pay);
  expect(lost).toEqual([]);
  await expect.poll(() => queryRows(databaseUrl, unfinished), patience).toEqual([]);
  const payouts = await bankAgrees(databaseUrl, bankUrl);
  const checked = await checkInvariants(databaseUrl, { simulatorUrl: bankUrl });
  expect(checked.violations, formatReport(checked)).toEqual([]);
  const { config, cluster } = await inStreams((manager) => manager.streams.info('psp_events'));
  expect([config.num_replicas, cluster?.replicas?.length]).toEqual([3, 2]);
  return `${statuses.size} requests (${JSON.stringify(counts)}), ${payouts}: 0 lost, 0 doubled`;
}

/** Sends every request again with its key, until each has an answer. */
async function repeated(statuses: ReadonlyMap<string, number>, pay: (key: string) => Promise<number>) {
  const lost: string[] = [];
  const counts: Record<string, number> = {};
  const left = [...statuses];
  const askAgain = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const [key, status] = next;
      counts[status] = (counts[status] ?? 0) + 1;
      let again = await pay(key);
      // Only an answer tells what became of it.
      for (; again === 0 || again >= 500; again = await pay(key)) await sleep(500);
      const isNew = again !== 200;
      if (isNew && (status === 201 || status === 202 || ![201, 202].includes(again)))
        lost.push(`${status}, then ${again}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, askAgain));
  return { lost, counts };
}

/** By the bank's own record: each payout called once, and every call is in the books. */
async function bankAgrees(databaseUrl: string, bankUrl: string): Promise<string> {
  const calls = await queryRows(
    bankUrl,
    'select reference, count(*) as calls from simulator.call group by 1',
  );
  expect(calls.filter((call) => call['calls'] !== '1')).toEqual([]);
  // Each call at the bank is of a payout in the books, and each completed payout was called.
  const paid = await queryRows(databaseUrl, "select reference from payout where status = 'completed'");
  const known = new Set(
    (await queryRows(databaseUrl, 'select reference from payout')).map((row) => row['reference']),
  );
  const called = new Set(calls.map((call) => call['reference']));
  expect(calls.filter((call) => !known.has(call['reference'] ?? null))).toEqual([]);
  expect(paid.filter((row) => !called.has(row['reference'] ?? null))).toEqual([]);
  return `${calls.length} calls of the bank, ${paid.length} payouts completed`;
}
