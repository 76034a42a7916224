import type { Agenda, Backlog } from '../../ports/reader.js';
import { closeMarginMs } from '../../domain/ledger-seal.js';
import { declared } from '../../domain/noun/all.js';
import { snake } from '../../domain/noun/declare.js';
import { instant } from './column.js';
import type { Statement } from './connection.js';
import { notHeld } from './held.js';
import { endedBatches } from './payout-batch.js';
import { nounsInOrder, tables } from './table.js';

type Timed = readonly (readonly [table: string, at: string])[];

const steppedNouns = declared.filter(({ fields }) => 'nextStepAt' in fields);
/** Image fetches do not count as due work: they depend on other hosts, and no caller waits for them. */
const dueNouns = steppedNouns.filter(({ noun }) => noun !== 'hostedImage');
/** Nouns whose steps move no money. */
const moneyless: ReadonlySet<string> = new Set(['mail', 'hostedDomain', 'apiKey']);

/** Tables and columns that hold the time at which a row is due. Each column has its own index. */
const stepped: Timed = [
  ...dueNouns.map(({ noun }) => snake(noun)),
  'statement',
  'seal_round',
  'hosted_session',
].map((table) => [table, 'next_step_at']);
const operations: Timed = dueNouns
  .filter(({ noun }) => !moneyless.has(noun))
  .map(({ noun }) => [snake(noun), 'next_step_at']);
/**
 * Tables, with a condition, whose rows become due once, at a set time. All other rows are retried until they get an
 * answer.
 */
const dueOnce: ReadonlyMap<string, string> = new Map([
  ['settlement_schedule', 'true'],
  ['api_key', 'true'],
  ['remittance', 'true'],
  ['hosted_session', 'true'],
  // An active account is due when it expires. In any other status the provider is polled.
  ['funding_account', `status = 'active'`],
]);
/** A lane has a next test time only while its endpoint is failing. */
const isTested = 'next_test_at is not null';
/** Accounts with events that have no deliveries yet. */
const undelivered = `webhook_cursor w join event_counter c on c.account_id = w.account_id where c.last > w.position`;

const held = new Map(nounsInOrder.map((noun) => [tables[noun].name, notHeld(tables[noun])]));
/** Condition that leaves out rows held back by the kill switch. */
const notHeldIn = (table: string): string => held.get(table) ?? '';

const dueOf = (columns: Timed, but: (table: string) => string = () => ''): string =>
  columns
    .map(([table, at]) => `select ${at} as at from ${table} where ${at} <= now ${but(table)}`)
    .join(' union all ');

/**
 * Leaves out a lane that is sending a test delivery to a slow receiver: callers that wait for due work do not wait for
 * that delivery.
 */
const dueLanes = `select due_at from webhook_lane where due_at <= now
  and not (${isTested} and pace > 0 and lease_until > machine_now())`;

const firstOf = (table: string, at: string, where: string): string =>
  `(select ${at} as at from ${table} where ${where} and ${at} > now order by ${at} limit 1)`;

/** The earliest lane of each pace, because the index starts with the pace. */
const firstLane = (where: string): string =>
  `select ${firstOf('webhook_lane', 'due_at', `pace = p and ${where}`)} as at from pace`;

const earliest = (firsts: readonly string[]): string =>
  `(select min(at) from (${firsts.join(' union all ')}) first)`;

const firstOnce = earliest([
  ...stepped.flatMap(([table, at]) => {
    const once = dueOnce.get(table);
    return once === undefined ? [] : [firstOf(table, at, once)];
  }),
  firstLane(`not (${isTested})`),
]);

const firstRepeated = earliest([
  ...stepped.flatMap(([table, at]) => {
    const once = dueOnce.get(table) ?? 'false';
    return once === 'true' ? [] : [firstOf(table, at, `not (${once})`)];
  }),
  firstLane(isTested),
]);

/**
 * Business time, read once per statement. With two reads, a row that falls due between them would count neither as due
 * nor as next.
 */
const moment = 'moment as materialized (select business_now() as now)';

/**
 * Due work that one process does alone under a lock of this name (`Store.alone`), and a process holds the lock: a
 * comparison of a long statement and a round of seals change nothing that is counted until they end.
 */
const doneAlone = (table: string, lockName: string): string => `exists (select from ${table}, pg_locks
  where next_step_at <= now and locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32 | objid::bigint) = hashtextextended('psp ' || ${lockName}, 0))`;

/** The work that workers start without a request: how many rows are due, and when the next row is due. */
export const agendaStatement: Statement = {
  text: `with ${moment},
      pace as materialized (select p from generate_series(0, (select max(pace) from webhook_lane where due_at is not null)) p)
    select (select count(*) from (${dueOf(stepped, notHeldIn)} union all ${dueLanes}) due) + (select count(*) from ${undelivered})
        + (select count(*) from (${endedBatches}) ended) as due,
      ${firstOnce} as once, ${firstRepeated} as repeated,
      exists (select from webhook_lane where due_at <= now and lease_until > machine_now())
        or ${doneAlone('statement', `'statement ' || provider`)}
        or ${doneAlone('seal_round', `'ledger seals'`)} as is_in_hand
    from moment`,
  values: [],
};

