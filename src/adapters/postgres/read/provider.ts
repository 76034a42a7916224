import { sql } from 'kysely';
import type { ProviderMinute } from '../../../ports/platform-read.js';
import { instant } from '../column.js';

export type MinuteRow = Omit<ProviderMinute, 'at'> & { readonly at: string };

/** Without `offset 0` the planner would read all operations instead of using an index for each attempt. */
export const minutesQuery = (limit: number) =>
  sql<MinuteRow>`select o.provider, date_trunc('minute', i.created_at) as at,
      count(*) filter (where i.state = 'accepted')::int as accepted,
      count(*) filter (where i.state = 'refused')::int as refused,
      count(*) filter (where i.state in ('not_sent', 'put_off'))::int as "notSent",
      count(*) filter (where i.state = 'uncertain')::int as uncertain,
      count(*) filter (where i.state = 'open')::int as open,
      (max(extract(epoch from i.decided_at - i.created_at)) * 1000)::int as "slowestMs"
    from (select operation_id, state, created_at, decided_at from intent order by id desc limit ${limit}) i
    cross join lateral (select provider from operation where id = i.operation_id offset 0) o
    where o.provider is not null
    group by 1, 2 order by 1, 2`;

export const minuteOfRow = (row: MinuteRow): ProviderMinute => ({ ...row, at: instant(row.at) });
