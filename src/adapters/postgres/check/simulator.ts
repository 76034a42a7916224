import type { SqlCheck } from './query.js';

/** Our rows against the simulated bank's own record, which is committed apart from ours. */
export const simulatorChecks: readonly SqlCheck[] = [
  {
    number: 10,
    name: "the provider's own record has at most one call a reference",
    needsSimulator: true,
    sql: `select reference, count(*) as calls from simulator.call group by reference having count(*) > 1`,
  },
  {
    number: 12,
    name: 'the provider never heard of a cancelled operation',
    needsSimulator: true,
    sql: `select o.id as operation_id, o.reference, c.id as call from operation o
      join simulator.call c on c.reference = o.reference where o.status = 'cancelled'`,
  },
  {
    number: 12,
    name: 'every pay-in that was completed is a payment that the provider has',
    needsSimulator: true,
    sql: `select p.id as payin_id, p.payment_reference, s.outcome, s.amount, s.currency from payin p
      left join simulator.payment s on s.reference = p.payment_reference
      where p.status = 'completed' and p.provider = 'sandbox' and (s.outcome = 'failed'
        or (s.bank_reference, s.amount, s.currency) is distinct from (p.bank_reference, p.paid_amount, p.paid_currency))`,
  },
];
