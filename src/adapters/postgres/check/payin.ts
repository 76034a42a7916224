import type { SqlCheck } from './query.js';
import { noticeSentAfterBackup } from './simulator.js';

/** Checks what a provider reports about a payment against how its pay-in ended. */
export const payinChecks: readonly SqlCheck[] = [
  {
    number: 33,
    name: "nothing in the provider's record contradicts how a pay-in ended without an exception",
    needsSimulator: true,
    // A payment with a notice or a poll still ahead is left out: the exception is opened then.
    sql: `select p.id as payin_id, p.status, s.reference, s.became as provider_says from payin p
      join (select reference, case when turns_at <= now() then turns_to else outcome end as became from simulator.payment
          where due_at <= now()) s on s.reference = p.payment_reference
      where p.provider = 'sandbox' and p.next_step_at is null
        and (p.status = 'failed' and s.became in ('completed', 'reversed') or p.status = 'completed' and s.became in ('failed', 'reversed'))
        and not exists (select from exception e where e.resource_id = p.id and case
          when s.became = 'reversed' then e.type = 'payin_reversed'
          else e.type = 'late_payment_evidence' and e.cause = s.became or e.type = 'provider_mismatch' and p.status = 'failed' end)
        and not exists (select from simulator.notice n where n.reference = p.payment_reference and n.type = 'payment_result'
          and coalesce(n.delivered_at, 'infinity') > now())
        and not exists (select from early_notice n where n.reference = p.payment_reference and n.type = 'payment_result')`,
    expectedIf: noticeSentAfterBackup('payment_result'),
  },
  {
    number: 33,
    name: 'a compared statement agrees with each pay-in, or there is an exception',
    sql: `select p.id as payin_id, p.status, p.paid_amount, l.moved from payin p
      join (select reference, sum(case kind when 'payment' then amount else -amount end) as moved from statement_line
          where kind in ('payment', 'payment_reversed') group by reference having bool_and(state <> 'open')) l
        on l.reference = p.payment_reference
      where l.moved <> case p.status when 'completed' then p.paid_amount else 0 end
        and not exists (select from exception e where e.resource_id = p.id
          and e.type in ('late_payment_evidence', 'payin_reversed', 'provider_mismatch'))`,
  },
  {
    number: 33,
    name: 'late evidence about a pay-in contradicts how it ended',
    sql: `select e.id as exception_id, e.cause, p.status from exception e left join payin p on p.id = e.resource_id
      where e.type = 'late_payment_evidence' and e.resource_type = 'payin'
        and case p.status when 'completed' then e.cause <> 'failed' when 'failed' then e.cause <> 'completed' else true end`,
  },
];
