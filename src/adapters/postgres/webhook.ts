import type { MikroORM } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { DeliverableEvent } from '../../domain/webhook.js';
import { paceOf } from '../../domain/webhook-attempt.js';
import {
  leaseMs,
  type AttemptRecord,
  type DueDelivery,
  type Lanes,
  type Lease,
  type NewLease,
  type PoolCapacity,
  type LaneCapacity,
  type Webhooks,
  type LaneWork,
} from '../../ports/webhook.js';
import { decode, instant } from './column.js';
import { without } from './condition.js';
import { asAnswer } from './failure.js';
import { keyed } from './keyed.js';
import { poolOf } from './orm.js';
import { eventBorderOf, eventBorderQuery } from './read/archived.js';
import { compiled, rowsOf, writtenRowsOf, type Connection } from './connection.js';

const laggingMax = 200;
/** Pings and tests per read; an endpoint has few. */
const aheadMax = 10;
/** Due retries per endpoint that are sorted by log position. */
const retriesMax = 1_000;
const lease = `${leaseMs} milliseconds`;
/** A lease with at least this much time left is not renewed yet. A POST must end before its lease does. */
const fresh = `${leaseMs - 2_000} milliseconds`;

/** The lanes, in an open transaction. */
export function lanesOf(connection: Connection): Lanes {
  return {
    catchUp: async (accountId, endpointIds = []) => {
      const [row] = await connection.rows(
        sql<{ position: string }>`select catch_up_events(${accountId}, ${endpointIds}) as position`,
      );
      return row?.position ?? '0';
    },
    lock: async (endpointIds) => {
      await connection.rows(sql`select from webhook_lane where endpoint_id = any(${endpointIds})
        order by endpoint_id for no key update`);
    },
    begin: async ({ id, accountId }, position) => {
      await connection.rows(sql`insert into webhook_lane (endpoint_id, account_id, after_position)
        values (${id}, ${accountId}, ${position})
        on conflict (endpoint_id) do update set after_position = excluded.after_position`);
    },
    wake: async (endpointIds) => {
      await connection.rows(sql`select wake_lanes(${endpointIds})`);
    },
    hurry: async (endpointId) => {
      await connection.rows(sql`update webhook_delivery set next_attempt_at = business_now(), version = version + 1
        where endpoint_id = ${endpointId} and status = 'pending' and attempts = 0 and next_attempt_at > business_now()`);
    },
    nextTestAt: async (endpointId) => {
      const [row] = await connection.rows(sql<{
        at: string | null;
      }>`select next_test_at as at from webhook_lane
        where endpoint_id = ${endpointId}`);
      return decode('time', row?.at) as Date | null;
    },
    setNextTest: async (endpointId, at) => {
      await connection.rows(
        sql`update webhook_lane set next_test_at = ${at.toISOString()} where endpoint_id = ${endpointId}`,
      );
    },
    lastPings: async (endpointId, count) => {
      const rows = await connection.rows(sql<{ created_at: string }>`select created_at from webhook_delivery
        where endpoint_id = ${endpointId} and kind = 'ping' order by id desc limit ${count}`);
      return rows.map((row) => instant(row.created_at));
    },
    event: async (accountId, id) =>
      (
        await connection.rows(sql<DeliverableEvent>`select id, position, type, resource_id as "resourceId"
          from event where id = ${id} and account_id = ${accountId} for key share`)
      )[0],
    eventBorder: async (accountId) => eventBorderOf(await connection.rows(eventBorderQuery(accountId))),
    replay: async (endpointId, { after, from, to, most }) => {
      const [row] = await connection.rows(sql<{ made: string; next: string | null }>`select r.made,
          case when r.goes_on then (select e.id from event e join webhook_endpoint w on w.account_id = e.account_id
            where w.id = ${endpointId} and e.position = r.upto) end as next
        from replay_events(${endpointId}, ${after}, ${from.toISOString()}, ${to.toISOString()}, ${most}) r`);
      return { made: Number(row?.made ?? 0), next: row?.next ?? null };
    },
  };
}

