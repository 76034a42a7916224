import { countedBy } from '../limit.js';
import { difference, type SqlCheck } from './query.js';

/** Operations that count towards limits: accepted, and since then not failed, expired or cancelled. */
const counted = `
  select id, account_id, 'payout' as product, method, destination_currency as currency, created_at,
      destination_amount as amount, limit_daily, daily_total
    from payout where ${countedBy.payout.counts}
  union all select id, account_id, 'remittance', method, destination_currency, created_at, destination_amount, limit_daily, daily_total
    from remittance where ${countedBy.remittance.counts}
  union all select id, account_id, 'payin', method, currency, created_at, amount, limit_daily, daily_total
    from funding_account where ${countedBy.payin.counts}`;

const key = 'account_id, product, method, currency';

/** Checks each operation against its 24-hour limit, and the stored sums against the operations. */
export const limitChecks: readonly SqlCheck[] = [
  {
    number: 25,
    name: 'operations stayed within the 24-hour limit of their time, and record limit and total',
    sql: `select id, account_id, amount, limit_daily, daily_total, total from (
        select c.*, sum(amount) over (partition by ${key} order by created_at
            range between interval '24 hours' preceding and current row) as total
          from (${counted}) c
      ) summed where total > limit_daily or daily_total > limit_daily or daily_total < amount
        or limit_daily is null or daily_total is null`,
  },
  {
    number: 25,
    name: 'no minute of the last 24 hours was removed from a limit',
    sql: `select ${key}, swept_to from limit_usage where swept_to > business_now() - interval '24 hours'`,
  },
  {
    number: 25,
    name: 'the minute sums of limits equal the sums of operations',
    sql: difference(
      `${key}, minute, what`,
      `select m.account_id, m.product, m.method, m.currency, m.minute, w.what, w.amount
         from limit_minute m join limit_usage u using (${key})
         cross join lateral (values ('amount', m.amount), ('count', m.count)) w (what, amount)
         where m.minute >= u.swept_to`,
      `select c.account_id, c.product, c.method, c.currency, date_trunc('minute', c.created_at), w.what, w.amount
         from (${counted}) c left join limit_usage u using (${key})
         cross join lateral (values ('amount', c.amount), ('count', 1)) w (what, amount)
         where date_trunc('minute', c.created_at) >= coalesce(u.swept_to, '-infinity')`,
    ),
  },
  {
    number: 25,
    name: 'the total of a limit equals the sum of its minutes',
    sql: difference(
      key,
      `select ${key}, total from limit_usage`,
      `select ${key}, sum(m.amount) from limit_minute m join limit_usage u using (${key})
         where m.minute >= u.swept_to group by ${key}`,
    ),
  },
];
