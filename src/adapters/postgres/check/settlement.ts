import { clearing, moves, type KindCheck } from './kind.js';
import { difference, type SqlCheck } from './query.js';

const where = (condition: string): string => `select * from settlement where ${condition}`;
const sumOf = (direction: string): string =>
  `sum(case when ledger = 'available' and direction = '${direction}' then amount else 0 end)
    over (partition by account_id, currency order by seq)`;

/** For balances with a settlement: the running totals of credits and debits at each entry. */
const walked = `walked as materialized (
    select account_id, currency, seq, occurred_at, ${sumOf('credit')} as credits, ${sumOf('debit')} as debits
      from ledger_entry where seq is not null and (account_id, currency) in (select account_id, currency from settlement)
  )`;
const at = (alias: string, seq: string): string =>
  `left join walked ${alias} on ${alias}.account_id = s.account_id and ${alias}.currency = s.currency and ${alias}.seq = ${seq}`;

const checks: readonly SqlCheck[] = [
  {
    number: 23,
    name: 'the figures of a settlement match its balance and its period',
    sql: `with ${walked}
      select s.id, s.opening, s.credits, s.debits, f.credits - f.debits as had, t.credits - f.credits as got, t.debits - f.debits as gave
        from settlement s ${at('f', 's.from_seq')} ${at('t', 's.to_seq')}
        where (s.opening, s.credits, s.debits) is distinct from (coalesce(f.credits - f.debits, 0),
          coalesce(t.credits, 0) - coalesce(f.credits, 0), coalesce(t.debits, 0) - coalesce(f.debits, 0))`,
  },
  {
    number: 23,
    name: 'a settlement takes the lower of the balance at its cut-off and the balance at its creation',
    sql: `with ${walked}, made as (
        select j.origin_id as id, e.seq from journal j join ledger_entry e on e.journal_id = j.id and e.ledger = 'available'
          where j.purpose = 'settlement_commit'
      ) select s.id, s.opening + s.credits - s.debits as closing, s.available_now, s.total from settlement s
        left join made on made.id = s.id ${at('w', 'made.seq - 1')}
        where s.total <> least(s.opening + s.credits - s.debits, s.available_now) or s.total <> s.amount + s.fee
          or s.available_now is distinct from coalesce(w.credits - w.debits, 0)`,
  },
  {
    number: 23,
    name: 'the period of a settlement begins where the one before it ended, and ends with the last entry of its cut-off',
    // At the exact time of the cut-off, the order of entries decides.
    sql: `with ${walked}
      select s.id, s.period_from, s.from_seq, s.before_at, s.before_seq from (
          select *, lag(period_to) over made as before_at, lag(to_seq) over made as before_seq from settlement
            window made as (partition by schedule_id order by period_to)
        ) s where s.before_at is not null and (s.period_from, s.from_seq) is distinct from (s.before_at, s.before_seq)
      union all select s.id, s.period_to, s.to_seq, t.occurred_at, n.seq from settlement s
        ${at('t', 's.to_seq')} ${at('n', 's.to_seq + 1')}
        where t.occurred_at > s.period_to or n.occurred_at < s.period_to`,
  },
  {
    number: 18,
    name: 'a settlement has one settlement.processing event each time it starts, and one settlement.on_hold event per hold',
    sql: difference(
      'account_id, id, type',
      `select account_id, resource_id, type, 1 from logged_event where type in ('settlement.processing', 'settlement.on_hold')`,
      `select account_id, id, case when risk_decision_id is null then 'settlement.processing' else 'settlement.on_hold' end, 1 from settlement
       union all select s.account_id, s.id, 'settlement.processing', 1 from settlement s
         join risk_decision r on r.id = s.risk_decision_id and r.status = 'approved'
       union all select account_id, subject_id, case action when 'settlement.hold' then 'settlement.on_hold' else 'settlement.processing' end, 1
         from audit_entry where action in ('settlement.hold', 'settlement.release')`,
    ),
  },
  {
    number: 28,
    name: 'an active schedule has a next cut-off after its last settlement',
    sql: `select id, next_step_at from settlement_schedule
      where status = 'active' and automatic and blocked_at is null and next_step_at is null
      union all select s.id, s.next_step_at from settlement_schedule s join settlement t on t.schedule_id = s.id
        where s.next_step_at is not null and s.next_step_at <= t.period_to`,
  },
];

export const settlementCheck: KindCheck = {
  kind: 'settlement',
  isKeyed: false,
  moves: [
    moves(
      where('true'),
      `'settlement_commit'`,
      `('available', currency, -total), ('in_settlement', currency, total)`,
    ),
    moves(
      where(`status = 'completed'`),
      `'settlement_capture'`,
      `('in_settlement', currency, -total), (${clearing}, currency, amount), ('fees', currency, fee)`,
    ),
    moves(
      where(`status = 'failed'`),
      `'reversal'`,
      `('in_settlement', currency, -total), ('available', currency, total)`,
    ),
  ],
  holds: [
    `select account_id, currency, 'in_settlement', sum(total) from settlement where status in ('processing', 'on_hold') group by 1, 2`,
  ],
  checks,
};