/** The workers' operations. Each statement runs on a pool connection. */
export function postgresWebhooks(orm: MikroORM): Webhooks {
  const ask = async <T>(query: RawBuilder<T>, run: typeof rowsOf<T> = rowsOf): Promise<T[]> => {
    try {
      return await run(await poolOf(orm), compiled(query));
    } catch (error) {
      throw asAnswer(error);
    }
  };
  const write = <T>(query: RawBuilder<T>): Promise<T[]> => ask(query, writtenRowsOf<T>);
  return {
    lagging: async (accountIds, except) => {
      const own = accountIds === undefined ? sql`` : sql`and c.account_id = any(${accountIds})`;
      // Few accounts have cursors, but all have counters, so the counter is looked up per cursor.
      const rows = await ask(sql<{ account_id: string }>`select c.account_id from webhook_cursor c
        where (select n.last from event_counter n where n.account_id = c.account_id) > c.position ${own} ${without(except, 'c.account_id')}
        limit ${laggingMax}`);
      return rows.map((row) => row.account_id);
    },
    fanOut: async (accountIds, most) => {
      const [row] = await write(sql<{ n: string }>`select fan_out_events(${accountIds}, ${most}) as n`);
      return Number(row?.n ?? 0);
    },
    lease: (rooms) => write(leaseQuery(rooms)),
    read: async (asks) => {
      const askOf = new Map(asks.map((each) => [each.lease.endpointId, each]));
      const sentAt = performance.now();
      const lanes = await write(laneQuery(asks.map(({ lease: each }) => each)));
      if (lanes.length === 0) return new Map();
      const wanted = lanes.map(({ endpoint_id, is_running, is_rough }) => ({
        endpoint_id,
        is_running,
        is_rough,
        after: askOf.get(endpoint_id)?.after,
        most: askOf.get(endpoint_id)?.most,
      }));
      const deliveries = Map.groupBy(await ask(dueQuery(wanted)), (row) => row.endpoint_id);
      return new Map(
        lanes.map((row) => {
          const due = deliveries.get(row.endpoint_id) ?? [];
          const leasedUntil = sentAt + Number(row.lease_left_ms);
          return [row.endpoint_id, { ...workOf(row, due, askOf.get(row.endpoint_id)?.most), leasedUntil }];
        }),
      );
    },
    record: async (attempts) => {
      const rows = await write(sql<{ endpoint_id: string; version: number }>`select endpoint_id, version
        from record_attempts(${JSON.stringify(laneRows(attempts))}, ${JSON.stringify(attempts.map(attemptRow))}, ${lease})`);
      return new Map(rows.map((row) => [row.endpoint_id, Number(row.version)]));
    },
    cancel: async (held, most) => {
      const [row] = await write(cancelQuery(held, most));
      return Number(row?.n ?? 0);
    },
    release: async (leases) => {
      const [row] = await write(sql<{ n: string }>`select release_lanes(${leasesJson(leases)}) as n`);
      return Number(row?.n ?? 0);
    },
  };
}

const leasesJson = (leases: readonly Lease[]): string =>
  JSON.stringify(leases.map(({ endpointId, fence }) => ({ endpoint_id: endpointId, fence })));

/**
 * Picks due lanes: first lanes of accounts with the fewest leased lanes, then the quickest receivers, then the lanes
 * served longest ago.
 */
const dueOf = (pace: RawBuilder<unknown>, { most, held }: PoolCapacity) => sql`(select endpoint_id from (
    select l.endpoint_id, l.pace, l.served_at,
      coalesce(h.n::int, 0) + row_number() over (partition by l.account_id order by l.pace, l.served_at nulls first) as share
    from webhook_lane l left join json_each_text(${JSON.stringify(Object.fromEntries(held))}) as h(account_id, n)
      on h.account_id = l.account_id
    where ${pace} and l.due_at <= business_now() and (l.lease_until is null or l.lease_until < machine_now())) due
  order by share, pace, served_at nulls first limit ${most})`;

/** Lanes that another process is leasing at the moment are skipped. */
const leaseQuery = ({ quick, slow }: LaneCapacity) => sql<NewLease>`with
  due as materialized (${dueOf(sql`l.pace = 0`, quick)} union all ${dueOf(sql`l.pace > 0`, slow)}),
  free as (select l.endpoint_id from webhook_lane l join due on due.endpoint_id = l.endpoint_id
    where l.lease_until is null or l.lease_until < machine_now() for no key update of l skip locked)
  update webhook_lane l
    set lease_until = machine_now() + ${lease}::interval, fence = l.fence + 1, served_at = machine_now()
    from free where l.endpoint_id = free.endpoint_id
    returning l.endpoint_id as "endpointId", l.fence, l.account_id as "accountId", l.pace > 0 as "isSlow"`;

