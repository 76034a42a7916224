import { sql, type RawBuilder } from 'kysely';
import type { BatchCounts, BatchTotal, ItemStatus } from '../../domain/payout-batch.js';
import { exact, zero } from '../../domain/money.js';
import type { Payout, PayoutStatus } from '../../domain/payout.js';
import { instant } from './column.js';
import type { BatchItem, ItemsAsk, Reader } from '../../ports/reader.js';
import { without } from './condition.js';
import { compiled, type Statement } from './connection.js';
import { columnsOf, decodeRow } from './row.js';
import { gatheredReads, none, textOf, type RunStatement } from './gathered-reads.js';
import { notHeld } from './held.js';
import { tables } from './table.js';

interface CountRow {
  readonly batch_id: string;
  readonly status: ItemStatus;
  readonly currency: string | null;
  readonly count: string;
  readonly sum: string | null;
  readonly changed_at: string;
}

interface PayoutOfItem {
  readonly payout_status: PayoutStatus | null;
  readonly payout_updated_at: string | null;
  readonly payout_failure_code: string | null;
  readonly payout_sending: Payout['sending'];
}

/** Joins payouts. For payouts that are decided but not yet written, the decided status is used. */
const payoutsOf = (decided: readonly Payout[]): RawBuilder<unknown> =>
  decided.length === 0
    ? sql.raw('payout p on p.id = i.payout_id')
    : sql`(select w.id, coalesce(d.status, w.status) as status, coalesce(d.updated_at, w.updated_at) as updated_at
        from payout w left join unnest(${decided.map(({ id }) => id)}::text[], ${decided.map(({ status }) => status)}::text[],
          ${decided.map(({ updatedAt }) => updatedAt.toISOString())}::timestamptz[]) as d (id, status, updated_at) on d.id = w.id) p
        on p.id = i.payout_id`;

/**
 * Counts each item by its own stage or by its payout's status. One snapshot, so that the counts add up. OFFSET 0 reads
 * batch by batch; joined as a list, the items of all batches would be read.
 */
export const countQuery = (ids: readonly string[], decided: readonly Payout[] = []): RawBuilder<unknown> =>
  sql`select b.id as batch_id, c.* from unnest(${ids}::text[]) as b (id), lateral (
    select coalesce(p.status, i.stage) as status, i.asked_currency as currency, count(*) as count, sum(i.asked_amount) as sum,
        max(greatest(i.updated_at, p.updated_at)) as changed_at
      from payout_batch_item i left join ${payoutsOf(decided)}
      where i.batch_id = b.id group by 1, 2 offset 0) c`;

export function countsFrom(rows: readonly unknown[]): Map<string, BatchCounts> {
  const byBatch = Map.groupBy(rows as readonly CountRow[], ({ batch_id: id }) => id);
  return new Map([...byBatch].map(([id, own]) => [id, countsOf(own)]));
}

function countsOf(rows: readonly CountRow[]): BatchCounts {
  const changes = rows.map(({ changed_at: at }) => instant(at).getTime());
  return { items: itemsOf(rows), totals: totalsOf(rows), changedAt: new Date(Math.max(...changes)) };
}

function itemsOf(rows: readonly CountRow[]): BatchCounts['items'] {
  const items: Partial<Record<ItemStatus, number>> = {};
  for (const { status, count } of rows) items[status] = (items[status] ?? 0) + Number(count);
  return items;
}

function totalsOf(rows: readonly CountRow[]): BatchTotal[] {
  const totals = new Map<string, BatchTotal>();
  for (const { currency, status, sum } of rows) {
    if (currency === null || sum === null) continue;
    const { requested, completed } = totals.get(currency) ?? { requested: zero, completed: zero };
    const amount = exact(sum);
    const paid = status === 'completed' ? completed.plus(amount) : completed;
    totals.set(currency, { currency, requested: requested.plus(amount), completed: paid });
  }
  return [...totals.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** Batches that wait only for their payouts, and all their payouts have ended. */
export const endedBatches = `select b.id from payout_batch b
  where b.next_step_at is null and (b.status = 'processing' or b.cancel_requested_at is not null and b.cancel_finished_at is null)
    and not exists (select from payout p where p.batch_id = b.id and p.status in ('processing', 'verification_pending'))`;

/** Reads of batches, outside any transaction. */
export function batchReads(
  run: RunStatement,
): Pick<Reader, 'batchCounts' | 'batchItems' | 'dueBatches' | 'endedBatches'> {
  const readCounts = gatheredReads<string, CountRow>(run, {
    text: textOf(countQuery(none)),
    valuesOf: (ids) => [ids],
    nameOf: String,
    ownerOf: (row) => (row as CountRow).batch_id,
    decode: (row) => row as CountRow,
  });
  return {
    batchCounts: async (ids) => countsFrom(await readCounts(ids)),
    batchItems: async (ask) => (await run(itemsStatement(ask))).map(itemOf),
    // The oldest batch of each account. Accounts that have waited longest come first.
    dueBatches: (limit, except) =>
      run<{ id: string }>(
        compiled(sql`select id from (
          select distinct on (account_id) id, next_step_at from payout_batch
            where next_step_at <= business_now() ${sql.raw(notHeld(tables.payoutBatch))} ${without(except)} order by account_id, id
          ) first order by next_step_at limit ${limit}`),
      ),
    endedBatches: (limit, except) =>
      run<{ id: string }>(
        compiled(
          sql`select id from (${sql.raw(endedBatches)}) ended where true ${without(except)} limit ${limit}`,
        ),
      ),
  };
}

function itemsStatement({ accountId, batchId, after, limit }: ItemsAsk): Statement {
  const behind = after === undefined ? sql`` : sql`and i.id > ${after}`;
  return compiled(sql`select ${columnsOf('payoutBatchItem', 'i')}, p.status as payout_status, p.updated_at as payout_updated_at,
      p.failure_code as payout_failure_code, p.sending as payout_sending
    from payout_batch_item i left join payout p on p.id = i.payout_id
    where i.batch_id = ${batchId} and i.account_id || '' = ${accountId} ${behind}
    order by i.id limit ${limit + 1}`);
}

function itemOf(row: unknown): BatchItem {
  const {
    payout_status: status,
    payout_updated_at: updatedAt,
    payout_failure_code: failureCode,
    payout_sending: sending,
  } = row as PayoutOfItem;
  return {
    item: decodeRow('payoutBatchItem', row),
    payout: status === null ? null : { status, failureCode, sending, updatedAt: instant(updatedAt) },
  };
}
