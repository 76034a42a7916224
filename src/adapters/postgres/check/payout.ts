import { payoutFlow } from '../../../domain/payout.js';
import { clearing, moves, neverDue, type KindCheck } from './kind.js';
import type { SqlCheck } from './query.js';

const open = `status in ('processing', 'verification_pending')`;
const paid = `status in ('completed', 'returned')`;
const crosses = 'source_currency <> destination_currency';
/**
 * A payout that failed at creation because its balance was too low. The times are compared, because a provider may use
 * the same code.
 */
const unfunded = `status = 'failed' and failure_code = 'insufficient_funds' and failed_at = created_at`;
const where = (condition: string): string => `select * from payout where ${condition}`;

const checks: readonly SqlCheck[] = [
  {
    number: 15,
    name: 'a quote pays for one payout or remittance, and both name each other',
    sql: `select q.id as quote_id, q.used_by, p.id as used_it from (select * from quote where used_by is not null) q
      full join (select id, quote_id from payout where quote_id is not null union all select id, quote_id from remittance) p
        on p.quote_id = q.id and p.id = q.used_by
      where q.id is null or p.id is null`,
  },
  {
    number: 17,
    name: 'a payout that failed for insufficient funds has no journal, and payout.failed as its only event',
    sql: `with unfunded as materialized (
        select id from payout where ${unfunded}
      )
      select u.id as payout_id, 'journal ' || j.purpose as has from unfunded u join journal j on j.origin_id = u.id
      union all select u.id, string_agg(e.type, ' ') from unfunded u left join logged_event e on e.resource_id = u.id
        group by u.id having coalesce(string_agg(e.type, ' '), '') <> 'payout.failed'`,
  },
  {
    number: 22,
    name: 'principal, fee and markup add up to the total',
    sql: `select id, principal, platform_fee, tenant_markup, total from payout where principal + platform_fee + tenant_markup <> total
      union all select id, principal, platform_fee, tenant_markup, total from quote where principal + platform_fee + tenant_markup <> total`,
  },
  {
    number: 22,
    name: "a payout's figures are its quote's",
    sql: `select p.id as payout_id, q.id as quote_id from payout p join quote q on q.id = p.quote_id
      where (p.source_currency, p.principal, p.platform_fee, p.tenant_markup, p.total, p.destination_amount, p.destination_currency, p.rate, p.method)
        is distinct from (q.source_currency, q.principal, q.platform_fee, q.tenant_markup, q.total, q.destination_amount, q.destination_currency, q.rate, q.method)`,
  },
  {
    number: 28,
    name: 'a payout with a pending return has a next step',
    sql: `select id as payout_id, status from payout where refund_status = 'pending' and ${neverDue}`,
  },
];

export const payoutCheck: KindCheck = {
  kind: 'payout',
  isKeyed: true,
  moves: [
    moves(
      where(`(${unfunded}) is not true`),
      `'payout_reserve'`,
      `('available', source_currency, -total), ('reserved', source_currency, total)`,
    ),
    moves(
      where(paid),
      `'payout_capture'`,
      `('reserved', source_currency, -total),
      ('earnings', source_currency, tenant_markup),
      ('fees', source_currency, platform_fee),
      (${clearing}, destination_currency, destination_amount),
      ('fx', source_currency, case when ${crosses} then principal else 0 end),
      ('fx', destination_currency, case when ${crosses} then -destination_amount else 0 end)`,
    ),
    moves(
      where(`status in ('failed', 'cancelled') and (${unfunded}) is not true`),
      `'reversal'`,
      `('reserved', source_currency, -total), ('available', source_currency, total)`,
    ),
    moves(
      where(`status = 'returned'`),
      `'payout_return'`,
      `('pending', source_currency, principal),
      (${clearing}, destination_currency, -destination_amount),
      ('fx', source_currency, case when ${crosses} then -principal else 0 end),
      ('fx', destination_currency, case when ${crosses} then destination_amount else 0 end)`,
    ),
    moves(
      where(`refund_status = 'settled'`),
      `'payout_return_settled'`,
      `('pending', source_currency, -principal), ('available', source_currency, principal)`,
    ),
  ],
  holds: [
    `select account_id, source_currency, 'reserved', sum(total) from payout where ${open} group by 1, 2`,
    `select account_id, source_currency, 'pending', sum(principal) from payout where refund_status = 'pending' group by 1, 2`,
  ],
  flow: payoutFlow,
  events: [
    ['payout.created', 'created_at', `payout where (${unfunded}) is not true`, 'processing'],
    ['payout.completed', 'completed_at', `payout where ${paid}`, 'completed'],
    ['payout.failed', 'failed_at', `payout where status = 'failed'`, 'failed'],
    ['payout.cancelled', 'cancelled_at', `payout where status = 'cancelled'`, 'cancelled'],
    ['payout.returned', 'returned_at', `payout where status = 'returned'`, 'returned'],
    ['payout.return_settled', 'null', `payout where refund_status = 'settled'`, 'returned'],
  ],
  checks,
};
