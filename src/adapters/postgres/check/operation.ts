import { clearing, moves, neverDue, type KindCheck } from './kind.js';
import { difference, type SqlCheck } from './query.js';

const ofOthers = [
  moves(
    `select * from payin where status = 'completed'`,
    `'funding_deposit'`,
    `('available', currency, amount),
      (${clearing}, paid_currency, -paid_amount),
      ('fx', paid_currency, case when currency <> paid_currency then paid_amount else 0 end),
      ('fx', currency, case when currency <> paid_currency then -amount else 0 end)`,
  ),
  moves(
    `select *, case direction when 'credit' then amount else -amount end as signed_amount from adjustment`,
    `'adjustment_' || direction`,
    `('available', currency, signed_amount), ('adjustments', currency, -signed_amount)`,
  ),
];

const moved = `
  select j.account_id, j.origin_id, j.purpose, e.ledger, e.currency, case e.direction when 'credit' then e.amount else -e.amount end
    from journal j join ledger_entry e on e.journal_id = j.id`;

const together = (parts: readonly string[]): string => parts.join(' union all ');

/** The sums that each kind of operation must have moved, and must hold, in its state. */
const moneyChecks = (kinds: readonly KindCheck[]): readonly SqlCheck[] => [
  {
    number: 8,
    name: "an operation's journals moved exactly what its status requires, per purpose",
    sql: difference(
      'account_id, id, purpose, ledger, currency',
      moved,
      together([...kinds.flatMap((kind) => kind.moves), ...ofOthers]),
    ),
  },
  {
    number: 9,
    name: 'reserved equals open payouts, refunds and withdrawals; in_settlement equals open settlements; pending equals returns on their way',
    sql: difference(
      'account_id, currency, ledger',
      `select account_id, currency, c.ledger, c.amount from balance
         cross join lateral (values ('reserved', reserved), ('in_settlement', in_settlement), ('pending', pending)) c (ledger, amount)`,
      together(kinds.flatMap((kind) => kind.holds)),
    ),
  },
  {
    number: 16,
    name: 'every operation, funding account and remittance belongs to an idempotency key or a hosted session',
    sql: `select o.account_id, o.id from (
        select account_id, id from operation where kind in (${kinds.flatMap(({ kind, isKeyed }) => (isKeyed ? [`'${kind}'`] : [])).join()})
        except select account_id, payout_id from remittance
        union all select account_id, id from funding_account
        union all select account_id, id from remittance
        except select account_id, unnest(array[funding_account_id, remittance_id]) from hosted_session where remittance_id is not null
      ) o left join idempotency_key k on k.account_id = o.account_id and k.resource_id = o.id where k.key is null`,
  },
];