const dueWorkers = [...steppedNouns.map(({ noun }) => noun), 'statement', 'sealRound', 'hostedSession'].map(
  (worker) =>
    `select '${worker}' as worker where exists (select from ${snake(worker)} where next_step_at <= now ${notHeldIn(snake(worker))})`,
);

/** One row for each worker that has a due row. It reads the first due row of each kind. */
export const dueStatement: Statement = {
  text: `with ${moment} select due.worker from moment cross join lateral (${dueWorkers.join(' union all ')}
    union all select 'payoutBatch' where exists (${endedBatches})) due`,
  values: [],
};

export interface AgendaRow {
  readonly due: string;
  readonly once: string | null;
  readonly repeated: string | null;
  readonly is_in_hand: boolean;
}

export function agendaOf({ due, is_in_hand: isInHand, ...ahead }: AgendaRow): Agenda {
  const [once, repeated] = [ahead.once, ahead.repeated].map((at) => (at === null ? null : instant(at)));
  const times = [once, repeated].filter((at) => at instanceof Date);
  const next = times.length === 0 ? null : new Date(Math.min(...times.map(Number)));
  return { due: Number(due), next, ahead: { once: once ?? null, repeated: repeated ?? null }, isInHand };
}

/** The backlog, one row per kind: how many rows wait, and since when in business time. */
const waiting = {
  operations_due: `select count(*), min(at) from (${dueOf(operations)}) due`,
  // Counts operations of every kind. Alerts use the name, which dates from the time when only payouts existed.
  payouts_uncertain: `select count(*), min(updated_at) from operation
    where next_step_at is not null and became is null and sending = 'uncertain'`,
  operations_undecided: `select count(*), min(updated_at) from operation
    where next_step_at is not null and became is null and sending in ('accepted', 'uncertain')`,
  exceptions_open: `select count(*), min(created_at) from exception where status = 'open'`,
  statement_lines_open: `select count(*), min(booked_at) from statement_line where state = 'open'`,
  events_unpublished: `select coalesce(sum(c.last - coalesce(r.position, 0)), 0), min((
        select occurred_at from event where account_id = c.account_id and position = coalesce(r.position, 0) + 1))
    from event_counter c left join relay_cursor r on r.account_id = c.account_id
    where c.last > coalesce(r.position, 0)`,
  events_undelivered: `select coalesce(sum(c.last - w.position), 0), min((
        select occurred_at from event where account_id = c.account_id and position = w.position + 1))
    from ${undelivered}`,
  deliveries_pending: `select count(*), min(created_at) from webhook_delivery where status = 'pending'`,
  mails_queued: `select count(*), min(created_at) from mail where next_step_at is not null`,
  endpoints_failing: `select count(*), min(failing_since) from webhook_endpoint
    where failing_since is not null and deleted_at is null`,
  // The oldest unsealed journal of a closed day. The query looks only at the 100 accounts that were sealed longest ago.
  accounts_unsealed: `select count(*), min(first) from (
      select (select min(e.occurred_at) from balance b cross join lateral (select occurred_at from entry
            where account_id = b.account_id and currency = b.currency and seq = last_seq(b.account_id, b.currency, u.sealed_to) + 1) e
          where nth <= 100 and b.account_id = u.account_id) as first
        from (select b.account_id, coalesce(s.sealed_to, '-infinity') as sealed_to, row_number() over (order by s.sealed_to nulls first) as nth
          from balance b left join sealing s on s.account_id = b.account_id
          where b.as_of > '-infinity' and b.as_of >= coalesce(s.sealed_to, '-infinity')
            and coalesce(s.sealed_to, '-infinity') < date_trunc('day', now - interval '${closeMarginMs} milliseconds', 'UTC')
          group by b.account_id, s.sealed_to offset 0) u) first
      where first < date_trunc('day', now - interval '${closeMarginMs} milliseconds', 'UTC')`,
  jobs_given_up: `select count(*), min(given_up_at + (now - machine_now())) from job_try where given_up_at is not null`,
} as const satisfies Record<string, string>;

/** One statement, so that all counts come from the same snapshot. */
export const backlogStatement: Statement = {
  text: `with ${moment} select name, count, case when since is not null then greatest(extract(epoch from now - since), 0)::float8 end as seconds
    from moment cross join lateral (${Object.entries(waiting)
      .map(
        ([name, sql], index) =>
          `select ${index} as ord, '${name}' as name, w.* from (${sql}) w (count, since)`,
      )
      .join(' union all ')}) kinds order by ord`,
  values: [],
};

interface BacklogRow {
  readonly name: string;
  readonly count: string;
  readonly seconds: number | null;
}

export const backlogOf = ({ name, count, seconds }: BacklogRow): Backlog => ({
  name,
  count: Number(count),
  oldestSeconds: seconds === null ? null : Number(seconds),
});
