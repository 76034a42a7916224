import { clearing, moves, type KindCheck } from './kind.js';
import type { SqlCheck } from './query.js';

const where = (condition: string): string => `select * from withdrawal where ${condition}`;
/**
 * A withdrawal that failed at creation because its balance was too low. The times are compared, because a provider may
 * use the same code.
 */
const unfunded = `status = 'failed' and failure_code = 'insufficient_funds' and failed_at = created_at`;

const checks: readonly SqlCheck[] = [
  {
    number: 8,
    name: "a withdrawal has its destination's currency, and amount and fee add up to its total",
    sql: `select w.id as withdrawal_id, d.id as destination_id, w.currency, d.currency as receives, w.amount, w.fee, w.total
      from withdrawal w join settlement_destination d on d.id = w.destination_id
      where w.currency <> d.currency or w.amount + w.fee <> w.total`,
  },
  {
    number: 12,
    name: 'pending and declined withdrawals are not approved, and withdrawals above the threshold were approved before sending',
    sql: `select w.id as withdrawal_id, w.status, w.approved_at from withdrawal w
      where w.status in ('pending_approval', 'cancelled') and (w.approved_at is not null or w.approval_asked_at is null)
        or w.approved_at < w.approval_asked_at
        or w.approval_asked_at is not null and w.approved_at is null and w.sending in ('open', 'accepted')`,
  },
  {
    number: 17,
    name: 'a withdrawal that failed for insufficient funds has no journal, and withdrawal.failed as its only event',
    sql: `with unfunded as materialized (
        select id from withdrawal where ${unfunded}
      )
      select u.id as withdrawal_id, 'journal ' || j.purpose as has from unfunded u join journal j on j.origin_id = u.id
      union all select u.id, string_agg(e.type, ' ') from unfunded u left join logged_event e on e.resource_id = u.id
        group by u.id having coalesce(string_agg(e.type, ' '), '') <> 'withdrawal.failed'`,
  },
];

export const withdrawalCheck: KindCheck = {
  kind: 'withdrawal',
  isKeyed: true,
  moves: [
    moves(
      where(`(${unfunded}) is not true`),
      `'withdrawal_reserve'`,
      `('available', currency, -total), ('reserved', currency, total)`,
    ),
    moves(
      where(`status = 'completed'`),
      `'withdrawal_capture'`,
      `('reserved', currency, -total), (${clearing}, currency, amount), ('fees', currency, fee)`,
    ),
    moves(
      where(`status in ('failed', 'cancelled') and (${unfunded}) is not true`),
      `'reversal'`,
      `('reserved', currency, -total), ('available', currency, total)`,
    ),
  ],
  holds: [
    `select account_id, currency, 'reserved', sum(total) from withdrawal
      where status in ('pending_approval', 'processing', 'submitted', 'verification_pending') group by 1, 2`,
  ],
  checks,
};