const cancelQuery = ({ endpointId, fence }: Lease, most: number) => sql<{ n: string }>`with
  lane as materialized (select from webhook_lane l join webhook_endpoint e on e.id = l.endpoint_id
    where l.endpoint_id = ${endpointId} and l.fence = ${fence} and e.deleted_at is not null for no key update of l),
  waiting as materialized (select d.id from webhook_delivery d where d.endpoint_id = ${endpointId}
    and d.status = 'pending' and exists (select from lane) order by d.id limit ${most} for no key update),
  cancelled as (update webhook_delivery d set status = 'cancelled', next_attempt_at = null, version = d.version + 1
    from waiting where d.id = waiting.id and d.endpoint_id = ${endpointId} returning 1)
  select count(*) as n from cancelled`;

interface LaneRow {
  readonly endpoint_id: string;
  readonly fence: string;
  readonly version: number;
  readonly url: string;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_secret_expires_at: string | null;
  readonly failing_since: string | null;
  readonly failures: number;
  readonly next_test_at: string | null;
  readonly is_deleted: boolean;
  readonly is_running: boolean;
  readonly is_rough: boolean;
  readonly is_test_due: boolean;
  readonly now: string;
  readonly lease_left_ms: string;
}

/**
 * Renews leases. A lease that was renewed recently, as every record does, is neither written nor locked. A lease that a
 * record renews while this statement waits for its lock still counts as held, so its age is not compared again.
 */
const laneQuery = (leases: readonly Lease[]) => sql<LaneRow>`with
  leased as (select * from json_to_recordset(${leasesJson(leases)}) as leased(endpoint_id text, fence bigint)),
  old as materialized (select l.endpoint_id, l.fence from leased
    join webhook_lane l on l.endpoint_id = leased.endpoint_id and l.fence = leased.fence
    where l.lease_until < machine_now() + ${fresh}::interval),
  stale as materialized (select l.endpoint_id from old
    join webhook_lane l on l.endpoint_id = old.endpoint_id and l.fence = old.fence
    order by l.endpoint_id for no key update of l),
  renewed as (update webhook_lane l set lease_until = machine_now() + ${lease}::interval from stale
    where l.endpoint_id = stale.endpoint_id returning l.endpoint_id, l.lease_until)
  select l.endpoint_id, l.fence, e.version, e.url, e.secret, e.previous_secret, e.previous_secret_expires_at,
    e.failing_since, l.failures, l.next_test_at, business_now() as now,
    extract(epoch from coalesce(renewed.lease_until, l.lease_until) - machine_now()) * 1000 as lease_left_ms,
    e.deleted_at is not null as is_deleted, e.rough_since is not null as is_rough,
    e.paused_at is null and e.deleted_at is null and e.failing_since is null as is_running,
    e.paused_at is null and e.deleted_at is null and coalesce(l.next_test_at <= business_now(), false) and not exists (
      select from webhook_delivery d where d.endpoint_id = e.id and d.kind = 'test' and d.status = 'pending') as is_test_due
  from leased join webhook_lane l on l.endpoint_id = leased.endpoint_id and l.fence = leased.fence
  join webhook_endpoint e on e.id = leased.endpoint_id left join renewed on renewed.endpoint_id = leased.endpoint_id
  where renewed.endpoint_id is not null or l.lease_until >= machine_now() + ${fresh}::interval`;

interface DueRow {
  readonly endpoint_id: string;
  readonly id: string;
  readonly event_id: string;
  readonly resource_id: string;
  readonly kind: DueDelivery['kind'];
  readonly attempts: number;
  readonly position: string | null;
  readonly first_attempt_at: string | null;
  readonly body: string;
}

const dueColumns = sql`d.endpoint_id, d.id, d.event_id, d.resource_id, d.kind, d.attempts, d.position,
  d.history #>> '{0,occurred_at}' as first_attempt_at`;
