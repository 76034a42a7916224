import type { SqlCheck } from './query.js';

/** Where an item stands: where its payout does, once it has one. */
const standing = `select i.*, p.status as payout_status, coalesce(p.status, i.stage) as status
  from payout_batch_item i left join payout p on p.account_id = i.account_id and p.id = i.payout_id`;

const unfinished = `(b.status = 'processing' or b.cancel_requested_at is not null and b.cancel_finished_at is null)`;

/** Batches against their items, and items against their payouts. */
export const payoutBatchChecks: readonly SqlCheck[] = [
  {
    number: 15,
    name: 'an item of a batch becomes one payout at most, and both name each other',
    sql: `select i.id as item_id, p.id as payout_id from (select * from payout_batch_item where payout_id is not null) i
      full join (select * from payout where batch_id is not null) p
        on p.id = i.payout_id and p.batch_id = i.batch_id and p.batch_index = i.index
      where i.id is null or p.id is null`,
  },
  {
    number: 24,
    name: 'the items of a batch by where they stand add up to its size, at its places from 0 on',
    sql: `select b.id as batch_id, b.size, count(i.id) as items, max(i.index) as last from payout_batch b
      left join (${standing}) i on i.batch_id = b.id and i.status in
        ('pending', 'refused', 'processing', 'verification_pending', 'completed', 'failed', 'returned', 'cancelled')
      group by b.id, b.size having count(i.id) <> b.size or max(i.index) <> b.size - 1`,
  },
  {
    number: 24,
    name: 'payouts of a batch are made in the order of its items',
    sql: `select batch_id, batch_index, payout_id, position, before from (
        select p.batch_id, p.batch_index, p.id as payout_id, e.position,
            lag(e.position) over (partition by p.batch_id order by p.batch_index) as before
          from payout p join (select account_id, resource_id, min(position) as position from event
              where type in ('payout.created', 'payout.failed') group by 1, 2) e
            on e.account_id = p.account_id and e.resource_id = p.id
          where p.batch_id is not null
      ) told where before > position
      union all select i.batch_id, i.index, i.payout_id, null, null from payout_batch_item i
        join (select batch_id, min(index) as first from payout_batch_item where stage = 'pending' group by 1) w
          on w.batch_id = i.batch_id and i.index > w.first
        where i.stage <> 'pending'`,
  },
  {
    number: 24,
    name: 'a batch is finished only where every item has ended, and says how',
    // A payout that was paid when its batch ended may be returned later.
    sql: `select b.id as batch_id, b.status, i.open, i.paid, i.stopped, i.refused from payout_batch b
      join (select batch_id, count(*) filter (where status in ('pending', 'processing', 'verification_pending')) as open,
            count(*) filter (where status in ('completed', 'returned')) as paid,
            count(*) filter (where status = 'cancelled') as stopped,
            count(*) filter (where status = 'refused') as refused
          from (${standing}) s group by 1) i on i.batch_id = b.id
      where not ${unfinished} and case b.status
          when 'completed' then i.open > 0 or i.paid <> b.size
          when 'completed_with_failures' then i.open > 0 or i.stopped > 0
          when 'cancelled' then i.open > 0 or i.stopped = 0 or i.stopped + i.refused <> b.size
          when 'partially_cancelled' then i.open > 0 or i.stopped = 0 or i.stopped + i.refused = b.size
        end`,
  },
  {
    number: 24,
    name: 'a cancellation that is finished has an answer for each item: it was cancelled, or why not',
    sql: `select b.id as batch_id, i.id as item_id, i.stage from payout_batch b join payout_batch_item i on i.batch_id = b.id
      where b.cancel_finished_at is not null and (i.stage = 'cancelled') = (i.not_cancelled_reason is not null)`,
  },
  {
    number: 28,
    name: 'no item of a batch waits in silence, nor a cancellation of one',
    sql: `select b.id as batch_id, i.id as item_id, i.stage from payout_batch b join payout_batch_item i on i.batch_id = b.id
      where b.next_step_at is null and (i.stage = 'pending'
        or b.cancel_requested_at is not null and b.cancel_finished_at is null and i.stage <> 'cancelled' and i.not_cancelled_reason is null)`,
  },
];
