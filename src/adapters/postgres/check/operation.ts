import { difference, unfunded, type SqlCheck } from './query.js';

const open = `status in ('processing', 'verification_pending')`;
const paid = `status in ('completed', 'returned')`;
const crosses = 'source_currency <> destination_currency';
const neverDue = `coalesce(next_step_at, 'infinity') = 'infinity'`;

/** What rows in their states have moved for a purpose, credits above zero. */
const moves = (rows: string, purpose: string, entries: string): string =>
  `select p.account_id, p.id, ${purpose}, m.ledger, m.currency, m.amount
     from ${rows} cross join lateral (values ${entries}) m (ledger, currency, amount) where m.amount <> 0`;

const ofPayouts = (where: string): string => `(select * from payout where ${where}) p`;
const clearing = `'clearing:' || coalesce(provider, 'none')`;

/** What each journal of an operation in its state moves; written down here a second time on purpose. */
const due = [
  moves(
    ofPayouts(`(${unfunded}) is not true`),
    `'payout_reserve'`,
    `('available', source_currency, -total), ('reserved', source_currency, total)`,
  ),
  moves(
    ofPayouts(paid),
    `'payout_capture'`,
    `('reserved', source_currency, -total),
      ('earnings', source_currency, tenant_markup),
      ('fees', source_currency, platform_fee),
      (${clearing}, destination_currency, destination_amount),
      ('fx', source_currency, case when ${crosses} then principal else 0 end),
      ('fx', destination_currency, case when ${crosses} then -destination_amount else 0 end)`,
  ),
  moves(
    ofPayouts(`status in ('failed', 'cancelled') and (${unfunded}) is not true`),
    `'reversal'`,
    `('reserved', source_currency, -total), ('available', source_currency, total)`,
  ),
  moves(
    ofPayouts(`status = 'returned'`),
    `'payout_return'`,
    `('pending', source_currency, principal),
      (${clearing}, destination_currency, -destination_amount),
      ('fx', source_currency, case when ${crosses} then -principal else 0 end),
      ('fx', destination_currency, case when ${crosses} then destination_amount else 0 end)`,
  ),
  moves(
    ofPayouts(`refund_status = 'settled'`),
    `'payout_return_settled'`,
    `('pending', source_currency, -principal), ('available', source_currency, principal)`,
  ),
  moves(
    `(select * from payin where status = 'completed') p`,
    `'funding_deposit'`,
    `('available', currency, amount),
      (${clearing}, paid_currency, -paid_amount),
      ('fx', paid_currency, case when currency <> paid_currency then paid_amount else 0 end),
      ('fx', currency, case when currency <> paid_currency then -amount else 0 end)`,
  ),
  moves(
    `(select *, case direction when 'credit' then amount else -amount end as given from adjustment) p`,
    `'adjustment_' || direction`,
    `('available', currency, given), ('adjustments', currency, -given)`,
  ),
].join(' union all ');

const moved = `
  select j.account_id, j.origin_id, j.purpose, e.ledger, e.currency, case e.direction when 'credit' then e.amount else -e.amount end
    from journal j join entry e on e.journal_id = j.id`;

