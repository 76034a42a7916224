import type { Backlog } from '../../ports/reader.js';
import type { Statement } from './session.js';

/** What waits, a row a kind: how much of it, and since when in business time. */
const waiting = {
  operations_due: `select count(*), min(next_step_at) from (
      select next_step_at from payout where next_step_at <= now
      union all select next_step_at from payin where next_step_at <= now
      union all select next_step_at from funding_account where next_step_at <= now) due`,
  payouts_uncertain: `select count(*), min(updated_at) from payout
    where next_step_at is not null and status = 'verification_pending'`,
  events_unpublished: `select coalesce(sum(c.last - coalesce(r.position, 0)), 0), min((
        select occurred_at from event where account_id = c.account_id and position = coalesce(r.position, 0) + 1))
    from event_counter c left join relay_cursor r on r.account_id = c.account_id
    where c.last > coalesce(r.position, 0)`,
  events_undelivered: `select coalesce(sum(c.last - w.position), 0), min((
        select occurred_at from event where account_id = c.account_id and position = w.position + 1))
    from webhook_cursor w join event_counter c on c.account_id = w.account_id
    where c.last > w.position`,
  deliveries_pending: `select count(*), min(created_at) from webhook_delivery where status = 'pending'`,
  endpoints_failing: `select count(*), min(failing_since) from webhook_endpoint
    where failing_since is not null and deleted_at is null`,
} as const satisfies Record<string, string>;

/** One statement, so that all rows are of one moment. */
export const backlogStatement: Statement = {
  text: `select name, count, case when since is not null then greatest(extract(epoch from now - since), 0)::float8 end as seconds
    from (select business_now() as now) moment cross join lateral (${Object.entries(waiting)
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