const isQueued = sql`d.status = 'pending' and d.kind in ('first', 'redelivery')`;
/** The delivery that `is_held_back` looks for, inlined: the function would be called once per row. */
const holder = sql`from webhook_delivery w where w.endpoint_id = d.endpoint_id and w.resource_id = d.resource_id
  and w.position < d.position and w.status = 'pending' and w.kind = 'first' and w.attempts > 0`;

/**
 * For each lane: pings and tests, due retries, and deliveries that were never tried. A delivery that is held back only
 * by a due retry is included, and follows that retry in order.
 */
const dueQuery = (lanes: readonly object[]) => sql<DueRow>`with
  l as (select * from json_to_recordset(${JSON.stringify(lanes)}) as l(endpoint_id text, is_running boolean, is_rough boolean, after bigint, most int)),
  retry as materialized (select d.* from l cross join lateral (
    select ${dueColumns} from webhook_delivery d where l.is_running and d.endpoint_id = l.endpoint_id and ${isQueued}
      and d.attempts > 0 and d.next_attempt_at <= business_now() and (d.kind <> 'first' or not exists (select ${holder}))
      order by d.next_attempt_at limit ${retriesMax}) d)
  select d.*, e.body from l cross join lateral (
    (select ${dueColumns} from webhook_delivery d where d.endpoint_id = l.endpoint_id
      and d.status = 'pending' and d.kind in ('ping', 'test') order by d.id limit ${aheadMax})
    union all (select d.* from retry d where d.endpoint_id = l.endpoint_id order by d.position limit l.most)
    union all (select ${dueColumns} from webhook_delivery d where l.is_running and d.endpoint_id = l.endpoint_id and ${isQueued}
      and d.attempts = 0 and d.position > l.after and (not l.is_rough or d.next_attempt_at <= business_now())
      and (d.kind <> 'first' or not exists (select ${holder} and w.id not in (select r.id from retry r)))
      order by d.position limit l.most)
  ) d cross join lateral (select * ${sql.raw(keyed('event', 'id', 'd.event_id'))}) e`;

function workOf(row: LaneRow, due: readonly DueRow[], most?: number): Omit<LaneWork, 'leasedUntil'> {
  return {
    lease: { endpointId: row.endpoint_id, fence: row.fence },
    version: Number(row.version),
    url: row.url,
    secret: row.secret,
    previousSecret: row.previous_secret,
    previousSecretExpiresAt: decode('time', row.previous_secret_expires_at) as Date | null,
    now: instant(row.now),
    failures: Number(row.failures),
    failingSince: decode('time', row.failing_since) as Date | null,
    nextTestAt: decode('time', row.next_test_at) as Date | null,
    isDeleted: row.is_deleted,
    isRough: row.is_rough,
    isTestDue: row.is_test_due,
    deliveries: due
      .map((each) => ({
        id: each.id,
        eventId: each.event_id,
        resourceId: each.resource_id,
        kind: each.kind,
        attempts: Number(each.attempts),
        position: each.position,
        firstAttemptAt: decode('time', each.first_attempt_at) as Date | null,
        body: each.body,
      }))
      .sort(inOrder)
      .slice(0, most),
  };
}

/** Deliveries without a position come first. Ids are in creation order. */
function inOrder(one: DueDelivery, other: DueDelivery): number {
  const positions = Number(one.position ?? 0) - Number(other.position ?? 0);
  return positions === 0 ? (one.id < other.id ? -1 : 1) : positions;
}

/** The last attempt of each lane decides its state. */
function laneRows(attempts: readonly AttemptRecord[]) {
  const rows = new Map<string, object>();
  const recovered = new Set(
    attempts.filter((each) => each.recovered).map(({ lease: { endpointId } }) => endpointId),
  );
  for (const {
    lease: { endpointId, fence },
    lane,
    attempt,
  } of attempts) {
    rows.set(endpointId, {
      endpoint_id: endpointId,
      fence,
      failures: lane.failures,
      failing_since: lane.failingSince,
      next_test_at: lane.nextTestAt,
      pace: paceOf(attempt.duration_ms),
      recovered: recovered.has(endpointId),
    });
  }
  return [...rows.values()];
}

const attemptRow = ({ deliveryId, status, nextAttemptAt, deliveredAt, attempt }: AttemptRecord) => ({
  id: deliveryId,
  number: attempt.number,
  status,
  next_attempt_at: nextAttemptAt,
  delivered_at: deliveredAt,
  entry: attempt,
});
