import type { SqlCheck } from './query.js';

/** The status of each item: the status of its payout, once the payout exists. */
const standing = `select i.*, p.status as payout_status, coalesce(p.status, i.stage) as status
  from payout_batch_item i left join payout p on p.account_id = i.account_id and p.id = i.payout_id`;

const unfinished = `(b.status = 'processing' or b.cancel_requested_at is not null and b.cancel_finished_at is null)`;

/** Checks batches against their items, and items against their payouts. */
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
    name: 'the items of a batch add up to its size, with indexes from 0',
    sql: `select b.id as batch_id, b.size, count(i.id) as items, max(i.index) as last from payout_batch b
      left join (${standing}) i on i.batch_id = b.id and i.status in
        ('pending', 'refused', 'processing', 'verification_pending', 'completed', 'failed', 'returned', 'cancelled')
      group by b.id, b.size having count(i.id) <> b.size or max(i.index) <> b.size - 1`,
  },
  {
    number: 24,
    name: 'payouts of a batch are created in item order',
    sql: `select batch_id, batch_index, payout_id, position, before from (
        select p.batch_id, p.batch_index, p.id as payout_id, e.position,
            lag(e.position) over (partition by p.batch_id order by p.batch_index) as before
          from payout p join (select account_id, resource_id, min(position) as position from logged_event
              where type in ('payout.created', 'payout.failed') group by 1, 2) e
            on e.account_id = p.account_id and e.resource_id = p.id
          where p.batch_id is not null
      ) ordered where before > position
      union all select i.batch_id, i.index, i.payout_id, null, null from payout_batch_item i
        join (select batch_id, min(index) as first from payout_batch_item where stage = 'pending' group by 1) w
          on w.batch_id = i.batch_id and i.index > w.first
        where i.stage <> 'pending'`,
  },
  {
    number: 34,
    name: 'a finished batch has only ended items, and the status that follows from them',
    // An item that was paid still counts as paid after its bank returned the money.
    sql: `select b.id as batch_id, b.status, b.size, i.open, i.paid, i.stopped from payout_batch b
      join (select batch_id, count(*) filter (where status in ('pending', 'processing', 'verification_pending')) as open,
            count(*) filter (where status in ('completed', 'returned')) as paid,
            count(*) filter (where status = 'cancelled') as stopped
          from (${standing}) s group by 1) i on i.batch_id = b.id
      where b.status <> 'processing' and (i.open > 0 or b.status <> case
          when i.paid = b.size then 'completed'
          when i.stopped = 0 then 'completed_with_failures'
          when i.stopped = b.size then 'cancelled'
          else 'partially_cancelled'
        end)`,
  },
  {
    number: 34,
    name: 'a finished batch was updated no earlier than any of its items or their payouts',
    sql: `select b.id as batch_id, b.updated_at, i.changed_at from payout_batch b
      join (select i.batch_id, max(greatest(i.updated_at, p.updated_at)) as changed_at from payout_batch_item i
          left join payout p on p.account_id = i.account_id and p.id = i.payout_id group by 1) i on i.batch_id = b.id
      where not ${unfinished} and b.updated_at < i.changed_at`,
  },
  {
    number: 34,
    name: 'a finished batch and its figures equal the data of its last event',
    sql: `select b.id as batch_id, b.status, b.updated_at, last.data from payout_batch b
      join (select distinct on (account_id, resource_id) account_id, resource_id, e.body::jsonb -> 'data' as data from logged_event e
          where type like 'payout_batch.%' order by account_id, resource_id, position desc) last
        on last.account_id = b.account_id and last.resource_id = b.id
      join (select batch_id, count(*) filter (where status = 'completed') as completed, count(*) filter (where status = 'returned') as returned
          from (${standing}) s group by 1) i on i.batch_id = b.id
      where not ${unfinished} and (b.status, b.updated_at, i.completed, i.returned) is distinct from
        (last.data ->> 'status', (last.data ->> 'updated_at')::timestamptz, (last.data #>> '{summary,completed}')::bigint,
          (last.data #>> '{summary,returned}')::bigint)`,
  },
  {
    number: 24,
    name: 'after a finished cancellation every item is cancelled or has a reason why not',
    sql: `select b.id as batch_id, i.id as item_id, i.stage from payout_batch b join payout_batch_item i on i.batch_id = b.id
      where b.cancel_finished_at is not null and (i.stage = 'cancelled') = (i.not_cancelled_reason is not null)`,
  },
  {
    number: 28,
    name: 'a batch with waiting items or a pending cancellation has a next step',
    sql: `select b.id as batch_id, i.id as item_id, i.stage from payout_batch b join payout_batch_item i on i.batch_id = b.id
      where b.next_step_at is null and (i.stage = 'pending'
        or b.cancel_requested_at is not null and b.cancel_finished_at is null and i.stage <> 'cancelled' and i.not_cancelled_reason is null)`,
  },
];
