import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { formatReport } from '../../../src/adapters/postgres/check/report.js';
import { checkInvariants } from '../../../src/adapters/postgres/check/run.js';
import { eventually } from '../../setup/patience.js';
import { queryRows } from '../../setup/rows.js';

/** Milliseconds; a busy machine takes its time. */
const patience = { timeout: 180_000, interval: 100 };

const unfinished = `select id, status from payout where status in ('processing', 'verification_pending')
  union all select id, status from payin where status = 'processing'
  union all select id, status from payout_batch where status = 'processing'`;

export interface Judged {
  readonly databaseUrl: string;
  /** The bank's own record, in a database that no failover meets. */
  readonly bankUrl: string;
}

/**
 * Fails if an acknowledged request is missing, if the bank was called twice for a payout, or if the books and the bank
 * disagree. The repeat executes any other request, unless it was executed unanswered.
 */
export async function judge(
  { databaseUrl, bankUrl }: Judged,
  statuses: ReadonlyMap<string, number>,
  pay: (key: string) => Promise<number>,
): Promise<string> {
  const { lost, counts } = await repeated(statuses, pay);
  expect(lost, 'acknowledged requests that the repeat finds missing').toEqual([]);
  const payouts = await settledAndAgreed({ databaseUrl, bankUrl });
  return `${statuses.size} requests (${JSON.stringify(counts)}), ${payouts}: 0 lost, 0 doubled`;
}

/** After a restore acknowledged requests are missing; the repeat must not pay them twice. */
export async function judgeRestored(
  of: Judged,
  statuses: ReadonlyMap<string, number>,
  pay: (key: string) => Promise<number>,
): Promise<string> {
  const { lost } = await repeated(statuses, pay);
  const payouts = await settledAndAgreed(of);
  return `${statuses.size} requests, of which ${lost.length} acknowledged ones were missing and repeated, ${payouts}: 0 doubled`;
}

async function settledAndAgreed({ databaseUrl, bankUrl }: Judged): Promise<string> {
  await eventually(async () => expect(await queryRows(databaseUrl, unfinished)).toEqual([]), patience);
  const payouts = await bankAgrees(databaseUrl, bankUrl);
  const checked = await checkInvariants(databaseUrl, { simulatorUrl: bankUrl });
  expect(checked.violations, formatReport(checked)).toEqual([]);
  return payouts;
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
  expect(
    calls.filter((call) => call['calls'] !== '1'),
    'payouts for which the bank was called more than once',
  ).toEqual([]);
  const payouts = await queryRows(databaseUrl, 'select reference, status from payout');
  const known = new Set(payouts.map((row) => row['reference']));
  const called = new Set(calls.map((call) => call['reference']));
  expect(
    calls.filter((call) => !known.has(call['reference'] ?? null)),
    'calls at the bank that are not in the books',
  ).toEqual([]);
  const paid = payouts.filter((row) => row['status'] === 'completed');
  expect(
    paid.filter((row) => !called.has(row['reference'] ?? null)),
    'completed payouts for which the bank was not called',
  ).toEqual([]);
  return `${calls.length} calls of the bank, ${paid.length} payouts completed`;
}
