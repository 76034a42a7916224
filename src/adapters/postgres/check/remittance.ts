import type { SqlCheck } from './query.js';

/** Checks a remittance against its quote, its pay-in and its payout. */
export const remittanceChecks: readonly SqlCheck[] = [
  {
    number: 8,
    name: 'the status of a remittance follows from its payout',
    sql: `select r.id as remittance_id, r.status, p.status as payout, p.risk_status from remittance r
      join payout p on p.id = r.payout_id
      where r.status is distinct from case
          when p.status = 'processing' and p.risk_status = 'in_review' then 'review'
          when p.status in ('processing', 'verification_pending') then 'processing'
          when p.status = 'cancelled' then 'failed'
          else p.status
        end or r.failure_code is distinct from p.failure_code`,
  },
  {
    number: 14,
    name: 'a remittance spends no more than its pay-in credited',
    sql: `select r.id as remittance_id, p.total, i.amount from remittance r
      join payout p on p.id = r.payout_id left join payin i on i.id = r.payin_id and i.status = 'completed'
      where p.total > coalesce(i.amount, 0) or p.source_currency is distinct from i.currency`,
  },
  {
    number: 15,
    name: 'a remittance has one pay-in and one payout, which name each other',
    sql: `select r.id as remittance_id, p.id as payout_id from (select * from remittance where payout_id is not null) r
      full join (select * from payout where remittance_id is not null) p on p.remittance_id = r.id and p.id = r.payout_id
      where r.id is null or p.id is null
      union all select min(id), payin_id from remittance where payin_id is not null group by payin_id having count(*) > 1`,
  },
  {
    number: 22,
    name: 'a remittance has the figures of its quote, and its payout has them converted and rounded down',
    sql: `select r.id as remittance_id, q.id as quote_id, p.id as payout_id from remittance r
      join quote q on q.id = r.quote_id left join payout p on p.id = r.payout_id
      where q.product <> 'remittance'
        or (r.source_amount, r.source_currency, r.destination_amount, r.destination_currency, r.rate, r.method)
          is distinct from (q.total, q.source_currency, q.destination_amount, q.destination_currency, q.rate, q.method)
        or p.id is not null and (p.total, p.source_currency, p.platform_fee, p.tenant_markup, p.destination_amount, p.destination_currency,
            p.method, p.beneficiary_id, p.reference)
          is distinct from (q.funding_amount, q.funding_currency,
            trunc(q.platform_fee * q.funding_rate, currency_decimals(q.funding_currency)),
            trunc(q.tenant_markup * q.funding_rate, currency_decimals(q.funding_currency)),
            q.destination_amount, q.destination_currency, r.method, r.beneficiary_id, r.reference)`,
  },
  {
    number: 22,
    name: "the funding amount of a remittance is the payer's total, converted and rounded down",
    sql: `select id as quote_id, total, funding_rate, funding_amount from quote where product = 'remittance'
        and funding_amount <> trunc(total * funding_rate, currency_decimals(funding_currency))`,
  },
  {
    number: 28,
    name: 'every waiting remittance has an expiry time',
    sql: `select id as remittance_id, status from remittance where (status = 'awaiting_funds') <> (next_step_at is not null)`,
  },
  {
    number: 28,
    name: 'no remittance waits for a failed or closed funding account',
    sql: `select r.id as remittance_id, f.status, f.closed_by from remittance r join funding_account f on f.id = r.funding_account_id
      where r.status = 'awaiting_funds' and f.status in ('failed', 'closed')`,
  },
];
