import type { SqlCheck } from './query.js';

const never = (at: string): string => `coalesce(${at}, 'infinity') = 'infinity'`;
const isOnce = `kind in ('ping', 'test')`;

/** Every attempt of every delivery. Attempts from releases that did not count turns have turn 0. */
const attempts = `
  select d.endpoint_id, d.id as delivery_id, a.nth, coalesce((d.turns ->> (a.nth - 1)::int)::bigint, 0) as turn,
      (a.attempt ->> 'number')::int as number,
      (a.attempt ->> 'occurred_at')::timestamptz as began,
      (a.attempt ->> 'occurred_at')::timestamptz + (a.attempt ->> 'duration_ms')::int * interval '1 millisecond' as ended
    from webhook_delivery d cross join lateral jsonb_array_elements(d.history) with ordinality a (attempt, nth)`;

/** Checks endpoints, their lanes and their deliveries against the event log. */
export const webhookChecks: readonly SqlCheck[] = [
  {
    number: 20,
    name: 'each matching event of an active endpoint is delivered, pending or failed after ten attempts',
    sql: `select w.id as endpoint_id, e.position, e.type, d.id as delivery_id, d.status, d.attempts from webhook_endpoint w
      join webhook_lane l on l.endpoint_id = w.id
      join webhook_cursor c on c.account_id = w.account_id
      join logged_event e on e.account_id = w.account_id and e.position > l.after_position and e.position <= c.position
        and e.type <> 'webhook.ping' and (w.event_types = '{}' or e.type = any (w.event_types))
      left join webhook_delivery d on d.endpoint_id = w.id and d.position = e.position and d.kind = 'first'
      where w.deleted_at is null and w.paused_at is null
        and (d.id is null and e.occurred_at >= complete_from('webhook_delivery') or d.status = 'cancelled' or (d.status = 'failed' and d.attempts <> 10))`,
  },
  {
    number: 20,
    name: 'delivery cursors are within the event log, and every endpoint has them',
    sql: `select c.account_id, c.position, n.last from webhook_cursor c
        left join event_counter n on n.account_id = c.account_id where c.position > coalesce(n.last, 0)
      union all select l.endpoint_id, l.after_position, n.last from webhook_lane l
        left join event_counter n on n.account_id = l.account_id where l.after_position > coalesce(n.last, 0)
      union all select w.id, null, null from webhook_endpoint w
        left join webhook_lane l on l.endpoint_id = w.id
        left join webhook_cursor c on c.account_id = w.account_id
        where l.endpoint_id is null or c.account_id is null`,
  },
  {
    number: 20,
    name: 'an event has at most one first delivery per endpoint, and an endpoint at most one pending test',
    sql: `select endpoint_id, kind, position, count(*) from webhook_delivery
      where kind = 'first' or kind = 'test' and status = 'pending' group by 1, 2, 3 having count(*) > 1`,
  },
  {
    number: 20,
    name: 'a delivery has the type, resource and position of its event',
    // Ids of archived events stand in the files only, and the delivery of a ping has no position to find one by.
    sql: `select d.id as delivery_id, d.event_id, d.position from webhook_delivery d
      left join event e on e.id = d.event_id
      left join archived_event a on a.account_id = d.account_id and a.position = d.position and e.id is null
      where (d.position is null) <> (d.${isOnce})
        or (coalesce(e.account_id, a.account_id), coalesce(e.position, a.position), coalesce(e.type, a.type), coalesce(e.resource_id, a.resource_id))
            is distinct from (d.account_id, coalesce(d.position, e.position), d.event_type, d.resource_id)
          and not (d.position is null and e.id is null
            and exists (select from archive_border b where b.account_id = d.account_id and d.created_at < b.until))`,
  },
  {
    number: 20,
    name: 'every pending delivery has a next attempt, and every failing endpoint a next test',
    sql: `select d.id as delivery_id, d.endpoint_id, d.kind, l.due_at from webhook_delivery d
        join webhook_endpoint w on w.id = d.endpoint_id
        left join webhook_lane l on l.endpoint_id = d.endpoint_id
        where d.status = 'pending' and (${never('d.next_attempt_at')}
          or ${never('l.due_at')} and (d.${isOnce} or w.paused_at is null or w.deleted_at is not null))
      union all select null, w.id, 'failing', l.next_test_at from webhook_endpoint w
        left join webhook_lane l on l.endpoint_id = w.id
        where (w.failing_since is null) <> (${never('l.next_test_at')})`,
  },
  {
    number: 20,
    name: 'a delivery is delivered if and only if its last attempt got 2xx',
    sql: `select id as delivery_id, status, history -> -1 as last_attempt from webhook_delivery
      where (status = 'delivered') <> coalesce((history #>> '{-1,http_status}')::int between 200 and 299, false)`,
  },
  {
    number: 21,
    name: 'first deliveries of a resource to an endpoint are in log order',
    sql: `select id as delivery_id, endpoint_id, resource_id, position, began, before from (
        select d.*, case when attempts > 0 then coalesce((turns ->> 0)::bigint, 0) end as began,
            max(case status when 'pending' then 'infinity' when 'cancelled' then -1 else coalesce((turns ->> -1)::numeric, 0) end)
              over (partition by endpoint_id, resource_id order by position rows between unbounded preceding and 1 preceding) as before
          from webhook_delivery d where kind = 'first'
      ) walked where began < before`,
  },
  {
    number: 21,
    name: 'at most one delivery to an endpoint is in flight',
    // Attempts are ordered by turn, because the clock may have been set between two attempts.
    sql: `select endpoint_id, delivery_id, number, began, ended, began_before, ended_before from (
        select *, lag(began) over counted as began_before, lag(ended) over counted as ended_before
          from (${attempts}) each_attempt window counted as (partition by endpoint_id order by turn, began, ended)
      ) walked where began < ended_before and ended > began_before`,
  },
  {
    number: 21,
    name: 'attempts are numbered without gaps, up to ten',
    sql: `select d.id as delivery_id, d.attempts, coalesce(a.n, 0) as told from webhook_delivery d
      left join (select delivery_id, count(*) as n, bool_and(number = nth) as in_order from (${attempts}) each_attempt
        group by delivery_id) a on a.delivery_id = d.id
      where d.attempts <> coalesce(a.n, 0) or not coalesce(a.in_order, true)
        or d.attempts > case when d.${isOnce} then 1 else 10 end`,
  },
];
