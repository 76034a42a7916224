import { sql } from 'kysely';
import type { CapabilityKey } from '../../domain/capability.js';
import { idFloor } from '../../domain/id.js';
import { exact, zero, type Amount } from '../../domain/money.js';
import { instant } from './column.js';
import type { Connection } from './connection.js';

const dayMs = 24 * 60 * 60_000;

/** Operations that count towards the limits of a product: accepted, and since then not failed, expired or cancelled. */
export const countedBy = {
  payout: {
    noun: 'payout',
    table: 'payout',
    currency: 'destination_currency',
    amount: 'destination_amount',
    // A remittance's payout is counted with the remittance.
    counts: "status not in ('failed', 'cancelled') and remittance_id is null",
  },
  remittance: {
    noun: 'remittance',
    table: 'remittance',
    currency: 'destination_currency',
    amount: 'destination_amount',
    counts: "status <> 'failed'",
  },
  payin: {
    noun: 'fundingAccount',
    table: 'funding_account',
    currency: 'currency',
    amount: 'amount',
    counts: "amount is not null and (status in ('pending', 'active') or closed_by = 'paid')",
  },
} as const;

interface Usage {
  total: string;
  swept_to: string;
}

/** The usage row of a limit. The caller decides whether to lock it. Its total covers the minutes from `swept_to` on. */
async function usageOf(
  connection: Connection,
  accountId: string,
  key: CapabilityKey,
): Promise<Usage | undefined> {
  const [row] = await connection.rows(sql<Usage>`select total, swept_to from limit_usage
    where account_id = ${accountId} and product = ${key.product}
      and method = ${key.method} and currency = ${key.currency}`);
  return row;
}

export async function usageTotal(
  connection: Connection,
  accountId: string,
  key: CapabilityKey,
): Promise<Amount> {
  const usage = await usageOf(connection, accountId, key);
  return usage ? exact(usage.total) : zero;
}

/** The part of the stored total that is older than 24 hours at `now`, summed from the operations. */
export async function lapsedUsage(
  connection: Connection,
  { accountId, key, now }: { accountId: string; key: CapabilityKey; now: Date },
): Promise<Amount> {
  const usage = await usageOf(connection, accountId, key);
  const counted = Object.entries(countedBy).find(([product]) => product === key.product)?.[1];
  if (!usage || !counted) return zero;
  const { noun, table, currency, amount, counts } = counted;
  // An id starts with created_at, so a span within a minute is a range of ids.
  const [from, to] = [instant(usage.swept_to), new Date(now.getTime() - dayMs)];
  const [row] = await connection.rows(sql<{
    lapsed: string;
  }>`select coalesce(sum(${sql.ref(amount)}), 0) as lapsed
    from ${sql.table(table)} where account_id = ${accountId} and id >= ${idFloor(noun, from)} and id < ${idFloor(noun, to)}
      and method = ${key.method} and ${sql.ref(currency)} = ${key.currency} and ${sql.raw(counts)}`);
  return row ? exact(row.lapsed) : zero;
}

/** Operations accepted in the last `minutes` and not given back since. The first minute is counted whole. */
export async function recentCount(
  connection: Connection,
  { accountId, key, now, minutes }: { accountId: string; key: CapabilityKey; now: Date; minutes: number },
): Promise<number> {
  const from = new Date(now.getTime() - minutes * 60_000);
  const [row] = await connection.rows(sql<{
    count: string;
  }>`select coalesce(sum(count), 0) as count from limit_minute
    where account_id = ${accountId} and product = ${key.product} and method = ${key.method}
      and currency = ${key.currency} and minute >= date_trunc('minute', ${from}::timestamptz)`);
  return Number(row?.count ?? 0);
}
