import { clearing, moves, type KindCheck } from './kind.js';
import type { SqlCheck } from './query.js';

const where = (condition: string): string => `select * from refund where ${condition}`;
const crosses = 'currency <> payer_currency';

const checks: readonly SqlCheck[] = [
  {
    number: 14,
    name: 'refunds that have not failed, and what a remittance spends, are no more than their pay-in',
    sql: `select p.id as payin_id, p.status, p.amount, r.claimed, o.total as spent, p.paid_amount, r.payer_claimed from payin p
      join (select payin_id, sum(amount) as claimed, sum(payer_amount) as payer_claimed from refund where status <> 'failed' group by 1) r
        on r.payin_id = p.id
      left join remittance m on m.payin_id = p.id
      left join payout o on o.id = m.payout_id and o.status in ('processing', 'verification_pending', 'completed')
      where r.claimed + coalesce(o.total, 0) > p.amount or r.payer_claimed > p.paid_amount or p.status <> 'completed'`,
  },
  {
    number: 14,
    name: 'full refunds of a pay-in return exactly the paid amount',
    sql: `select p.id as payin_id, p.paid_amount, r.payer_claimed from payin p
      join (select payin_id, sum(amount) as claimed, sum(payer_amount) as payer_claimed from refund where status <> 'failed' group by 1) r
        on r.payin_id = p.id
      where r.claimed = p.amount and r.payer_claimed <> p.paid_amount`,
  },
  {
    number: 14,
    name: 'a refund is in the currencies of its pay-in',
    sql: `select r.id as refund_id, p.id as payin_id from refund r join payin p on p.id = r.payin_id
      where (r.currency, r.payer_currency, r.provider) is distinct from (p.currency, p.paid_currency, p.provider)`,
  },
];

export const refundCheck: KindCheck = {
  kind: 'refund',
  isKeyed: true,
  moves: [
    moves(
      where('true'),
      `'refund_reserve'`,
      `('available', currency, -amount), ('reserved', currency, amount)`,
    ),
    moves(
      where(`status = 'completed'`),
      `'refund_capture'`,
      `('reserved', currency, -amount),
      (${clearing}, payer_currency, payer_amount),
      ('fx', currency, case when ${crosses} then amount else 0 end),
      ('fx', payer_currency, case when ${crosses} then -payer_amount else 0 end)`,
    ),
    moves(
      where(`status = 'failed'`),
      `'reversal'`,
      `('reserved', currency, -amount), ('available', currency, amount)`,
    ),
  ],
  holds: [
    `select account_id, currency, 'reserved', sum(amount) from refund where status in ('pending_review', 'processing') group by 1, 2`,
  ],
  checks,
};