/** The checks of all kinds of operations that are sent to a provider: their intents and their next step. */
const sendingChecks: readonly SqlCheck[] = [
  {
    number: 10,
    name: 'each operation has at most one intent that may have been sent',
    sql: `select operation_id, count(*) as intents from sent_intent where state not in ('not_sent', 'put_off') group by operation_id having count(*) > 1`,
  },
  {
    number: 10,
    name: "an operation's intents are numbered without gaps and have its reference",
    sql: `select o.id as operation_id, o.attempts, coalesce(i.n, 0) as intents from operation o
      left join (select kind, operation_id, count(*) as n, max(number) as highest, min(reference) as reference, max(reference) as other
        from sent_intent where state <> 'put_off' group by kind, operation_id) i on i.operation_id = o.id and i.kind = o.kind
      where o.attempts <> coalesce(i.n, 0) or i.highest <> i.n or i.reference <> o.reference or i.other <> o.reference`,
  },
  {
    number: 12,
    name: 'a cancelled operation was never sent',
    sql: `select o.id as operation_id, i.id as intent_id, i.state from operation o join sent_intent i on i.operation_id = o.id
      where o.status = 'cancelled' and i.state not in ('not_sent', 'put_off')`,
  },
  {
    number: 12,
    name: 'a paid operation has an intent that may have been sent',
    sql: `select o.id as operation_id, o.status from operation o
      left join sent_intent i on i.operation_id = o.id and i.state not in ('not_sent', 'put_off')
      where o.became in ('paid', 'returned') and i.operation_id is null`,
  },
  {
    number: 12,
    name: 'an ended operation has no open intent after its send window',
    // An answer at the end of the window needs a moment to be recorded.
    sql: `select o.id as operation_id, i.id as intent_id, i.send_by from operation o join intent i on i.operation_id = o.id
      where o.became is not null and i.state = 'open' and i.send_by < machine_now() - interval '1 minute'`,
  },
  {
    number: 28,
    name: 'every undecided operation has a next step',
    sql: `select id, status from operation where became is null and ${neverDue} and not is_held
      union all select o.id, 'in_review without an open review' from operation o
        left join risk_decision r on r.id = o.risk_decision_id and r.status = 'in_review'
        where o.risk_status = 'in_review' and r.id is null
      union all select o.id, 'ended, and still in review' from operation o left join risk_decision r on r.id = o.risk_decision_id
        where o.became is not null and (o.risk_status = 'in_review' or r.status = 'in_review')
      union all select id, status from payin where status = 'processing' and ${neverDue}
      union all select id, status from funding_account where ${neverDue}
        and (status = 'pending' or status = 'active' and amount is not null and payin_id is null)`,
  },
  {
    number: 28,
    name: 'no early notice remains about a decided operation or pay-in',
    // A notice that arrives together with its operation is taken by the next poll, so it may still be in this snapshot.
    sql: `select n.provider, n.id as notice, n.type, p.id, p.status from early_notice n
      join (select payment_reference as reference, 'payment_result' as type, id, status from payin where status <> 'processing'
        union all select reference, 'operation', id, status from operation where became is not null
      ) p using (reference, type)
      where n.received_at < machine_now() - interval '1 minute'`,
  },
];

const otherChecks: readonly SqlCheck[] = [
  {
    number: 4,
    name: 'amounts of exceptions are finite, not below zero and within the decimals of their currency',
    sql: `select e.id as exception_id, a.amount, a.currency from exception e cross join lateral (values
          (expected_amount, expected_currency), (actual_amount, actual_currency)
        ) a (amount, currency) where (a.amount is null) <> (a.currency is null) or not is_amount(a.amount, a.currency)`,
  },
  {
    number: 12,
    name: 'a completed pay-in names the payment that was confirmed',
    sql: `select id as payin_id from payin where status = 'completed' and (payment_reference is null or provider is null)`,
  },
  {
    number: 13,
    name: 'an operation has at most one reserve, one capture or reversal, one return and one credit',
    sql: `select origin_id, purposes, journals from (
        select origin_id, string_agg(purpose, ' ') as purposes, count(*) as journals from journal
          where origin_type <> 'adjustment'
          group by origin_id, case when purpose like '%\\_capture' or purpose = 'reversal' then 'end' else purpose end
      ) grouped where journals > 1`,
  },
  {
    number: 16,
    name: 'an idempotency key has one resource, and a reference one operation',
    sql: `select account_id, key as name, count(*) as n from idempotency_key group by 1, 2 having count(*) > 1
      union all select min(account_id), reference, count(*) from operation group by reference having count(*) > 1`,
  },
];

const statementChecks: readonly SqlCheck[] = [
  {
    number: 30,
    name: 'every excepted statement line has an exception',
    sql: `select l.provider, l.sequence, l.reference from statement_line l
      left join (
        select payment_reference as reference from exception
        union select o.reference from exception e join operation o on o.id = e.resource_id
        union select p.payment_reference from exception e join payin p on p.id = e.resource_id
      ) reported using (reference)
      where l.state = 'excepted' and reported.reference is null`,
  },
];

/** Checks each operation against its money, its intents and its next step. */
export const operationChecks = (kinds: readonly KindCheck[]): readonly SqlCheck[] => [
  ...moneyChecks(kinds),
  ...sendingChecks,
  ...otherChecks,
  ...statementChecks,
  ...kinds.flatMap(({ checks }) => checks),
];
