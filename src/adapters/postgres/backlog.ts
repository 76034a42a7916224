import type { Backlog } from '../../ports/reader.js';
import { declared } from '../../domain/noun/all.js';
import { snake } from '../../domain/noun/declare.js';
import type { Statement } from './connection.js';
import { endedBatches } from './payout-batch.js';

type Timed = readonly (readonly [table: string, at: string])[];

const steppedNouns = declared.filter(({ fields }) => 'nextStepAt' in fields);
/** Images come from hosts elsewhere, which nobody waits for. */
const dueNouns = steppedNouns.filter(({ noun }) => noun !== 'hostedImage');
/** No money moves by these. */
const moneyless: ReadonlySet<string> = new Set(['mail', 'hostedDomain']);

/** Where it stands when a row falls due, each column with an index of its own. */
const stepped: Timed = [...dueNouns.map(({ noun }) => snake(noun)), 'statement', 'hosted_session'].map(
  (table) => [table, 'next_step_at'],
);
const operations: Timed = dueNouns
  .filter(({ noun }) => !moneyless.has(noun))
  .map(({ noun }) => [snake(noun), 'next_step_at']);
const timed: Timed = [...stepped, ['webhook_lane', 'due_at']];
/** Accounts that have events of which no deliveries were made yet. */
const undelivered = `webhook_cursor w join event_counter c on c.account_id = w.account_id where c.last > w.position`;

const dueOf = (columns: Timed): string =>
  columns.map(([table, at]) => `select ${at} as at from ${table} where ${at} <= now`).join(' union all ');

const firstOf = (table: string, at: string, where = ''): string =>
  `(select ${at} as at from ${table} where ${where} ${at} > now order by ${at} limit 1)`;

/** The first of each kind that is due later; of lanes that of each pace, as their index has them. */
const next = [
  ...stepped.map(([table, at]) => firstOf(table, at)),
  `select ${firstOf('webhook_lane', 'due_at', 'pace = p and')} as at
    from generate_series(0, (select max(pace) from webhook_lane where due_at is not null)) p`,
].join(' union all ');

/** Business time, read once: what falls due meanwhile must not be missing before it and after it. */
const moment = 'moment as materialized (select business_now() as now)';

/** All that workers come to by themselves: how much of it is due, and when the next of it is. */
export const agendaStatement: Statement = {
  text: `with ${moment}
    select (select count(*) from (${dueOf(timed)}) due) + (select count(*) from ${undelivered})
        + (select count(*) from (${endedBatches}) ended) as due,
      (select min(at) from (${next}) next) as next,
      exists (select from webhook_lane where due_at <= now and lease_until > clock_timestamp()) as is_in_hand
    from moment`,
  values: [],
};

const dueWorkers = [...steppedNouns.map(({ noun }) => noun), 'statement', 'hostedSession'].map(
  (worker) =>
    `select '${worker}' as worker where exists (select from ${snake(worker)} where next_step_at <= now)`,
);

/** A row a worker that has something to come to: a look at the first of each kind. */
export const dueStatement: Statement = {
  text: `with ${moment} select due.worker from moment cross join lateral (${dueWorkers.join(' union all ')}
    union all select 'payoutBatch' where exists (${endedBatches})) due`,
  values: [],
};

export interface AgendaRow {
  readonly due: string;
  readonly next: string | null;
  readonly is_in_hand: boolean;
}

/** The backlog, a row a kind: how much waits, and since when in business time. */
const waiting = {
  operations_due: `select count(*), min(at) from (${dueOf(operations)}) due`,
  // Of every kind; alerts know it by the name that it had when there were payouts alone.
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
} as const satisfies Record<string, string>;

/** One statement, so that all rows are of one moment. */
export const backlogStatement: Statement = {
  text: `with ${moment} select name, count, case when since is not null then greatest(extract(epoch from now - since), 0)::float8 end as seconds
    from moment cross join lateral (${Object.entries(waiting)
      .map(
        ([name, sql], place) =>
          `select ${place} as place, '${name}' as name, w.* from (${sql}) w (count, since)`,
      )
      .join(' union all ')}) kinds order by place`,
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
