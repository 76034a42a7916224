import type { SqlCheck } from './query.js';

/** The checks of members, approvals and mails. */
export const memberChecks: readonly SqlCheck[] = [
  {
    number: 26,
    name: 'an account with active members has an active owner',
    sql: `select account_id, count(*) as members from member where status = 'active' group by account_id
      having count(*) filter (where role = 'owner') = 0`,
  },
  {
    number: 35,
    name: 'the approval status of a payout equals that of its approval',
    // Payouts of a batch are left out: a batch passes its decision to them group by group.
    sql: `select p.id as payout_id, a.id as approval_id, a.status from payout p
        full join (select * from approval where resource_type = 'payout') a on a.id = p.approval_id
        where p.batch_id is null and p.approval_status is distinct from a.status
      union all select p.id, p.approval_id, 'absent' from payout p left join approval a on a.id = p.approval_id
        where p.approval_id is not null and a.id is null`,
  },
  {
    number: 35,
    name: 'no payout was sent without approval, and declined or expired ones hold no money',
    sql: `select p.id as payout_id, p.approval_status, p.status
        from payout p join sent_intent i on i.kind = 'payout' and i.operation_id = p.id where p.approval_status <> 'approved'
      union select id, approval_status, status from payout
        where approval_status in ('declined', 'expired') and status not in ('failed', 'cancelled')`,
  },
  {
    number: 35,
    name: 'no member approved their own request, or approved twice',
    sql: `select a.id as approval_id, g.value->>'member_id' as member_id from approval a
        cross join lateral jsonb_array_elements(a.given) g
      where g.value->>'member_id' = a.requested_by
      union all select a.id, g.value->>'member_id' from approval a cross join lateral jsonb_array_elements(a.given) g
        group by 1, 2 having count(*) > 1`,
  },
  {
    number: 27,
    name: 'a sent or dropped mail has no content',
    sql: `select id as mail_id, status from mail where status <> 'queued' and facts is not null`,
  },
  {
    number: 28,
    name: 'a queued mail has a next attempt',
    sql: `select id as mail_id from mail where status = 'queued' and next_step_at is null`,
  },
];