/** Each operation against its money, its intents, its quote and its next step. */
export const operationChecks: readonly SqlCheck[] = [
  {
    number: 4,
    name: 'amounts of exceptions are finite, not below zero and within the decimals of their currency',
    sql: `select e.id as exception_id, a.amount, a.currency from exception e cross join lateral (values
          (expected_amount, expected_currency), (actual_amount, actual_currency)
        ) a (amount, currency) where (a.amount is null) <> (a.currency is null) or not is_amount(a.amount, a.currency)`,
  },
  {
    number: 8,
    name: "an operation's journals have moved exactly what its state says, each for its purpose",
    sql: difference('account_id, id, purpose, ledger, currency', moved, due),
  },
  {
    number: 9,
    name: 'reserved is the sum of open payouts, in_settlement the sum of open settlements, pending what comes back',
    sql: difference(
      'account_id, currency, ledger',
      `select account_id, currency, c.ledger, c.amount from balance
         cross join lateral (values ('reserved', reserved), ('in_settlement', in_settlement), ('pending', pending)) c (ledger, amount)`,
      `select account_id, source_currency, 'reserved', sum(total) from payout where ${open} group by 1, 2
       union all select account_id, source_currency, 'pending', sum(principal) from payout where refund_status = 'pending' group by 1, 2`,
    ),
  },
  {
    number: 10,
    name: 'each payout has at most one intent that may have left',
    sql: `select payout_id, count(*) as intents from intent where state <> 'not_sent' group by payout_id having count(*) > 1`,
  },
  {
    number: 10,
    name: "a payout's intents are numbered without gap and bear its reference",
    sql: `select p.id as payout_id, p.attempts, coalesce(i.n, 0) as intents from payout p
      left join (select payout_id, count(*) as n, max(number) as highest, min(reference) as reference, max(reference) as other
        from intent group by payout_id) i on i.payout_id = p.id
      where p.attempts <> coalesce(i.n, 0) or i.highest <> i.n or i.reference <> p.reference or i.other <> p.reference`,
  },
  {
    number: 12,
    name: 'a cancelled payout was never sent',
    sql: `select p.id as payout_id, i.id as intent_id, i.state from payout p join intent i on i.payout_id = p.id
      where p.status = 'cancelled' and i.state <> 'not_sent'`,
  },
  {
    number: 12,
    name: 'a payout that was paid has an intent that may have left',
    sql: `select p.id as payout_id, p.status from payout p
      left join intent i on i.payout_id = p.id and i.state <> 'not_sent'
      where p.${paid} and i.id is null`,
  },
  {
    number: 12,
    name: 'a completed pay-in names the payment that was confirmed',
    sql: `select id as payin_id from payin where status = 'completed' and (payment_reference is null or provider is null)`,
  },
  {
    number: 13,
    name: 'at most one reserve, one capture or reversal, one return and one credit an operation',
    sql: `select origin_id, purposes, journals from (
        select origin_id, string_agg(purpose, ' ') as purposes, count(*) as journals from journal
          where origin_type <> 'adjustment'
          group by origin_id, case when purpose in ('payout_capture', 'reversal') then 'end' else purpose end
      ) grouped where journals > 1`,
  },
  {
    number: 15,
    name: 'a quote pays for one payout, and both name each other',
    sql: `select q.id as quote_id, q.used_by, p.id as payout_id from (select * from quote where used_by is not null) q
      full join (select * from payout where quote_id is not null) p on p.quote_id = q.id and p.id = q.used_by
      where q.id is null or p.id is null`,
  },
  {
    number: 16,
    name: 'one resource an idempotency key, and one reference an operation',
    sql: `select account_id, key as name, count(*) as n from idempotency_key group by 1, 2 having count(*) > 1
      union all select min(account_id), reference, count(*) from payout group by reference having count(*) > 1`,
  },
  {
    number: 16,
    name: 'every payout and every funding account is what an idempotency key stands for',
    sql: `select o.account_id, o.id from (
        select account_id, id from payout union all select account_id, id from funding_account
      ) o left join idempotency_key k on k.account_id = o.account_id and k.resource_id = o.id where k.key is null`,
  },
  {
    number: 17,
    name: 'a payout failed for insufficient funds has no journal and no event but one payout.failed',
    sql: `with unfunded as materialized (
        select id from payout where ${unfunded}
      )
      select u.id as payout_id, 'journal ' || j.purpose as has from unfunded u join journal j on j.origin_id = u.id
      union all select u.id, string_agg(e.type, ' ') from unfunded u left join event e on e.resource_id = u.id
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
    name: 'nothing is undecided in silence',
    sql: `select id, status from payout where ${open} and ${neverDue}
        and not (status = 'processing' and risk_status = 'in_review')
      union all select p.id, 'in_review without an open review' from payout p
        left join risk_decision r on r.id = p.risk_decision_id and r.status = 'in_review'
        where p.risk_status = 'in_review' and r.id is null
      union all select id, status from payin where status = 'processing' and ${neverDue}
      union all select id, status from funding_account where ${neverDue}
        and (status = 'pending' or status = 'active' and amount is not null and payin_id is null)
      union all select id, 'return on its way' from payout where refund_status = 'pending' and ${neverDue}`,
  },
  {
    number: 28,
    name: 'no notice is kept about what is here and decided',
    // What is told at the moment at which it comes is taken in by the next look, not in the same snapshot.
    sql: `select n.provider, n.id as notice, n.type, p.id, p.status from early_notice n
      join (select payment_reference as reference, 'payment_result' as type, id, status from payin where status <> 'processing'
        union all select reference, 'operation', id, status from payout where status not in ('processing', 'verification_pending')
      ) p using (reference, type)
      where n.received_at < clock_timestamp() - interval '1 minute'`,
  },
];
